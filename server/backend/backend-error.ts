/** The backend answered, but with nothing that can be used. */
export class BackendError extends Error {
  override name = 'BackendError';
  /** What the backend answered with; not what a visitor is answered. */
  readonly backendStatus: number | undefined;
  constructor(message: string, backendStatus?: number) {
    super(message);
    this.backendStatus = backendStatus;
  }
}
