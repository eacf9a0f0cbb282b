import { useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: reduce)';
/** The key in localStorage of a visitor's choice between moving pictures and still ones. */
const storageKey = 'motion';

const listeners = new Set<() => void>();

function isSwitchedOff(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'off';
  } catch {
    return false; // Storage is disabled.
  }
}

/** Stops or restarts all automatic movement, on every page and in every tab; the choice is stored in the browser. */
export function switchMotion(off: boolean): void {
  try {
    if (off) localStorage.setItem(storageKey, 'off');
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is disabled, so the choice cannot be stored.
  }
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void) {
  const list = matchMedia(query);
  list.addEventListener('change', changed);
  addEventListener('storage', changed);
  listeners.add(changed);
  return () => {
    list.removeEventListener('change', changed);
    removeEventListener('storage', changed);
    listeners.delete(changed);
  };
}

/** Whether the visitor asked for less motion: in the system's settings, or with the switch in the footer. */
export const prefersReducedMotion = (): boolean => matchMedia(query).matches || isSwitchedOff();

/** The behaviour of a scroll that follows a click of the visitor. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth');

/** As `prefersReducedMotion`; true on the server, so that nothing moves before the preference is known. */
export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, prefersReducedMotion, () => true);

/** Whether the switch in the footer is off; false on the server. */
export const useMotionSwitchedOff = (): boolean => useSyncExternalStore(subscribe, isSwitchedOff, () => false);

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
