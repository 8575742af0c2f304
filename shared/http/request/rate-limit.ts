import { ApiError } from '#contract/errors.ts';
import { logger } from '#observability/logger.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { countRequest } from '#store/requests/rate-windows.ts';
import { secondsToReset } from '../reply/gateway-result.ts';
import { headerOf, type Step } from './exchange.ts';

/**
 * Counts the request in the limiter of its route, by the `x-forwarded-for` value or `anonymous`. If the counter cannot be
 * reached, the request passes, because the operation needs the same table and reports the fault.
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
      logger.warn('The rate limiter cannot be reached; the request is allowed', { error: nameOf(error) });
      return;
    }
    if (!exchange.rate.allowed) {
      throw new ApiError('rate_limited', { retryAfterSeconds: secondsToReset(exchange.rate, exchange.now) });
    }
  };

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');
