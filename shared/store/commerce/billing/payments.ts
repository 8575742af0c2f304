import { paymentsEnvironment } from '#contract/environment.ts';
import { openStripe } from '../../adapters/stripe/stripe.ts';

const { PAYMENT_KEYS_SECRET, LOCAL_PAYMENTS_URL, DEFAULT_CURRENCY } = paymentsEnvironment.parse(process.env);

/** The payment provider of the deployment, opened once for each function instance. */
export const payments = openStripe({
  secretId: PAYMENT_KEYS_SECRET,
  currency: DEFAULT_CURRENCY,
  ...(LOCAL_PAYMENTS_URL !== undefined && { address: LOCAL_PAYMENTS_URL }),
});
