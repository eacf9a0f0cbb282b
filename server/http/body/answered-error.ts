/**
 * The guard has responded to a request while its body was read: nothing else may respond to it, or do what it asks. The
 * error handler ignores this error.
 */
export class AnsweredError extends Error {
  override name = 'AnsweredError';
}
