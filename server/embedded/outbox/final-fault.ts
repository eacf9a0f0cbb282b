/** A row of the outbox cannot be sent, and another attempt cannot succeed. */
export class FinalFault extends Error {
  override name = 'FinalFault';
}
