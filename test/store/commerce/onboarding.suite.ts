import { expect, test } from '@jest/globals';
import { newBrand } from '#commerce/brand.ts';
import { brandInput } from '#contract/commerce/brands.ts';
import { newId } from '#persistence/new-id.ts';
import { changeBrand, findBrand, insertBrand } from '#store/commerce/brands.ts';
import { onboardingPersonKey } from '#store/commerce/inboxes/inbox-keys.ts';
import {
  dismissOnboarding,
  onboardingFactAction,
  profileFactActions,
  readOnboardingChoices,
  readOnboardingFacts,
  recordOnboardingFact,
  skipStep,
} from '#store/commerce/onboarding/onboarding.ts';
import { insertProduct } from '#store/commerce/products.ts';
import { storeBatch } from '#store/commerce/water/batch.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { anOrder, aProduct, insertOrder, newBrandId } from './samples.ts';

export function onboardingSuite(table: () => Table): void {
  const brandOf = async (fields: object = {}) => {
    const author = { credential: 'bearer', operator: false } as const;
    const id = newBrandId();
    const brand = newBrand(brandInput.parse({ name: 'n', ...fields }), author, { id, now: new Date() });
    await insertBrand(table(), { brand, gatewayKeys: [] }, undefined, profileFactActions(brand));
    return id;
  };

  test('facts come from the records of the brand, with the time of the first one', async () => {
    const brand = await brandOf();
    expect(await readOnboardingFacts(table(), brand)).toEqual({});
    const first = aProduct(brand, 'a', {}, new Date('2026-01-02T03:04:05.678Z'));
    await insertProduct(table(), aProduct(brand, 'b'), []);
    await insertProduct(table(), first, []);
    const order = anOrder(brand);
    await insertOrder(table(), order);
    expect(await readOnboardingFacts(table(), brand)).toEqual({
      first_product: first.created_at,
      first_order: order.created_at,
    });
  });

  test('a brand with a time zone has a profile, and an unknown brand has no tour', async () => {
    const brand = await brandOf({ time_zone: 'America/Denver' });
    expect(Object.keys((await readOnboardingFacts(table(), brand)) ?? {})).toEqual(['brand_profile']);
    expect(await readOnboardingFacts(table(), newBrandId())).toBeUndefined();
  });

  test('the profile keeps its time when the plan or the profile changes later', async () => {
    const brand = await brandOf({ time_zone: 'America/Denver' });
    const before = await readOnboardingFacts(table(), brand);
    const record = await findBrand(table(), brand);
    if (record === undefined) throw new Error('No brand');
    const later = { ...record.brand, version: 2, updated_at: '2199-01-01T00:00:00.000Z' };
    const profile = onboardingFactAction(brand, 'brand_profile', later.updated_at);
    await changeBrand(table(), record, later, [profile]);
    expect(await readOnboardingFacts(table(), brand)).toEqual(before);
  });

  test('the first of record and event is the time of a step', async () => {
    const brand = await brandOf();
    const product = aProduct(brand, 'a', {}, new Date('2026-01-02T03:04:05.678Z'));
    await insertProduct(table(), product, []);
    await recordOnboardingFact(table(), brand, 'first_product', '2026-02-01T00:00:00.000Z');
    expect(await readOnboardingFacts(table(), brand)).toEqual({ first_product: product.created_at });
  });

  test('entries that devices made complete the step when the first of them was stored', async () => {
    const [brand, now] = [await brandOf(), new Date('2026-03-01T10:00:00.000Z')];
    const entry = (id: string) => ({ id, gallons: 5, logged_at: '2026-02-27T10:00:00Z' });
    await storeBatch(table(), brand, [entry('fbb6c1de-0a0c-4f5e-9c3b-5f6f5a8f0d11')], now);
    const later = new Date('2026-03-02T10:00:00.000Z');
    // Its id is the smallest, but it is not the first.
    await storeBatch(table(), brand, [entry('00b6c1de-0a0c-4f5e-9c3b-5f6f5a8f0d11')], later);
    expect(await readOnboardingFacts(table(), brand)).toEqual({ first_water_log: now.toISOString() });
  });

  test('a recorded fact outlives its record and keeps its first time', async () => {
    const brand = await brandOf();
    await recordOnboardingFact(table(), brand, 'first_product', '2026-01-01T00:00:00.000Z');
    await recordOnboardingFact(table(), brand, 'first_product', '2026-02-01T00:00:00.000Z');
    expect(await readOnboardingFacts(table(), brand)).toEqual({ first_product: '2026-01-01T00:00:00.000Z' });
  });

  test('parallel changes of one person all have their effect', async () => {
    const [brand, person] = [await brandOf(), newId()];
    const key = onboardingPersonKey(brand, person);
    await Promise.all([
      skipStep(table(), key, 'first_order', true),
      skipStep(table(), key, 'first_campaign', true),
      dismissOnboarding(table(), key, true),
    ]);
    const both = await readOnboardingChoices(table(), brand, person);
    expect(both).toEqual({
      dismissed: true,
      skipped: expect.arrayContaining(['first_order', 'first_campaign']),
    });
    await skipStep(table(), key, 'first_order', false);
    await skipStep(table(), key, 'first_campaign', false);
    expect(await readOnboardingChoices(table(), brand, person)).toEqual({ dismissed: true, skipped: [] });
    expect(await readOnboardingChoices(table(), brand, newId())).toEqual({ dismissed: false, skipped: [] });
  });
}
