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

/**
 * The guard has sent a response while the body of its request was read. Nothing else may respond to that request, or
 * execute it. The error handler ignores this error.
 */
export class AlreadyRespondedError extends Error {
  override name = 'AlreadyRespondedError';
}
