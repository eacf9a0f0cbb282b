/** A request that cannot be used: the status to answer with, and the key of the message that says why. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  readonly key: string;
  /** What was read before it was known. */
  readonly fields: Record<string, string>;

  constructor(status: number, key: string, fields: Record<string, string> = {}) {
    super(`${status} ${key}`);
    this.status = status;
    this.key = key;
    this.fields = fields;
  }
}
