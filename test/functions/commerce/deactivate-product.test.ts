import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CommerceService, newBrand, startCommerceService } from '../commerce-service.ts';
import { invoke } from '../invoke.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

test('takes a product off sale once', async () => {
  const { brand_id, caller } = await newBrand();
  const made = await invoke('create-product', { caller, body: { brand_id, name: 'Pear', price: 2 } });
  const parameters = { id: made.body.data.id };
  const first = await invoke('deactivate-product', { caller, parameters });
  expect(first).toMatchObject({ status: 200, body: { data: { is_active: false, price: 2, version: 2 } } });
  const second = await invoke('deactivate-product', { caller, parameters });
  expect([second.status, second.body]).toEqual([200, first.body]);
});

test('a viewer cannot take a product off sale', async () => {
  const { brand_id, caller } = await newBrand();
  const made = await invoke('create-product', { caller, body: { brand_id, name: 'Pear' } });
  const viewer = { ...caller, brands: { [brand_id]: 'viewer' as const } };
  const { status } = await invoke('deactivate-product', {
    caller: viewer,
    parameters: { id: made.body.data.id },
  });
  expect(status).toBe(403);
});
