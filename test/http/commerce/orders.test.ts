import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sized } from '../../soak.ts';
import { call, get, newProduct, orderOf, post, put, stack } from '../stack/api-client.ts';

const parallel = sized('parallel orders of one stock', { short: 40, soak: 200, variable: 'PARALLEL_ORDERS' });
const units = parallel / 4;

const patch = (path: string, body: unknown, options: Parameters<typeof call>[2] = {}) =>
  call('PATCH', path, { ...options, body });

/** A product with this stock. */
async function stocked(quantity: number): Promise<string> {
  const id = await newProduct();
  await put(`/api/v1/products/${id}/stock`, { mode: 'tracked' });
  const received = await post(`/api/v1/products/${id}/stock/adjustments`, { kind: 'receive', quantity });
  expect(received.status).toBe(201);
  return id;
}

/** Repeats a request whose outcome is open, as a client does: with the same key. */
async function certain(body: object) {
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await post('/api/v1/orders', body, { headers });
    if (answer.status !== 503 && answer.body.code !== 'idempotency_in_flight') return answer;
  }
}

test(`${parallel} parallel orders sell exactly ${units} units of a stock of ${units}`, async () => {
  const id = await stocked(units);
  const body = { brand_id: stack.brandId, items: [{ product_id: id, quantity: 1, price: 1 }] };
  const answers = await Promise.all(Array.from({ length: parallel }, () => certain(body)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(201), count(409)]).toEqual([units, parallel - units]);
  const { body: levels } = await get(`/api/v1/products/${id}/stock`);
  expect(levels.data).toMatchObject([{ on_hand: units, reserved: units, available: 0 }]);
});

describe('the life of an order over HTTP', () => {
  test('edit, pay, refund, cancel, with history and stock', async () => {
    const product = await stocked(5);
    const made = await post('/api/v1/orders', orderOf(product, { customer_name: 'Zelda Quince' }));
    const path = `/api/v1/orders/${made.body.data.id}`;
    const merge = { headers: { 'content-type': 'application/merge-patch+json', 'if-match': '"v1"' } };
    const items = [{ product_id: product, quantity: 4, price: 2.5 }];
    const edited = await patch(path, { items }, merge);
    expect([edited.status, edited.headers.get('etag')]).toEqual([200, '"v2"']);
    expect(edited.body.data).toMatchObject({
      total: 10,
      amount_due_cents: 1000,
      stock: { state: 'reserved' },
    });
    expect((await patch(path, { items }, merge)).status).toBe(412);
    const tooMany = await patch(path, { items: [{ ...items[0], quantity: 6 }] });
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'out_of_stock']);
    const paid = await post(`${path}/payments`, { amount_cents: 1000, method: 'card' });
    expect([paid.status, paid.body.data.order.payment_state]).toEqual([201, 'paid']);
    const refunded = await post(`${path}/refunds`, { amount_cents: 1000, method: 'card', reason: 'Hail' });
    expect(refunded.body.data.order.payment_state).toBe('refunded');
    const cancelled = await put(`${path}/status`, { status: 'cancelled', reason: 'Hail' });
    expect(cancelled.body.data).toMatchObject({ cancel_reason: 'Hail', stock: { state: 'released' } });
    const history = await get(`${path}/history`);
    expect(history.body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'status_changed',
      'refunded',
      'paid',
      'edited',
    ]);
    const found = await get(`/api/v1/orders?brand_id=${stack.brandId}&customer=zelda+qu&sort=-total`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toContain(made.body.data.id);
    const levels = await get(`/api/v1/products/${product}/stock`);
    expect(levels.body.data).toMatchObject([{ available: 5, reserved: 0 }]);
  });
});

test('a promo code is created, listed, replaced and deleted', async () => {
  const code = `HTTP-${randomUUID().slice(0, 8)}`;
  const body = { brand_id: stack.brandId, code, kind: 'percent', percent: 10 };
  const made = await post('/api/v1/promo-codes', body);
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"v1"']);
  const again = await post('/api/v1/promo-codes', { ...body, code: code.toLowerCase() });
  expect([again.status, again.body.code]).toEqual([409, 'promo_code_exists']);
  const path = made.headers.get('location') ?? '';
  const faulty = await put(path, { kind: 'fixed', percent: 10 });
  expect([faulty.status, faulty.body.details[0].path]).toEqual([400, ['body', 'kind']]);
  expect((await put(path, { kind: 'fixed', amount_cents: 100 })).body.data.version).toBe(2);
  expect((await call('DELETE', path, { headers: { 'if-match': '"v1"' } })).status).toBe(412);
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await get(path)).status).toBe(404);
});
