import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type ErrorCode, errorCatalog } from '#contract/errors.ts';
import { gatewayErrorHeaders, headerMappings } from './response-headers.ts';

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

/** No function ever answers with these two, so they are not in the catalogue. */
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
 * What API Gateway answers when a request never reaches a function, or no answer comes back, by its response
 * type. No method takes IAM signatures, so MISSING_AUTHENTICATION_TOKEN only ever means "no such route".
 */
const gatewayErrors: { readonly [responseType: string]: GatewayError } = {
  ACCESS_DENIED: catalogued('forbidden'),
  API_CONFIGURATION_ERROR: catalogued('internal'),
  // The authorizer looks credentials up: when the data layer does not answer it fails, or is out of time and cannot be
  // reached. API Gateway has a type for each, and the second one for an authorizer that Lambda throttles too.
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
  UNSUPPORTED_MEDIA_TYPE: catalogued('unsupported_media_type'),
  WAF_FILTERED: catalogued('forbidden'),
};

/** Gives every error of the gateway's own our envelope, security headers and CORS headers. */
export function addGatewayResponses(api: RestApi, corsOrigin: string): void {
  for (const [responseType, { status, code, message, headers }] of Object.entries(gatewayErrors)) {
    api.addGatewayResponse(responseType, {
      type: ResponseType.of(responseType),
      statusCode: String(status),
      responseHeaders: headerMappings({ ...gatewayErrorHeaders(corsOrigin), ...headers }),
      templates: { 'application/json': envelopeTemplate(JSON.stringify(code), JSON.stringify(message)) },
    });
  }
  // Types that AWS may add keep their status and have a body of ours all the same.
  for (const [type, code] of [
    [ResponseType.DEFAULT_4XX, 'bad_request'],
    [ResponseType.DEFAULT_5XX, 'internal'],
  ] as const) {
    api.addGatewayResponse(type.responseType, {
      type,
      responseHeaders: headerMappings(gatewayErrorHeaders(corsOrigin)),
      templates: {
        'application/json': envelopeTemplate(JSON.stringify(code), '$context.error.messageString'),
      },
    });
  }
}

/** The body of an error in API Gateway's template language; code and message come as JSON. */
export const envelopeTemplate = (code: string, message: string) =>
  `{"error":${message},"code":${code},"request_id":"$context.requestId"}`;
