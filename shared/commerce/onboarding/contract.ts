import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { dataOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'onboarding');

/** The steps of the tour, in their order. */
export const onboardingSteps = [
  'brand_profile',
  'first_product',
  'first_order',
  'first_water_log',
  'team_or_api_key',
  'first_campaign',
] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

const stepState = z.object({
  step: z.enum(onboardingSteps),
  title: z.string(),
  /** What completes the step. */
  text: z.string(),
  /** The operation that completes the step, such as `POST /api/v1/products`. */
  operation: z.string(),
  status: z.enum(['open', 'completed', 'skipped']),
  completed_at: timestamp.optional(),
});

export const onboarding = z
  .object({
    brand_id: uuid,
    status: z.enum(['in_progress', 'completed', 'dismissed']),
    /** Completed and skipped steps of all steps, rounded down. */
    progress_percent: z.int().min(0).max(100),
    completed_count: z.int(),
    /** The first open step: where the tour resumes. */
    next_step: z.enum(onboardingSteps).nullable(),
    steps: z.array(stepState),
  })
  .meta({ id: 'Onboarding' });
export type Onboarding = z.output<typeof onboarding>;

const anyRole = ['owner', 'manager', 'viewer'] as const;

const aboutSteps =
  'Steps belong to the brand and complete themselves when their record exists. Skipped steps and the dismissal belong to the caller.';

export const getOnboarding = endpoint('GET', '/api/v1/onboarding', 'get-onboarding', {
  summary: 'Get the onboarding tour of the caller in a brand',
  description: aboutSteps,
  access: { kind: 'brand', roles: anyRole, brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand') }),
  responses: { 200: { description: 'The tour', schema: dataOf(onboarding) } },
  errors: ['not_found'],
});

/** Changes of one person at the same time: all steps and the dismissal, so that none is refused. */
const choicesAtOnce = 10;

export const setOnboarding = endpoint('PUT', '/api/v1/onboarding', 'set-onboarding', {
  summary: 'Dismiss or resume the onboarding tour',
  description: aboutSteps,
  access: { kind: 'brand', roles: anyRole, brand: 'body' },
  data: 'write',
  writes: ['onboarding'],
  attempts: choicesAtOnce,
  body: z.object({ brand_id: uuid, dismissed: z.boolean() }),
  responses: { 200: { description: 'The tour', schema: dataOf(onboarding) } },
  errors: ['not_found'],
});

export const skipOnboardingStep = endpoint('PUT', '/api/v1/onboarding/steps/{step}', 'skip-onboarding-step', {
  summary: 'Skip a step of the onboarding tour, or take it up again',
  description: `${aboutSteps} No request completes a step. A completed step stays completed.`,
  access: { kind: 'brand', roles: anyRole, brand: 'body' },
  data: 'write',
  writes: ['onboarding'],
  attempts: choicesAtOnce,
  parameters: z.object({ step: z.enum(onboardingSteps).describe('Step of the tour') }),
  body: z.object({ brand_id: uuid, skipped: z.boolean() }),
  responses: { 200: { description: 'The tour', schema: dataOf(onboarding) } },
  errors: ['not_found'],
});
