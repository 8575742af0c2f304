import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dueTimeOf } from '#store/commerce/work/work-items.ts';
import { anOrder, type CommerceService, newBrand, startCommerceService } from './commerce-service.ts';
import { type Invocation, invoke, person } from './invoke.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

describe('brands', () => {
  test('a signed-in person creates a brand, and its gateway keys are never returned', async () => {
    const { brand_id, caller } = await newBrand();
    const read = await invoke('get-brand', { caller, parameters: { brand_id } });
    expect(read.body.data).toMatchObject({ id: brand_id, plan: 'starter', catalog: 'managed', version: 1 });
    expect(await dueTimeOf(service.table, 'set-gateway-key', brand_id)).toBeDefined();
  });

  test('an operator changes the plan of a brand, and its owner renames it', async () => {
    const { brand_id, caller } = await newBrand();
    const parameters = { brand_id };
    const operator = person({}, { operator: true });
    const moved = await invoke('update-brand', {
      caller: operator,
      parameters,
      body: { name: 'Meadow', plan: 'farm' },
    });
    expect(moved.body.data).toMatchObject({ plan: 'farm', version: 2 });
    const renamed = await invoke('update-brand', {
      caller,
      parameters,
      body: { name: 'Mine', plan: 'farm' },
    });
    expect(renamed.body.data).toMatchObject({ name: 'Mine', plan: 'farm', version: 3 });
    const taken = await invoke('update-brand', {
      caller,
      parameters,
      body: { name: 'Mine', plan: 'enterprise' },
    });
    expect(taken.status).toBe(403);
  });

  test('an API key cannot create a brand', async () => {
    const program = person({}, { credential: 'api_key', subject: 'key:1' });
    expect((await invoke('create-brand', { caller: program, body: { name: 'x' } })).status).toBe(403);
  });
});

