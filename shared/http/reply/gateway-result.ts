import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError, errorCatalog } from '#contract/errors.ts';
import { readableResponseHeaders } from '#contract/headers.ts';
import { Conflict } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import type { RateLimitState } from '#store/requests/rate-windows.ts';
import type { Exchange } from '../request/exchange.ts';
import { pathBelowPrefix, publicPath, queryOf } from '../request/public-address.ts';
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

/** A list, or a payer's response with a page of its claims. */
const cursorPage = z.union([
  z.object({ pagination: z.object({ next_cursor: z.string() }) }).transform(({ pagination }) => pagination),
  z.object({ data: z.object({ next_cursor: z.string() }) }).transform(({ data }) => data),
]);
const offsetPage = z.object({
  pagination: z.object({ limit: z.number(), offset: z.number(), count: z.number() }),
});

/**
 * `Link` to the next page of a list (RFC 8288), under the address that the client used; absent on the last page. In a list
 * paged by offset, every full page has a next one, which may be empty.
 */
export function pageLinks(exchange: Exchange, { status, body }: Reply): Readonly<Record<string, string>> {
  if (status !== 200 || exchange.endpoint.method !== 'GET') return {};
  const query = queryOf(exchange.event);
  const byCursor = cursorPage.safeParse(body);
  const byOffset = offsetPage.safeParse(body);
  if (byCursor.success) {
    query.set('cursor', byCursor.data.next_cursor);
  } else if (byOffset.success && byOffset.data.pagination.count === byOffset.data.pagination.limit) {
    const { limit, offset } = byOffset.data.pagination;
    query.set('limit', String(limit));
    query.set('offset', String(offset + limit));
  } else {
    return {};
  }
  return { Link: `<${publicPath(exchange, pathBelowPrefix(exchange))}?${query}>; rel="next"` };
}

/**
 * `RateLimit` and `RateLimit-Policy` (IETF draft-ietf-httpapi-ratelimit-headers-10) and, for older clients,
 * `X-RateLimit-*` with the reset in epoch seconds.
 */
function rateHeaders({ rate, now }: Exchange): Record<string, string> {
  if (!rate) return {};
  const seconds = secondsToReset(rate, now);
  return {
    'RateLimit-Policy': `"${rate.limiter}";q=${rate.limit};w=${rate.windowSeconds}`,
    RateLimit: `"${rate.limiter}";r=${rate.remaining};t=${seconds}`,
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(rate.resetAt),
  };
}

/** Whole seconds until the limit resets, rounded up (spec, "Errors"). */
export const secondsToReset = (rate: RateLimitState, now: Date) =>
  Math.max(1, Math.ceil(rate.resetAt - now.getTime() / 1000));
