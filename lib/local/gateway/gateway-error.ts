/** The errors that API Gateway answers itself: status and message when no GatewayResponse changes them. */
export const gatewayErrors = {
  ACCESS_DENIED: [403, 'User is not authorized to access this resource'],
  API_CONFIGURATION_ERROR: [500, 'Internal server error'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'Internal server error'],
  AUTHORIZER_FAILURE: [500, 'Internal server error'],
  BAD_REQUEST_BODY: [400, 'Invalid request body'],
  BAD_REQUEST_PARAMETERS: [400, 'Bad Request'],
  DEFAULT_4XX: [400, 'Bad Request'],
  DEFAULT_5XX: [502, 'Internal server error'],
  INTEGRATION_FAILURE: [504, 'Network error communicating with endpoint'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out'],
  INVALID_API_KEY: [403, 'Forbidden'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token'],
  QUOTA_EXCEEDED: [429, 'Limit Exceeded'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long'],
  RESOURCE_NOT_FOUND: [404, 'Not Found'],
  THROTTLED: [429, 'Too Many Requests'],
  UNAUTHORIZED: [401, 'Unauthorized'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type'],
  WAF_FILTERED: [403, 'Forbidden'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type GatewayErrorType = keyof typeof gatewayErrors;

/** Ends a request with the gateway response of this type. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly type: GatewayErrorType;
  /** Wins over the default status of the type, not over a status that the template sets. */
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
