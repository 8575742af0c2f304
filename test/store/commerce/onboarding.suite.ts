import { expect, test } from '@jest/globals';
import { brandInput } from '#commerce/brands/contract.ts';
import { brands, changeBrand, insertBrand } from '#commerce/brands/records.ts';
import { newBrand, shownBrand } from '#commerce/brands/rules.ts';
import {
  onboardingFactAction,
  profileFactActions,
  readOnboardingFacts,
  recordOnboardingFact,
} from '#commerce/onboarding/records.ts';
import { storeBatch } from '#commerce/water-logs/batch-records.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { anOrder, aProduct, insertOrder, newBrandId, writeProduct } from './samples.ts';

export function onboardingSuite(table: () => Table): void {
  const brandOf = async (fields: object = {}) => {
    const author = { credential: 'bearer', operator: false } as const;
    const id = newBrandId();
    const brand = newBrand(brandInput.parse({ name: 'n', ...fields }), author, { id, now: new Date() });
    await transact(table(), [
      ...insertBrand({ ...brand, gateway_keys: [] }, undefined),
      ...profileFactActions(brand),
    ]);
    return id;
  };

  test('facts come from the records of the brand, with the time of the first one', async () => {
    const brand = await brandOf();
    expect(await readOnboardingFacts(brand)).toEqual({});
    const first = aProduct(brand, 'a', {}, new Date('2026-01-02T03:04:05.678Z'));
    await writeProduct(table(), { after: aProduct(brand, 'b') });
    await writeProduct(table(), { after: first });
    const order = anOrder(brand);
    await insertOrder(table(), order);
    expect(await readOnboardingFacts(brand)).toEqual({
      first_product: first.created_at,
      first_order: order.created_at,
    });
  });

  test('a brand with a time zone has a profile, and an unknown brand has no tour', async () => {
    const brand = await brandOf({ time_zone: 'America/Denver' });
    expect(Object.keys((await readOnboardingFacts(brand)) ?? {})).toEqual(['brand_profile']);
    expect(await readOnboardingFacts(newBrandId())).toBeUndefined();
  });

  test('the profile keeps its time when the plan or the profile changes later', async () => {
    const brand = await brandOf({ time_zone: 'America/Denver' });
    const before = await readOnboardingFacts(brand);
    const record = await brands.find({ brand_id: brand });
    if (record === undefined) throw new Error('No brand');
    const later = { ...shownBrand(record), version: 2, updated_at: '2199-01-01T00:00:00.000Z' };
    const profile = onboardingFactAction(brand, 'brand_profile', later.updated_at);
    await transact(table(), [...changeBrand(record, later), profile]);
    expect(await readOnboardingFacts(brand)).toEqual(before);
  });

  test('the first of record and event is the time of a step', async () => {
    const brand = await brandOf();
    const product = aProduct(brand, 'a', {}, new Date('2026-01-02T03:04:05.678Z'));
    await writeProduct(table(), { after: product });
    await recordOnboardingFact(brand, 'first_product', '2026-02-01T00:00:00.000Z');
    expect(await readOnboardingFacts(brand)).toEqual({ first_product: product.created_at });
  });

  test('entries that devices made complete the step when the first of them was stored', async () => {
    const [brand, now] = [await brandOf(), new Date('2026-03-01T10:00:00.000Z')];
    const entry = (id: string) => ({ id, gallons: 5, logged_at: '2026-02-27T10:00:00Z' });
    await storeBatch(brand, [entry('fbb6c1de-0a0c-4f5e-9c3b-5f6f5a8f0d11')], now);
    const later = new Date('2026-03-02T10:00:00.000Z');
    // Its id is the smallest, but it is not the first.
    await storeBatch(brand, [entry('00b6c1de-0a0c-4f5e-9c3b-5f6f5a8f0d11')], later);
    expect(await readOnboardingFacts(brand)).toEqual({ first_water_log: now.toISOString() });
  });

  test('a recorded fact outlives its record and keeps its first time', async () => {
    const brand = await brandOf();
    await recordOnboardingFact(brand, 'first_product', '2026-01-01T00:00:00.000Z');
    await recordOnboardingFact(brand, 'first_product', '2026-02-01T00:00:00.000Z');
    expect(await readOnboardingFacts(brand)).toEqual({ first_product: '2026-01-01T00:00:00.000Z' });
  });
}
