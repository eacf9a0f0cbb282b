/** Something in the outbox cannot be sent, and a retry cannot succeed. */
export class FinalFault extends Error {
  override name = 'FinalFault';
}
