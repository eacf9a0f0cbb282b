declare global {
  interface Navigator {
    /** Only Chromium has this property. */
    connection?: Connection;
  }
}

interface Connection {
  saveData?: boolean;
  /** The speed of the connection as the browser estimates it. */
  effectiveType?: string;
}

/** Whether the browser asks for reduced data use: pictures do not move for such visitors. */
export const savesData = (): boolean => navigator.connection?.saveData === true;

/** Whether a film would use too much data on this connection: the film then waits until the visitor starts it. */
export const avoidsFilms = (): boolean => savesData() || /2g|3g/.test(navigator.connection?.effectiveType ?? '');