describe('every operation on the records that it creates', () => {
  test('orders', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    const made = await invoke('create-order', { caller, body: anOrder(brand_id) });
    expect(made).toMatchObject({ status: 201, body: { data: { total: 0.3, status: 'pending' } } });
    const { id } = made.body.data;
    const parameters = { id };
    expect((await invoke('get-order', { caller, parameters })).body).toEqual(made.body);
    const moved = await invoke('update-order-status', { caller, parameters, body: { status: 'confirmed' } });
    expect(moved).toMatchObject({ status: 200, headers: { ETag: '"v2"' } });
    const again = await invoke('update-order-status', { caller, parameters, body: { status: 'confirmed' } });
    expect(again.body).toEqual(moved.body);
    const listed = await invoke('list-orders', { caller, query: { brand_id, status: 'confirmed' } });
    expect(listed.body.data).toEqual([moved.body.data]);
    const stranger = person({ [randomUUID()]: 'owner' });
    expect((await invoke('get-order', { caller: stranger, parameters })).status).toBe(404);
  });

  test('products, and the search that is recorded in each brand searched', async () => {
    const [first, second] = [await newBrand(), await newBrand()];
    const caller = { ...first.caller, brands: { ...first.caller.brands, ...second.caller.brands } };
    const make = (brand_id: string, name: string) =>
      invoke('create-product', { caller, body: { brand_id, name, price: 5e-324 } });
    const pear = await make(first.brand_id, 'Pear');
    const apple = await make(second.brand_id, 'apple pear');
    expect(pear).toMatchObject({ status: 201, headers: { ETag: '"v1"' } });
    const found = await invoke('list-products', { caller, query: { search: 'PEAR', limit: '1' } });
    expect(found.body).toEqual({
      data: [apple.body.data],
      pagination: { limit: 1, offset: 0, count: 1 },
    });
    for (const { brand_id } of [first, second]) {
      const activity = await invoke('list-activity', {
        caller,
        query: { brand_id, event: 'searchPerformed' },
      });
      expect(activity.body.data).toMatchObject([{ data: { search: 'PEAR', results: 1, area: 'products' } }]);
    }
    const parameters = { id: pear.body.data.id };
    const replaced = await invoke('update-product', { caller, parameters, body: { name: 'Plum' } });
    expect(replaced.body.data).toMatchObject({ name: 'Plum', version: 2 });
    expect((await invoke('get-product', { caller, parameters })).body).toEqual(replaced.body);
    const stale = { caller, parameters, headers: { 'if-match': '"v1"' } };
    expect((await invoke('delete-product', stale)).status).toBe(412);
    expect((await invoke('delete-product', { caller, parameters })).status).toBe(204);
    expect((await invoke('get-product', { caller, parameters })).status).toBe(404);
    expect(
      (await invoke('list-products', { caller, query: { brand_id: first.brand_id } })).body.data,
    ).toEqual([]);
  });

  test('campaigns', async () => {
    const { brand_id, caller } = await newBrand();
    const body = { brand_id, name: 'n', subject: 's', content: 'c', contact_ids: [randomUUID()] };
    const made = await invoke('create-campaign', { caller, body });
    expect(made).toMatchObject({ status: 201, body: { data: { type: 'email', status: 'draft' } } });
    const { id } = made.body.data;
    expect((await invoke('get-campaign', { caller, parameters: { id } })).body).toEqual(made.body);
    const listed = await invoke('list-campaigns', { caller, query: { brand_id } });
    expect(listed.body.data).toEqual([made.body.data]);
    const activity = await invoke('list-activity', { caller, query: { brand_id } });
    expect(activity.body.data).toMatchObject([
      { event: 'campaignCreated', data: { campaign_id: id, type: 'email', audience_size: 1 } },
    ]);
  });

  test('water logs', async () => {
    const { brand_id, caller } = await newBrand();
    const made = await invoke('create-water-log', { caller, body: { brand_id, gallons: 1e308 } });
    expect(made).toMatchObject({ status: 201, body: { data: { gallons: 1e308 } } });
    const { id } = made.body.data;
    expect((await invoke('get-water-log', { caller, parameters: { id } })).body).toEqual(made.body);
    const listed = await invoke('list-water-logs', { caller, query: { brand_id } });
    expect(listed.body).toEqual({ data: [made.body.data] });
    const unnamed = await invoke('list-water-logs', { caller, query: { brand_id: '' } });
    expect(unnamed).toMatchObject({ status: 400, body: { error: 'brand_id is required' } });
  });

  test('water logs without a brand are 400, even for a person without brands', async () => {
    for (const query of [{}, { brand_id: '' }]) {
      expect(await invoke('list-water-logs', { caller: person({}), query })).toMatchObject({
        status: 400,
        body: { error: 'brand_id is required' },
      });
    }
    const query = { brand_id: randomUUID() };
    expect(await invoke('list-water-logs', { caller: person({}), query })).toMatchObject({
      status: 403,
      body: { code: 'no_brand_held' },
    });
  });

  test('referrals', async () => {
    const { brand_id, caller } = await newBrand();
    const code = await invoke('create-referral-code', { caller, body: { brand_id } });
    expect(code).toMatchObject({ status: 201, body: { data: { redemption_count: 0 } } });
    const body = { brand_id, referral_code: code.body.data.code, referred_email: 'ana@example.com' };
    const redeemed = await invoke('redeem-referral', { caller, body });
    expect(redeemed).toMatchObject({
      status: 201,
      body: { data: { ...body, referred_user_id: expect.any(String) } },
    });
    expect(await invoke('redeem-referral', { caller, body })).toMatchObject({
      status: 409,
      body: { code: 'already_redeemed' },
    });
    const unknown = { ...body, referral_code: 'NEVERMADE' };
    expect((await invoke('redeem-referral', { caller, body: unknown })).status).toBe(404);
    const codes = await invoke('list-referral-codes', { caller, query: { brand_id } });
    expect(codes.body.data).toMatchObject([{ redemption_count: 1 }]);
    const activity = await invoke('list-activity', { caller, query: { brand_id } });
    const { referral_code, referred_user_id } = redeemed.body.data;
    expect(activity.body.data).toMatchObject([{ data: { referral_code, referred_user_id } }]);
  });

  test('API keys', async () => {
    const { brand_id, caller } = await newBrand();
    const made = await invoke('create-api-key', { caller, body: { brand_id, name: 'Till', role: 'viewer' } });
    const { secret, ...key } = made.body.data;
    expect(secret).toMatch(/^gk_test_[\w-]{43}$/);
    const list = () => invoke('list-api-keys', { caller, query: { brand_id } });
    expect((await list()).body.data).toEqual([key]);
    expect((await invoke('revoke-api-key', { caller, parameters: { id: key.id } })).status).toBe(204);
    expect((await list()).body.data).toEqual([{ ...key, revoked_at: expect.any(String) }]);
    expect((await invoke('revoke-api-key', { caller, parameters: { id: randomUUID() } })).status).toBe(404);
  });

  test.each(['orders', 'revenue', 'customers', 'products'])('the report on %s', async (report_type) => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    await invoke('create-order', { caller, body: anOrder(brand_id) });
    const query = {
      brand_id,
      start_date: '0000-01-01T00:00:00Z',
      end_date: '9999-12-31T00:00:00Z',
      report_type,
    };
    const { status, body } = await invoke('get-report', { caller, query });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ report_type, from: '0000-01-01', to: '9999-12-31' });
  });
});

