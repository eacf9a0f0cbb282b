/** A row of the outbox cannot be sent, and another attempt cannot succeed. */
export class FinalError extends Error {
  override name = 'FinalError';
}
