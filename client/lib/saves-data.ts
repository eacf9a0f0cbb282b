/** Whether the browser asks for reduced data use: such visitors see still pictures alone. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
