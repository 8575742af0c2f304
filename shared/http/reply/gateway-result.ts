import type { APIGatewayProxyResult } from 'aws-lambda';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError, errorCatalog } from '#contract/errors.ts';
import { readableResponseHeaders } from '#contract/headers.ts';
import { Conflict } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import type { Exchange } from '../request/exchange.ts';
import { publicPath } from '../request/public-address.ts';
import { pageLinks } from './page-links.ts';
import { rateHeaders } from './rate-headers.ts';
import type { Reply } from './replies.ts';

const everyHeader = readableResponseHeaders(process.env['CORS_ORIGIN'] || '*');

/** Seconds after which a client may retry a request that timed out: a throttle or failover is over by then. */
export const retryAfterSeconds = 2;

export function gatewayResult(exchange: Exchange, reply: Reply): APIGatewayProxyResult {
  const isJson = reply.body !== undefined;
  const body = reply.text ?? (isJson ? JSON.stringify(reply.body) : '');
  const location = reply.headers['Location'];
  return {
    statusCode: reply.status,
    headers: {
      ...everyHeader,
      ...rateHeaders(exchange),
      'X-Request-Id': exchange.requestId,
      ...(isJson ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
      ...reply.headers,
      ...pageLinks(exchange, reply),
      ...(location?.startsWith('/api') && { Location: publicPath(exchange, location) }),
    },
    body: exchange.event.httpMethod === 'HEAD' ? '' : body,
  };
}

/** The reply to an error: `{ error, code, request_id, details? }`. A stored reply has no `request_id`. */
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
 * The error of the catalog for any failure. A rejection of the data layer becomes the 500 of the endpoint, with the message
 * of the data layer if the catalog allows it. A timeout of the data layer is `unavailable`; any other failure is
 * `internal`.
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
