/** The backend answered, but its answer cannot be used. */
export class BackendError extends Error {
  override name = 'BackendError';
  /** The status of the backend's answer; the response to the visitor has another status. */
  readonly backendStatus: number | undefined;
  constructor(message: string, backendStatus?: number) {
    super(message);
    this.backendStatus = backendStatus;
  }
}

/** The backend's answer is longer than the limit, so it was not read to its end. */
export class TooLongError extends BackendError {
  override name = 'TooLongError';

  constructor() {
    super(`the backend's answer is too long`);
  }
}

/**
 * Thrown where the response needs an answer that the backend cannot give now. A page becomes the error page with 503; a
 * call from the browser gets an error code.
 */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
  readonly status = 503;
}
