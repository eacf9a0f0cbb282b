/** Longer than the server waits for the backend, in milliseconds. */
const maxRequestMs = 20_000;

/**
 * Returns the signal of a request: it is aborted with `signal`, and after 20 s. A browser may notice a lost connection
 * minutes later.
 */
export const withTimeout = (signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(maxRequestMs), ...(signal ? [signal] : [])]);
