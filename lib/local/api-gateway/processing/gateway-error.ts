/** API Gateway's own errors: default status and message, and the name in the header x-amzn-ErrorType. */
export const gatewayErrors = {
  ACCESS_DENIED: [403, 'User is not authorized to access this resource', 'AccessDeniedException'],
  API_CONFIGURATION_ERROR: [500, 'Internal server error', 'InternalServerErrorException'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'Internal server error', 'AuthorizerConfigurationException'],
  AUTHORIZER_FAILURE: [500, 'Internal server error', 'AuthorizerConfigurationException'],
  BAD_REQUEST_BODY: [400, 'Invalid request body', 'BadRequestException'],
  DEFAULT_4XX: [400, 'Bad Request', 'BadRequestException'],
  DEFAULT_5XX: [502, 'Internal server error', 'InternalServerErrorException'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out', 'InternalServerErrorException'],
  INVALID_API_KEY: [403, 'Forbidden', 'ForbiddenException'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token', 'MissingAuthenticationTokenException'],
  QUOTA_EXCEEDED: [429, 'Limit Exceeded', 'LimitExceededException'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long', 'RequestTooLargeException'],
  THROTTLED: [429, 'Too Many Requests', 'TooManyRequestsException'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type', 'BadRequestException'],
  UNAUTHORIZED: [401, 'Unauthorized', 'UnauthorizedException'],
} as const satisfies Readonly<Record<string, readonly [number, string, string]>>;

export type GatewayErrorType = keyof typeof gatewayErrors;

/** Ends a request with the gateway response of this type. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly type: GatewayErrorType;
  /** Replaces the default status of the type; a status in the template wins. */
  readonly status: number;

  constructor(
    type: GatewayErrorType,
    options: { readonly message?: string; readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(options.message ?? gatewayErrors[type][1], { cause: options.cause });
    this.type = type;
    this.status = options.status ?? gatewayErrors[type][0];
  }
}
