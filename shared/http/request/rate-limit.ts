import { ApiError } from '#contract/errors.ts';
import { logger } from '#observability/logger.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { countRequest } from '#store/requests/rate-windows.ts';
import { secondsToReset } from '../reply/rate-headers.ts';
import { headerOf, type Step } from './exchange.ts';

/**
 * The route's limiter, keyed as the spec says: by the `x-forwarded-for` value, else `anonymous`. When the counter
 * cannot be reached the request passes: the operation behind needs the same table and tells the fault itself.
 *
 * @throws ApiError rate_limited
 */
export const rateLimit =
  (table: Table): Step =>
  async (exchange) => {
    const { limiter } = exchange.endpoint;
    if (!limiter) return;
    const caller = headerOf(exchange.event, 'x-forwarded-for') || 'anonymous';
    try {
      exchange.rate = await countRequest(table, limiter, caller, exchange.now);
    } catch (error) {
      logger.warn('Rate limiter not reachable, request let through', { error: nameOf(error) });
      return;
    }
    if (!exchange.rate.allowed) {
      throw new ApiError('rate_limited', { retryAfterSeconds: secondsToReset(exchange.rate, exchange.now) });
    }
  };

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');
