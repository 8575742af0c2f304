import { type ErrorCode, errorCatalog } from '#contract/errors.ts';
import { readableResponseHeaders } from '#contract/headers.ts';

interface GatewayError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: { readonly [name: string]: string };
}

const catalogued = (code: ErrorCode, headers?: GatewayError['headers']): GatewayError => ({
  code,
  ...errorCatalog[code],
  ...(headers && { headers }),
});

const unavailable = catalogued('unavailable', { 'Retry-After': '2' });

const challenge = { 'WWW-Authenticate': 'Bearer realm="granary"' };

/** No function returns these two, so the catalog does not list them. */
const timedOut: GatewayError = {
  status: 504,
  code: 'timed_out',
  message: 'The service took too long to answer',
};
const quotaExceeded: GatewayError = {
  status: 429,
  code: 'quota_exceeded',
  message: "The monthly quota of the brand's plan is used up",
};

/**
 * Responses of API Gateway itself, when a request does not reach a function or the function does not respond, by
 * response type. No method takes IAM signatures, so MISSING_AUTHENTICATION_TOKEN always means "no such route".
 */
const gatewayErrors: { readonly [responseType: string]: GatewayError } = {
  ACCESS_DENIED: catalogued('forbidden'),
  API_CONFIGURATION_ERROR: catalogued('internal'),
  // The authorizer fails or times out when the data layer does not respond. API Gateway has a type for each, and uses
  // the second also when Lambda throttles the authorizer.
  AUTHORIZER_CONFIGURATION_ERROR: unavailable,
  AUTHORIZER_FAILURE: unavailable,
  BAD_REQUEST_BODY: catalogued('validation_failed'),
  BAD_REQUEST_PARAMETERS: catalogued('validation_failed'),
  EXPIRED_TOKEN: catalogued('forbidden'),
  INTEGRATION_FAILURE: { ...catalogued('unavailable'), status: 504 },
  INTEGRATION_TIMEOUT: timedOut,
  INVALID_API_KEY: catalogued('forbidden'),
  INVALID_SIGNATURE: catalogued('forbidden'),
  MISSING_AUTHENTICATION_TOKEN: catalogued('not_found'),
  QUOTA_EXCEEDED: quotaExceeded,
  REQUEST_TOO_LARGE: catalogued('payload_too_large'),
  RESOURCE_NOT_FOUND: catalogued('not_found'),
  THROTTLED: catalogued('rate_limited', { 'Retry-After': '1' }),
  UNAUTHORIZED: catalogued('unauthorized', challenge),
  // Only fallback methods select templates by media type (api-body.ts). A gateway response cannot list the methods
  // of the path, but OPTIONS does.
  UNSUPPORTED_MEDIA_TYPE: catalogued('method_not_allowed', { Allow: 'OPTIONS' }),
  WAF_FILTERED: catalogued('forbidden'),
};

/** Types that AWS adds later keep their status and get our envelope too. */
const otherErrors: { readonly [responseType: string]: string } = {
  DEFAULT_4XX: 'bad_request',
  DEFAULT_5XX: 'internal',
};

/** Returns the gateway responses of an API's definition, by type. */
export function gatewayResponses(corsOrigin: string): Readonly<Record<string, object>> {
  const response = (code: string, message: string, headers: GatewayError['headers'] = {}) => ({
    responseParameters: mapped(
      'gatewayresponse',
      headerMappings({ ...readableResponseHeaders(corsOrigin), ...headers }),
    ),
    responseTemplates: { 'application/json': envelopeTemplate(JSON.stringify(code), message) },
  });
  const own = Object.entries(gatewayErrors).map(([type, { status, code, message, headers }]) => [
    type,
    { statusCode: String(status), ...response(code, JSON.stringify(message), headers) },
  ]);
  const others = Object.entries(otherErrors).map(([type, code]) => [
    type,
    response(code, '$context.error.messageString'),
  ]);
  return Object.fromEntries([...own, ...others]);
}

/** Returns the body of an error as a template of API Gateway. Code and message are JSON or template expressions. */
export const envelopeTemplate = (code: string, message: string) =>
  `{"error":${message},"code":${code},"request_id":"$context.requestId"}`;

/** Writes headers as API Gateway maps them: constants in single quotes, variables without. Adds the request id. */
export function headerMappings(headers: { readonly [name: string]: string }): Record<string, string> {
  const constants = Object.entries(headers).map(([name, value]) => [name, `'${value}'`]);
  return { ...Object.fromEntries(constants), 'X-Request-Id': 'context.requestId' };
}

/** Names the headers as API Gateway does where it maps them to a response. */
export const mapped = (
  response: 'method.response' | 'gatewayresponse',
  headers: { readonly [name: string]: string },
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${response}.header.${name}`, value]));
