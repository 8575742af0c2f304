import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { sized } from '../../soak.ts';
import { anOrder, type CommerceService, newBrand, startCommerceService } from '../commerce-service.ts';
import { needsMore, outcomesOf } from '../generated-outcomes.ts';
import { generatedRequests } from '../generated-requests.ts';
import { invoke } from '../invoke.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

const requests = sized('generated requests to the functions of commerce', { short: 1_200, soak: 10_000 });

test('generated requests get no 5xx except for invalid JSON, and no data of another brand', async () => {
  const secret = `Secret ${crypto.randomUUID()}`;
  const { brand_id, caller } = await newBrand({ catalog: 'external' });
  const product = await invoke('create-product', { caller, body: { brand_id, name: secret } });
  const order = await invoke('create-order', { caller, body: anOrder(brand_id, { notes: secret }) });
  const own = await newBrand();
  const generated = generatedRequests(
    commerceEndpoints.filter((endpoint) => !needsMore(endpoint)),
    { own: [own.brand_id], foreign: [product.body.data.id, order.body.data.id, brand_id] },
  );
  const { faults, statuses } = await outcomesOf(generated, { requests, caller: own.caller, secret });
  expect(faults).toEqual([]);
  // Requests passed validation.
  for (const status of [200, 400, 403, 404]) expect([status, statuses.has(status)]).toEqual([status, true]);
}, 300_000);
