/** The errors that the tested code has passed to `reportError`, which only browsers have. */
export const reportedErrors: unknown[] = [];

globalThis.reportError = (error) => {
  reportedErrors.push(error);
};
