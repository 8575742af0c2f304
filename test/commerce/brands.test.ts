import { describe, expect, test } from '@jest/globals';
import { brandInput, brandReplacement } from '#commerce/brands/contract.ts';
import { newBrand, replaceBrand } from '#commerce/brands/rules.ts';

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
