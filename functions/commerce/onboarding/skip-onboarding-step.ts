import { onboardingOf } from '#commerce/onboarding/tour.ts';
import { skipOnboardingStep } from '#contract/commerce/onboarding.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { onboardingPersonKey, personHash } from '#store/commerce/inboxes/inbox-keys.ts';
import {
  readOnboardingChoices,
  readOnboardingFacts,
  skipStep,
} from '#store/commerce/onboarding/onboarding.ts';

export const handler = commerceEndpoint(
  skipOnboardingStep,
  async ({ parameters: { step }, body: { brand_id, skipped }, principal }) => {
    const person = personHash(principal.subject);
    const facts = found(await readOnboardingFacts(commerceTable, brand_id));
    await skipStep(commerceTable, onboardingPersonKey(brand_id, person), step, skipped);
    const choices = await readOnboardingChoices(commerceTable, brand_id, person);
    return ok(onboardingOf(brand_id, facts, choices));
  },
);
