import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { onboardingSteps } from '#commerce/onboarding/contract.ts';
import { onboardingExamples } from '#commerce/onboarding/examples.ts';
import { onboardingOf } from '#commerce/onboarding/records.ts';
import { ids } from '#contract/commerce/examples/records.ts';
import { type CommerceService, newBrand, startCommerceService } from '../functions/commerce-service.ts';
import { invoke, playExamples } from '../functions/invoke.ts';

const time = '2026-03-02T15:04:05.120Z';
const allFacts = Object.fromEntries(onboardingSteps.map((step) => [step, time]));

test('a new brand has six open steps and resumes at the first', () => {
  const tour = onboardingOf('b', {}, { dismissed: false, skipped: [] });
  expect(tour).toMatchObject({ status: 'in_progress', progress_percent: 0, next_step: 'brand_profile' });
  expect(tour.steps.map(({ step }) => step)).toEqual(onboardingSteps);
});

test('completed and skipped steps make the progress, and the tour resumes at the first open step', () => {
  const facts = { brand_profile: time, first_order: time };
  const tour = onboardingOf('b', facts, { dismissed: false, skipped: ['first_product', 'first_order'] });
  expect(tour).toMatchObject({ progress_percent: 50, completed_count: 2, next_step: 'first_water_log' });
  expect(tour.steps[2]).toMatchObject({ status: 'completed', completed_at: time });
});

test('a dismissed tour with all steps done is completed', () => {
  expect(onboardingOf('b', {}, { dismissed: true, skipped: [] }).status).toBe('dismissed');
  const done = onboardingOf('b', allFacts, { dismissed: true, skipped: [] });
  expect(done).toMatchObject({ status: 'completed', progress_percent: 100, next_step: null });
});

describe('endpoints', () => {
  let service: CommerceService;
  beforeAll(async () => {
    service = await startCommerceService();
  });
  afterAll(() => service.stop());

  test('choices of one person at the same time all have their effect', async () => {
    const { brand_id, caller } = await newBrand();
    const skip = (step: string, skipped: boolean) =>
      invoke('skip-onboarding-step', { caller, parameters: { step }, body: { brand_id, skipped } });
    const outcomes = await Promise.all([
      ...onboardingSteps.map((step) => skip(step, true)),
      invoke('set-onboarding', { caller, body: { brand_id, dismissed: true } }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200));
    const tour = async () => (await invoke('get-onboarding', { caller, query: { brand_id } })).body.data;
    expect(await tour()).toMatchObject({ status: 'completed', progress_percent: 100 });
    await skip('first_order', false);
    expect(await tour()).toMatchObject({ status: 'dismissed', next_step: 'first_order' });
  });

  test('replies have the form of the examples', async () => {
    const { brand_id, caller } = await newBrand();
    const replies = await playExamples(onboardingExamples, caller, { [ids.brand]: brand_id });
    expect(Object.values(replies).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies['set-onboarding']?.body).toMatchObject({ data: { status: 'dismissed' } });
  });
});
