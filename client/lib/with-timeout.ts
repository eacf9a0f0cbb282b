/** Longer than the server waits for the backend, in milliseconds. */
const maxRequestMs = 20_000;

/**
 * Returns the signal of a request: it is aborted with `signal`, and after 20 s. A browser may notice a lost connection
 * minutes later.
 */
export function withTimeout(signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(maxRequestMs);
  if (!signal) return timeout;
  // AbortSignal.any() is missing in Firefox 121 and Safari 17.0.
  const request = new AbortController();
  const abort = () => request.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  timeout.addEventListener('abort', abort);
  return request.signal;
}
