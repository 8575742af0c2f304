import type * as declared from '#commerce/onboarding/contract.ts';
import { choices, onboardingOf, readOnboardingFacts, withStep } from '#commerce/onboarding/records.ts';
import { found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { ok } from '#http/reply/replies.ts';

/** What the brand has done, and what the caller has chosen. */
async function readTour(brand_id: string, { subject }: { readonly subject: string }) {
  const [facts, chosen] = await Promise.all([
    readOnboardingFacts(brand_id),
    choices.find({ brand_id, subject }),
  ]);
  return { facts: found(facts), chosen };
}

export async function getOnboarding({ query: { brand_id }, principal }: Call<typeof declared.getOnboarding>) {
  const { facts, chosen } = await readTour(brand_id, principal);
  return ok(onboardingOf(brand_id, facts, chosen));
}

export async function setOnboarding({ body, principal }: Call<typeof declared.setOnboarding>) {
  const { brand_id, dismissed } = body;
  const { facts, chosen } = await readTour(brand_id, principal);
  const after = { ...chosen, dismissed, version: chosen.version + 1 };
  return change(ok(onboardingOf(brand_id, facts, after)), choices.replace(chosen, after));
}

export async function skipOnboardingStep({
  parameters: { step },
  body: { brand_id, skipped },
  principal,
}: Call<typeof declared.skipOnboardingStep>) {
  const { facts, chosen } = await readTour(brand_id, principal);
  const after = { ...chosen, skipped: withStep(chosen.skipped, step, skipped), version: chosen.version + 1 };
  return change(ok(onboardingOf(brand_id, facts, after)), choices.replace(chosen, after));
}
