import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';

/** Stripe's error, without its message, which may name people and cards. */
const stripeError = z.object({
  type: z.string().startsWith('Stripe'),
  code: z.string().optional(),
  /** The parameter that Stripe refuses, such as `subscription_details[proration_date]`. */
  param: z.string().optional(),
  statusCode: z.number().optional(),
});
type StripeError = z.output<typeof stripeError>;

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
  const { type, code = '', statusCode = '' } = data;
  const cause = new Error(`Stripe refused: ${type} ${code} ${statusCode}`.trim());
  switch (type) {
    case 'StripeCardError':
      return new ApiError('payment_declined', { cause });
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new ApiError('billing_not_configured', { cause });
    case 'StripeIdempotencyError':
      return new ApiError('conflict', { cause });
    case 'StripeInvalidRequestError':
      return refusal(data, cause);
    default:
      // Also two requests at once about one object.
      return statusCode === 409
        ? new ApiError('conflict', { cause })
        : new ApiError('payment_provider_unavailable', { cause, retryAfterSeconds: 5 });
  }
}

function refusal({ code, param = '' }: StripeError, cause: Error): ApiError {
  const isOfSubscription = param === 'id' || param === 'subscription';
  if (code === 'resource_missing' && isOfSubscription) return new ApiError('not_subscribed', { cause });
  if (!param.includes('proration_date')) return new ApiError('payment_provider_refused', { cause });
  const message = 'Expected a time in the current period; take a new preview';
  const details = [{ path: ['body', 'proration_date'], message, code: 'outside_period' }];
  return new ApiError('validation_failed', { cause, details });
}

/** Runs a request. @throws ApiError */
export async function asking<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw paymentError(error);
  }
}
