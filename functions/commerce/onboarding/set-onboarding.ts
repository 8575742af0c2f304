import { onboardingOf } from '#commerce/onboarding/tour.ts';
import { setOnboarding } from '#contract/commerce/onboarding.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { onboardingPersonKey, personHash } from '#store/commerce/inboxes/inbox-keys.ts';
import {
  dismissOnboarding,
  readOnboardingChoices,
  readOnboardingFacts,
} from '#store/commerce/onboarding/onboarding.ts';

export const handler = commerceEndpoint(
  setOnboarding,
  async ({ body: { brand_id, dismissed }, principal }) => {
    const person = personHash(principal.subject);
    const facts = found(await readOnboardingFacts(commerceTable, brand_id));
    await dismissOnboarding(commerceTable, onboardingPersonKey(brand_id, person), dismissed);
    const choices = await readOnboardingChoices(commerceTable, brand_id, person);
    return ok(onboardingOf(brand_id, facts, choices));
  },
);
