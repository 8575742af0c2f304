/** One fault of the input. `path` begins with `body`, `query`, `path` or `header`. */
export interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
  readonly [member: string]: unknown;
}

interface Context {
  /** The operationId. */
  readonly operation: string;
  readonly attempts: number;
}

/** Any error of a request. `kind` names the class. */
export type ClientError = ApiError | ConnectionError | TimeoutError | InvalidReplyError;

abstract class RequestError extends Error implements Context {
  abstract readonly kind: 'api' | 'connection' | 'timeout' | 'invalid_reply';
  readonly operation: string;
  /** Attempts that were made, the first one included. */
  readonly attempts: number;

  constructor(message: string, { operation, attempts }: Context, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.attempts = attempts;
  }
}

export interface ErrorReply {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Headers;
}

/** The service refused the request or failed. */
export class ApiError<Code extends string = string> extends RequestError {
  override readonly name = 'ApiError';
  override readonly kind = 'api';
  readonly status: number;
  /** Stable code of the API's catalog of errors. */
  readonly code: Code;
  readonly details: readonly ErrorDetail[];
  /** Id of the request. Name it when you report the error. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Headers;

  constructor(reply: ErrorReply & { readonly code: Code }, context: Context) {
    super(reply.message, context);
    this.status = reply.status;
    this.code = reply.code;
    this.details = reply.details;
    this.requestId = reply.requestId;
    this.retryAfterSeconds = reply.retryAfterSeconds;
    this.headers = reply.headers;
  }
}

/** No reply arrived, or its body was cut off. A write may have succeeded. */
export class ConnectionError extends RequestError {
  override readonly name = 'ConnectionError';
  override readonly kind = 'connection';
}

/** No complete reply arrived in time. A write may have succeeded. */
export class TimeoutError extends RequestError {
  override readonly name = 'TimeoutError';
  override readonly kind = 'timeout';
}

/** The reply is not what the API declares, such as a page of a proxy. */
export class InvalidReplyError extends RequestError {
  override readonly name = 'InvalidReplyError';
  override readonly kind = 'invalid_reply';
}

/** Whether the service sent this error, with one of the codes if you name some. */
export const isApiError = <Code extends string = string>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError<Code> =>
  error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code));

/** Whether a request failed for any reason but the abort by its caller. */
export const isClientError = (error: unknown): error is ClientError => error instanceof RequestError;
