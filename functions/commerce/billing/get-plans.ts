import { showPlans } from '#commerce/billing/show-subscription.ts';
import { getPlans } from '#contract/commerce/billing.ts';
import { pricesEnvironment } from '#contract/environment.ts';
import { ok, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

const catalog = showPlans(pricesEnvironment.parse(process.env).DEFAULT_CURRENCY);

export const handler = plainEndpoint(getPlans, () => ok(catalog));
