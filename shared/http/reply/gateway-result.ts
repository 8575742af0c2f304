import type { APIGatewayProxyResult } from 'aws-lambda';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError, errorCatalog } from '#contract/errors.ts';
import { exposedHeaders, securityHeaders } from '#contract/headers.ts';
import { Conflict } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import type { Exchange } from '../request/exchange.ts';
import { publicPath } from '../request/public-address.ts';
import { pageLinks } from './page-links.ts';
import { rateHeaders } from './rate-headers.ts';
import type { Reply } from './replies.ts';

const corsOrigin = process.env['CORS_ORIGIN'] || '*';

const corsHeaders: Record<string, string> = {
  'Access-Control-Allow-Origin': corsOrigin,
  'Access-Control-Expose-Headers': exposedHeaders.join(', '),
  ...(corsOrigin === '*' ? {} : { Vary: 'Origin' }),
};

/** When a client may ask again after the data layer did not answer: a throttle or a failover is over by then. */
export const retryAfterSeconds = 2;

/** The API Gateway result of a reply, with the headers that every answer carries. */
export function gatewayResult(exchange: Exchange, reply: Reply): APIGatewayProxyResult {
  const hasBody = reply.body !== undefined;
  const location = reply.headers['Location'];
  return {
    statusCode: reply.status,
    headers: {
      ...securityHeaders,
      ...corsHeaders,
      ...rateHeaders(exchange),
      'X-Request-Id': exchange.requestId,
      ...(hasBody ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
      ...reply.headers,
      ...pageLinks(exchange, reply),
      ...(location?.startsWith('/api') && { Location: publicPath(exchange, location) }),
    },
    body: hasBody && exchange.event.httpMethod !== 'HEAD' ? JSON.stringify(reply.body) : '',
  };
}

/** The reply that an error of the catalogue makes: `{ error, code, request_id, details? }`; one to store has no id. */
export function errorReply(error: ApiError, requestId?: string): Reply {
  return {
    status: error.status,
    headers: {
      ...(error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }),
      ...(error.code === 'unsupported_media_type' ? { 'Accept-Post': 'application/json' } : {}),
    },
    body: {
      error: error.message,
      code: error.code,
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...(error.details ? { details: error.details } : {}),
    },
  };
}

/**
 * What went wrong, in the catalogue's terms. A rejection of the data layer takes the endpoint's own 500 of the
 * spec, with the data layer's message where the spec passes it on. A data layer that does not answer in time is
 * `unavailable`; anything unforeseen is `internal`.
 */
export function toApiError(endpoint: EndpointDeclaration, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Conflict) return new ApiError('conflict', { cause: error });
  if (error instanceof StoreRejection) {
    if (error.stalled) return new ApiError('unavailable', { retryAfterSeconds, cause: error });
    const code = endpoint.errors?.find((candidate) => errorCatalog[candidate].status === 500);
    if (!code) return new ApiError('internal', { cause: error });
    return new ApiError(code, {
      message: 'upstream' in errorCatalog[code] ? error.message : undefined,
      cause: error,
    });
  }
  return new ApiError('internal', { cause: error });
}
