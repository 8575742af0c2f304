import { onboardingOf } from '#commerce/onboarding/tour.ts';
import { getOnboarding } from '#contract/commerce/onboarding.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { personHash } from '#store/commerce/inboxes/inbox-keys.ts';
import { readOnboardingChoices, readOnboardingFacts } from '#store/commerce/onboarding/onboarding.ts';

export const handler = commerceEndpoint(getOnboarding, async ({ query: { brand_id }, principal }) => {
  const [facts, choices] = await Promise.all([
    readOnboardingFacts(commerceTable, brand_id),
    readOnboardingChoices(commerceTable, brand_id, personHash(principal.subject)),
  ]);
  return ok(onboardingOf(brand_id, found(facts), choices));
});
