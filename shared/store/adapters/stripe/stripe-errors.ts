import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';

/** Stripe's error, without its message, which may name people and cards. */
const stripeError = z.object({
  type: z.string(),
  code: z.string().optional(),
  statusCode: z.number().optional(),
});

/** True if Stripe has no such object. */
export const isMissing = (error: unknown): boolean => {
  const { data } = stripeError.safeParse(error);
  return data?.code === 'resource_missing' || data?.statusCode === 404;
};

/** True if Stripe refuses what we ask for, and would refuse it again. */
export const isRefused = (error: unknown): boolean =>
  stripeError.safeParse(error).data?.type === 'StripeInvalidRequestError';

/** The error of the catalog for a failed request. */
export function paymentError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const { data } = stripeError.safeParse(error);
  if (data === undefined) return error;
  const cause = new Error(`Stripe refused: ${data.type} ${data.code ?? ''} ${data.statusCode ?? ''}`.trim());
  switch (data.type) {
    case 'StripeCardError':
      return new ApiError('payment_declined', { cause });
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new ApiError('billing_not_configured', { cause });
    case 'StripeConnectionError':
    case 'StripeAPIError':
    case 'StripeRateLimitError':
      return new ApiError('payment_provider_unavailable', { cause, retryAfterSeconds: 5 });
    case 'StripeIdempotencyError':
      return new ApiError('conflict', { cause });
    default:
      return cause;
  }
}

/** Runs a request. @throws ApiError */
export async function asking<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw paymentError(error);
  }
}
