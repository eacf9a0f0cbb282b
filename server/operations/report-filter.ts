import { LRUCache } from 'lru-cache';

const hourMs = 60 * 60 * 1000;
/** Anyone can send reports, so a flood of made-up reports must not become a flood of log lines. */
const maxLinesAnHour = 60;

/** Decides which reports of browsers are logged: each kind once an hour, and at most `maxLines` an hour in all. */
export function createReportFilter({
  maxLines = maxLinesAnHour,
  windowMs = hourMs,
  now = () => performance.now(),
} = {}) {
  const seen = new LRUCache<string, true>({ max: 500, ttl: windowMs });
  let windowStart = now();
  let lines = 0;
  return function shouldLog(kind: string): boolean {
    if (now() - windowStart >= windowMs) {
      windowStart = now();
      lines = 0;
    }
    if (lines >= maxLines || seen.has(kind)) return false;
    seen.set(kind, true);
    lines += 1;
    return true;
  };
}
