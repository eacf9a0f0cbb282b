/** The maximum pause that a backend can ask of visitors, in seconds. */
const maxSeconds = 3600;

/**
 * Parses a `Retry-After` header, which contains seconds or a date. Returns whole seconds from 1 to 3600; null for any
 * other text.
 */
export function parseRetryAfter(header: string): number | null {
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), maxSeconds);
}
