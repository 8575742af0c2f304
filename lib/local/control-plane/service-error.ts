export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** For instance ResourceNotFoundException. */
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
