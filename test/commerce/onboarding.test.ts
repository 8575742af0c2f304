import { expect, test } from '@jest/globals';
import { noChoices, onboardingOf } from '#commerce/onboarding/tour.ts';
import { onboardingSteps } from '#contract/commerce/onboarding.ts';

const time = '2026-03-02T15:04:05.120Z';
const allFacts = Object.fromEntries(onboardingSteps.map((step) => [step, time]));

test('a new brand has six open steps and resumes at the first', () => {
  const tour = onboardingOf('b', {}, noChoices);
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
