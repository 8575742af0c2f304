import type { RateLimitState } from '#store/requests/rate-windows.ts';
import type { Exchange } from '../request/exchange.ts';

/**
 * `RateLimit` and `RateLimit-Policy` (IETF draft-ietf-httpapi-ratelimit-headers-10) and, for older clients,
 * `X-RateLimit-*` with the reset in epoch seconds.
 */
export function rateHeaders({ rate, now }: Exchange): Record<string, string> {
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