describe('repetition', () => {
  const withKey = { 'idempotency-key': 'k-1' };

  test('of each POST with its Idempotency-Key changes nothing, and never shows a secret again', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    await invoke('create-referral-code', { caller, body: { brand_id, code: 'MEADOW10' } });
    const posts: readonly (readonly [string, object])[] = [
      ['create-order', anOrder(brand_id, { customer_email: 'ana@example.com' })],
      ['create-product', { brand_id, name: 'Pear' }],
      ['create-campaign', { brand_id, name: 'n', subject: 's', content: 'c' }],
      ['create-water-log', { brand_id, gallons: 1 }],
      ['redeem-referral', { brand_id, referral_code: 'MEADOW10', referred_email: 'ana@example.com' }],
      ['create-referral-code', { brand_id }],
      ['create-api-key', { brand_id, name: 'Till', role: 'viewer' }],
      ['create-brand', { name: 'Second' }],
    ];
    for (const [name, body] of posts) {
      const call: Invocation = { caller, body, headers: { 'idempotency-key': `"${name}"` } };
      const [first, second] = [await invoke(name, call), await invoke(name, call)];
      expect(first.status).toBe(201);
      expect(second.headers).toMatchObject({ 'Idempotent-Replayed': 'true' });
      const { secret, ...shown } = first.body.data;
      expect(second.body.data).toEqual(shown);
      expect(secret !== undefined).toBe(name === 'create-api-key');
    }
    const orders = await invoke('list-orders', { caller, query: { brand_id } });
    expect(orders.body.data).toHaveLength(1);
  });

  test('at the same time creates one order', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    const call: Invocation = { caller, body: anOrder(brand_id), headers: withKey };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => invoke('create-order', call)));
    expect(outcomes.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const orders = await invoke('list-orders', { caller, query: { brand_id } });
    expect(orders.body.data).toHaveLength(1);
  });
});

describe('concurrent changes', () => {
  test('all succeed in turn without If-Match, and only one succeeds with it', async () => {
    const { brand_id, caller } = await newBrand();
    const { body } = await invoke('create-product', { caller, body: { brand_id, name: 'Pear' } });
    const parameters = { id: body.data.id };
    const change = (headers: Record<string, string>) => (_: unknown, index: number) =>
      invoke('update-product', { caller, parameters, body: { name: `Pear ${index}` }, headers });
    const tagged = await Promise.all(Array.from({ length: 4 }, change({ 'if-match': '"v1"' })));
    expect(tagged.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const free = await Promise.all(Array.from({ length: 4 }, change({})));
    expect(free.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await invoke('get-product', { caller, parameters })).body.data.version).toBe(6);
  });

  test('two concurrent confirmations confirm an order once', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    const { body } = await invoke('create-order', { caller, body: anOrder(brand_id) });
    const call = { caller, parameters: { id: body.data.id }, body: { status: 'confirmed' } };
    const outcomes = await Promise.all([1, 2, 3].map(() => invoke('update-order-status', call)));
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(outcomes.map((outcome) => outcome.body.data.version))).toEqual(new Set([2]));
  });
});

test('a body with more faults than a call takes arguments is 400', async () => {
  const { brand_id, caller } = await newBrand();
  const contact_ids = Array.from({ length: 130_000 }, () => 1);
  const body = { brand_id, name: 'n', subject: 's', content: 'c', contact_ids };
  const refused = await invoke('create-campaign', { caller, body });
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect(refused.body.details).toHaveLength(100);
});

test('half a surrogate pair in a body is stored as U+FFFD', async () => {
  const { brand_id, caller } = await newBrand({ catalog: 'external' });
  const { status, body } = await invoke('create-order', {
    caller,
    body: anOrder(brand_id, { notes: 'a\ud800b😀' }),
  });
  expect(status).toBe(201);
  expect(body.data.notes).toBe('a\ufffdb😀');
});
