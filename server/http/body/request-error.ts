/** An invalid request: the status of the response, and the key of the message with the reason. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  readonly key: string;
  /** The fields that were read before the error. */
  readonly fields: Record<string, string>;

  constructor(status: number, key: string, fields: Record<string, string> = {}) {
    super(`${status} ${key}`);
    this.status = status;
    this.key = key;
    this.fields = fields;
  }
}
