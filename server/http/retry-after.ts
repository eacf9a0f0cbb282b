/**
 * The values of `Retry-After`, in seconds, by the reason why a request is refused. A rate limit sends the end of its
 * window instead, and the backend its own value.
 */
export const retryAfter = {
  /** Too many requests wait on one connection: the client needs only another connection. */
  connection: '1',
  /** A queue of renders or of calls to the backend is full: it moves on within a second or two. */
  queue: '2',
  /** The storage cannot be written: it is tried again every two seconds. */
  storage: '5',
  /** The space for uploads is full: other visitors need a moment to finish theirs. */
  uploads: '10',
  /** The backend fails: the breaker tries it again every five seconds, and its restart takes less than this. */
  backend: '30',
  /** The payment provider's key cannot be fetched: there is no hurry, because the state of orders is polled as well. */
  paymentKey: '60',
  /** An address has had too many e-mails within an hour. */
  emails: '3600',
} as const;
