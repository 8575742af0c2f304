import { describe, expect, test } from '@jest/globals';
import { issueApiKey } from '#commerce/api-key.ts';
import { newBrand, replaceBrand } from '#commerce/brand.ts';
import { noChoices, onboardingOf } from '#commerce/onboarding/tour.ts';
import { brandInput, brandReplacement } from '#contract/commerce/brands.ts';
import { onboardingSteps } from '#contract/commerce/onboarding.ts';

const context = { id: '0192f6a0-0000-7000-8000-000000000001', now: new Date('2026-11-21T10:00:00.000Z') };
const person = { credential: 'bearer', operator: false } as const;
const operator = { credential: 'bearer', operator: true } as const;
const program = { credential: 'api_key', operator: false } as const;
const input = brandInput.parse({ name: 'Meadow Farm' });

describe('brands', () => {
  test('start with a managed catalog and the starter plan', () => {
    expect(newBrand(input, person, context)).toMatchObject({
      name: 'Meadow Farm',
      catalog: 'managed',
      prices: 'trust',
      plan: 'starter',
      version: 1,
    });
  });

  test.each([brandInput, brandReplacement])('match prices in a managed catalog only', (schema) => {
    expect(schema.parse({ name: 'B', prices: 'match' })).toMatchObject({
      catalog: 'managed',
      prices: 'match',
    });
    const refused = schema.safeParse({ name: 'B', catalog: 'external', prices: 'match' });
    expect(refused.error?.issues).toEqual([
      expect.objectContaining({
        path: ['prices'],
        message: 'Prices can be matched only in a managed catalog',
      }),
    ]);
  });

  test('have a time zone, a currency and a locale', () => {
    expect(newBrand(input, person, { ...context, currency: 'EUR' })).toMatchObject({
      stops: 'external',
      time_zone: 'UTC',
      currency: 'EUR',
      locale: 'en-US',
    });
    const chosen = {
      name: 'B',
      stops: 'managed',
      time_zone: 'america/denver',
      currency: 'CAD',
      locale: 'FR-ca',
    };
    const brand = newBrand(brandInput.parse(chosen), person, context);
    const settings = { stops: 'managed', time_zone: 'America/Denver', currency: 'CAD', locale: 'fr-CA' };
    expect(brand).toMatchObject(settings);
    const moved = replaceBrand(
      brand,
      brandReplacement.parse({ name: 'C', locale: 'en' }),
      person,
      context.now,
    );
    expect(moved).toMatchObject({ ...settings, name: 'C', locale: 'en' });
  });

  test.each([
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+01:00'],
    ['time_zone', ''],
    ['currency', 'usd'],
    ['currency', 'JPY'],
    ['locale', 'english please'],
  ])('refuse %s %j', (setting, value) => {
    const refused = brandInput.safeParse({ name: 'B', [setting]: value });
    expect(refused.error?.issues).toEqual([
      expect.objectContaining({ path: [setting], message: expect.stringMatching(/^Expected a/) }),
    ]);
  });

  test('cannot be created with an API key', () => {
    expect(() => newBrand(input, program, context)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  test('change their plan only through an operator', () => {
    const farm = { ...input, plan: 'farm' } as const;
    expect(() => newBrand(farm, person, context)).toThrow(expect.objectContaining({ code: 'forbidden' }));
    const brand = newBrand(farm, operator, context);
    expect(brand.plan).toBe('farm');
    const change = (plan: 'starter' | 'farm' | undefined, author: typeof person | typeof operator) =>
      replaceBrand(
        brand,
        { name: 'B', catalog: 'external', prices: 'trust', ...(plan && { plan }) },
        author,
        context.now,
      );
    expect(() => change('starter', person)).toThrow(expect.objectContaining({ code: 'forbidden' }));
    expect(change('starter', operator).plan).toBe('starter');
    expect(change('farm', person).plan).toBe('farm');
    expect(change(undefined, person)).toMatchObject({
      name: 'B',
      catalog: 'external',
      plan: 'farm',
      version: 2,
    });
  });
});

describe('API keys', () => {
  const input = { brand_id: context.id, name: 'Till', role: 'viewer' } as const;
  const random = new Uint8Array(32).fill(255);

  test('mark the production environment in their secret', () => {
    expect(issueApiKey(input, { ...context, environment: 'production', random }).secret).toMatch(
      /^gk_live_[\w-]{43}$/,
    );
    expect(issueApiKey(input, { ...context, environment: 'local', random }).secret).toMatch(
      /^gk_test_[\w-]{43}$/,
    );
  });

  test('record only the first characters of their secret', () => {
    const { key, secret } = issueApiKey(input, { ...context, environment: 'production', random });
    expect(key.prefix).toBe('gk_live_____');
    expect(JSON.stringify(key)).not.toContain(secret.slice(0, 13));
  });
});

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
