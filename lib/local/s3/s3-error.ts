export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: keyof typeof statuses;

  constructor(code: keyof typeof statuses, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return statuses[this.code];
  }
}

const statuses = {
  AccessDenied: 403,
  AccessForbidden: 403,
  BadDigest: 400,
  BadRequest: 400,
  InternalError: 500,
  InvalidArgument: 400,
  InvalidPart: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchObjectLockConfiguration: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NotImplemented: 501,
  NotModified: 304,
  PreconditionFailed: 412,
  SignatureDoesNotMatch: 403,
} as const;
