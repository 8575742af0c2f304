import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Principal } from '#auth/principal.ts';
import { statusOf } from '#commerce/billing/account.ts';
import { freeEntitlement, readEntitlement, useEntitlement } from '#commerce/billing/entitlement-records.ts';
import { accounts, replaceAccount } from '#commerce/billing/records.ts';
import { brands } from '#commerce/brands/records.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type BillingService, startBillingService } from './billing-service.ts';
import { newBrand } from './commerce-service.ts';
import { invoke, type Outcome, person } from './invoke.ts';
import { watchCommands } from './table-commands.ts';

let service: BillingService;
beforeAll(async () => {
  service = await startBillingService();
});
afterAll(() => service.stop());

const cards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  authentication: '4000002500003155',
  failsLater: '4000000000000341',
};
const returns = { success_url: 'https://app.example/done', cancel_url: 'https://app.example/back' };

interface Customer {
  readonly brand_id: string;
  readonly caller: Principal;
}

const subscriptionOf = async ({ brand_id, caller }: Customer) =>
  (await invoke('get-subscription', { caller, query: { brand_id } })).body.data;

/** Repeats a request that a busy machine did not answer in time, as a client does after 503. */
async function checkout({ brand_id, caller }: Customer, fields: object = {}): Promise<Outcome> {
  const body = { brand_id, plan: 'farm', ...returns, ...fields };
  for (;;) {
    const outcome = await invoke('create-checkout', { caller, body });
    if (outcome.status !== 503) return outcome;
  }
}

const pay = async (url: string, card = cards.succeeds) => {
  const answer = await service.submit(url, { card });
  await service.settled();
  return answer;
};

async function subscribed(fields: object = {}): Promise<Customer> {
  const customer = await newBrand();
  const { body } = await checkout(customer, fields);
  expect((await pay(body.data.url)).headers.get('location')).toBe(returns.success_url);
  return customer;
}

const portalOf = async ({ brand_id, caller }: Customer): Promise<string> =>
  (await invoke('create-portal', { caller, body: { brand_id, return_url: returns.cancel_url } })).body.data
    .url;

const gatewayPlans = async ({ brand_id }: Customer) => {
  const newest = (await brands.find({ brand_id }))?.gateway_keys.at(-1);
  return service.gateway.plansOf(newest?.id ?? '');
};

const invoicesOf = async ({ brand_id, caller }: Customer) =>
  (await invoke('list-invoices', { caller, query: { brand_id } })).body.data;

describe('a new brand', () => {
  test('has no subscription, and no limits', async () => {
    const customer = await newBrand();
    const subscription = await subscriptionOf(customer);
    expect(subscription).toMatchObject({ status: 'none', plan: 'starter', add_ons: [] });
    expect(subscription.entitlements).toContainEqual({ entitlement: 'members', used: 1 });
    expect(
      (await invoke('list-invoices', { caller: customer.caller, query: { brand_id: customer.brand_id } }))
        .body.data,
    ).toEqual([]);
  });

  test('cannot change or open what it does not have', async () => {
    const { brand_id, caller } = await newBrand();
    const change = await invoke('change-subscription', { caller, body: { brand_id, plan: 'farm' } });
    expect(change).toMatchObject({ status: 409, body: { code: 'not_subscribed' } });
    const portal = await invoke('create-portal', {
      caller,
      body: { brand_id, return_url: returns.cancel_url },
    });
    expect(portal.status).toBe(409);
  });

  test('lets only its owner pay', async () => {
    const { brand_id } = await newBrand();
    const manager = person({ [brand_id]: 'manager' });
    expect((await checkout({ brand_id, caller: manager })).status).toBe(403);
    const viewer = person({ [brand_id]: 'viewer' });
    expect((await invoke('get-subscription', { caller: viewer, query: { brand_id } })).status).toBe(403);
  });
});

test('the catalog is public, with prices in cents', async () => {
  const { body } = await invoke('get-plans', { caller: person({}) });
  expect(
    body.data.plans.map(({ price_per_month_cents: cents }: { price_per_month_cents: number }) => cents),
  ).toEqual([900, 4900, 9900]);
});

describe('a payment page', () => {
  test('begins the subscription, moves the plan and the gateway key, and is shown once', async () => {
    const customer = await subscribed({ add_ons: [{ add_on: 'extra_seats', quantity: 2 }] });
    expect(await subscriptionOf(customer)).toMatchObject({
      status: 'active',
      plan: 'farm',
      price_per_month_cents: 4900 + 800,
      add_ons: [{ add_on: 'extra_seats', quantity: 2 }],
      cancel_at_period_end: false,
    });
    const { brand_id, caller } = customer;
    const brand = await invoke('get-brand', { caller, parameters: { brand_id } });
    expect(brand.body.data.plan).toBe('farm');
    expect(await gatewayPlans(customer)).toEqual(['plan-farm']);
    expect(await invoicesOf(customer)).toMatchObject([
      { status: 'paid', total_cents: 5700, amount_paid: 57, currency: 'USD', attempt_count: 1 },
    ]);
    expect(await checkout(customer)).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
  });

  test('reports a declined card, and takes another one', async () => {
    const customer = await newBrand();
    const { url } = (await checkout(customer)).body.data;
    const declined = await pay(url, cards.declined);
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('role="alert"');
    expect((await subscriptionOf(customer)).status).toBe('none');
    expect((await pay(url)).status).toBe(303);
    expect((await subscriptionOf(customer)).status).toBe('active');
  });

  test('asks for authentication', async () => {
    const customer = await newBrand();
    const { url } = (await checkout(customer)).body.data;
    expect(await (await pay(url, cards.authentication)).text()).toContain('Confirm');
    const refused = await service.submit(`${url}/authentication`, { result: 'fail' });
    expect(refused.status).toBe(402);
    await pay(url, cards.authentication);
    await service.submit(`${url}/authentication`, { result: 'complete' });
    await service.settled();
    expect((await subscriptionOf(customer)).status).toBe('active');
  });

  test('expires when another one is opened, and one key opens one page', async () => {
    const customer = await newBrand();
    const first = (await checkout(customer)).body.data.url;
    const again = { caller: customer.caller, headers: { 'idempotency-key': 'one' } };
    const body = { brand_id: customer.brand_id, plan: 'starter', ...returns };
    const second = await invoke('create-checkout', { ...again, body });
    expect((await fetch(first)).status).toBe(410);
    const replayed = await invoke('create-checkout', { ...again, body });
    expect(replayed.body.data.url).toBe(second.body.data.url);
    expect((await fetch(second.body.data.url)).status).toBe(200);
  });
});

describe('a change', () => {
  test('costs what its preview shows', async () => {
    const customer = await subscribed({ plan: 'starter' });
    const { brand_id, caller } = customer;
    await service.advance(10);
    const preview = await invoke('preview-add-ons', { caller, body: { brand_id, plan: 'enterprise' } });
    expect(preview.status).toBe(201);
    const { proration_date, due_now_cents, lines, price_per_month_cents } = preview.body.data;
    expect(price_per_month_cents).toBe(9900);
    expect(lines).toHaveLength(2);
    const changed = await invoke('change-subscription', {
      caller,
      body: { brand_id, plan: 'enterprise', proration_date },
    });
    expect(changed).toMatchObject({ status: 200, body: { data: { plan: 'enterprise', status: 'active' } } });
    await service.settled();
    expect((await invoicesOf(customer))[0]).toMatchObject({ total_cents: due_now_cents, status: 'paid' });
    expect(await gatewayPlans(customer)).toEqual(['plan-enterprise']);
  });

  test('is stored however many events of the provider come between', async () => {
    const { brand_id, caller } = await subscribed();
    const request = new AsyncLocalStorage<true>();
    let met = 0;
    const unwatch = watchCommands(service.table, async ({ name }) => {
      if (!name.startsWith('TransactWrite') || met === 10 || !request.getStore()) return;
      met++;
      const account = await accounts.find({ brand_id });
      await request.exit(() => isWritten(transact(service.table, [replaceAccount(account, account)])));
    });
    const body = { brand_id, add_on: 'extra_sends', quantity: 1 };
    const added = await request.run(true, () => invoke('set-add-on', { caller, body }));
    unwatch();
    expect({ met, status: added.status }).toEqual({ met: 10, status: 201 });
    await service.settled();
  });

  test('adds and removes add-ons, and credits the rest', async () => {
    const customer = await subscribed();
    const { brand_id, caller } = customer;
    const added = await invoke('set-add-on', {
      caller,
      body: { brand_id, add_on: 'extra_sends', quantity: 3 },
    });
    expect(added).toMatchObject({ status: 201, body: { data: { price_per_month_cents: 4900 + 1500 } } });
    const limits = added.body.data.entitlements;
    expect(limits).toContainEqual({ entitlement: 'campaign_sends', limit: 35_000, used: 0 });
    const removed = await invoke('remove-add-on', {
      caller,
      parameters: { add_on: 'extra_sends' },
      query: { brand_id },
    });
    expect(removed.status).toBe(204);
    await service.settled();
    const listed = await invoke('list-add-ons', { caller, query: { brand_id } });
    expect(listed.body.data.map(({ quantity }: { quantity: number }) => quantity)).toEqual([0, 0, 0]);
    // Invoices of one second have no order.
    const totals = (await invoicesOf(customer)).map(
      ({ total_cents }: { total_cents: number }) => total_cents,
    );
    expect(Math.min(...totals)).toBe(-1500);
  });

  test('with a proration date outside of the period is refused by name', async () => {
    const { brand_id, caller } = await subscribed({ plan: 'starter' });
    for (const proration_date of ['2020-01-01T00:00:00Z', '2062-01-01T00:00:00Z']) {
      const change = { brand_id, plan: 'farm', proration_date };
      const addOn = { brand_id, add_on: 'extra_seats', quantity: 1, proration_date };
      for (const refused of [
        await invoke('change-subscription', { caller, body: change }),
        await invoke('set-add-on', { caller, body: addOn }),
      ]) {
        expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
        expect(refused.body.details).toMatchObject([{ path: ['body', 'proration_date'] }]);
      }
    }
  });

  test.each(['flexible', 'classic'])('of a %s subscription is cancelled and kept', async (mode) => {
    const customer = await subscribed();
    const { brand_id, caller } = customer;
    const id = statusOf(await accounts.find({ brand_id }), service.now()).subscription?.id;
    const atProvider = (form: Readonly<Record<string, string>>) =>
      fetch(`${service.payments}/v1/subscriptions/${id}`, {
        method: Object.keys(form).length > 0 ? 'POST' : 'GET',
        ...(Object.keys(form).length > 0 && { body: new URLSearchParams(form) }),
      }).then((response) => response.json());
    // A later comparison settles events of the same second.
    const compared = async () => {
      await service.settled();
      await service.advance(0.001);
    };
    await compared();
    const { current_period_end } = await subscriptionOf(customer);
    const keep = () =>
      invoke('change-subscription', { caller, body: { brand_id, cancel_at_period_end: false } });

    if (mode === 'flexible')
      await service.submit(`${await portalOf(customer)}/cancellation`, { cancel: 'true' });
    else await invoke('change-subscription', { caller, body: { brand_id, cancel_at_period_end: true } });
    await compared();
    expect(await subscriptionOf(customer)).toMatchObject({
      cancel_at: current_period_end,
      cancel_at_period_end: true,
    });
    expect(await atProvider({})).toMatchObject({ cancel_at_period_end: mode === 'classic' });
    expect((await keep()).body.data).toMatchObject({ cancel_at_period_end: false });
    expect(await subscriptionOf(customer)).not.toHaveProperty('cancel_at');

    const at = Math.floor(service.now().getTime() / 1000) + 40 * 86_400;
    expect(await atProvider({ cancel_at: String(at) })).toMatchObject({ cancel_at: at });
    await compared();
    const day = new Date(at * 1000).toISOString();
    expect(await subscriptionOf(customer)).toMatchObject({ cancel_at: day, cancel_at_period_end: false });
    await service.advance(39);
    expect(await subscriptionOf(customer)).toMatchObject({ status: 'active' });
    await service.advance(2);
    expect(await subscriptionOf(customer)).toMatchObject({ status: 'canceled', ended_at: day });
    expect(await subscriptionOf(customer)).not.toHaveProperty('cancel_at');
    expect(await keep()).toMatchObject({ status: 409, body: { code: 'not_subscribed' } });
  });

  test('that is declined changes nothing', async () => {
    const customer = await subscribed({ plan: 'starter' });
    const { brand_id, caller } = customer;
    await service.submit(`${await portalOf(customer)}/card`, { card: cards.failsLater });
    const refused = await invoke('change-subscription', { caller, body: { brand_id, plan: 'enterprise' } });
    expect(refused).toMatchObject({ status: 402, body: { code: 'payment_declined' } });
    expect((await subscriptionOf(customer)).plan).toBe('starter');
  });

  test('of the plan is completed when API Gateway fails in between', async () => {
    const customer = await subscribed({ plan: 'starter' });
    const { brand_id, caller } = customer;
    const release = service.gateway.turn.acquire();
    const changing = invoke('change-subscription', { caller, body: { brand_id, plan: 'farm' } });
    expect((await changing).body.data.plan).toBe('farm');
    release();
    await service.advance(0.1);
    expect(await gatewayPlans(customer)).toEqual(['plan-farm']);
  });
});

describe('entitlements', () => {
  test('limit the brands of a person, and an add-on lifts the limit', async () => {
    const customer = await subscribed({ plan: 'starter' });
    const { brand_id, caller } = customer;
    const create = () => invoke('create-brand', { caller, body: { name: 'Second' } });
    const refused = await create();
    expect(refused).toMatchObject({ status: 402, body: { code: 'payment_required' } });
    expect(refused.body.details).toMatchObject([
      {
        entitlement: 'brands',
        limit: 1,
        used: 1,
        lifted_by: expect.arrayContaining(['add_on:extra_brands']),
      },
    ]);
    await invoke('set-add-on', { caller, body: { brand_id, add_on: 'extra_brands', quantity: 1 } });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402]);
  });

  test('count exactly under races, and give back what ends', async () => {
    const { brand_id: brandId } = await subscribed({ plan: 'starter' });
    const now = service.now();
    const name = 'members';
    const use = () =>
      retryOnConflict(async () =>
        transact(service.table, await useEntitlement({ brandId, name, amount: 1, now })),
      );
    const uses = await Promise.allSettled(Array.from({ length: 6 }, use));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await readEntitlement(brandId, name, now)).toEqual({ limit: 3, used: 3 });
    await transact(service.table, await freeEntitlement({ brandId, name, amount: 1, now }));
    await use();
    expect((await readEntitlement(brandId, name, now)).used).toBe(3);
  });
});

describe('a year', () => {
  test('renews each month, fails, reminds, suspends, recovers, and ends', async () => {
    const customer = await subscribed({ plan: 'farm' });
    for (let month = 0; month < 3; month++) await service.advance(31);
    const renewed = await invoicesOf(customer);
    expect(renewed.length).toBeGreaterThanOrEqual(4);
    expect(renewed.every(({ status }: { status: string }) => status === 'paid')).toBe(true);

    await service.submit(`${await portalOf(customer)}/card`, { card: cards.failsLater });
    const { current_period_end } = await subscriptionOf(customer);
    const toEnd = (Date.parse(current_period_end) - service.now().getTime()) / 86_400_000;
    await service.advance(toEnd + 0.5);
    const late = await subscriptionOf(customer);
    expect(late).toMatchObject({ status: 'past_due', plan: 'farm' });
    expect(late.grace_ends_at).toBeDefined();
    expect((await invoicesOf(customer))[0]).toMatchObject({ status: 'open', attempt_count: 1 });

    await service.advance(14.5);
    expect(await subscriptionOf(customer)).toMatchObject({ status: 'suspended', plan: 'starter' });
    expect(await gatewayPlans(customer)).toEqual(['plan-starter']);

    await service.submit(`${await portalOf(customer)}/card`, { card: cards.succeeds });
    await service.settled();
    expect(await subscriptionOf(customer)).toMatchObject({ status: 'active', plan: 'farm' });
    expect(await gatewayPlans(customer)).toEqual(['plan-farm']);

    const { brand_id, caller } = customer;
    const ending = await invoke('change-subscription', {
      caller,
      body: { brand_id, cancel_at_period_end: true },
    });
    expect(ending.body.data).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await service.advance(32);
    expect(await subscriptionOf(customer)).toMatchObject({ status: 'canceled', plan: 'starter' });

    const { url } = (await checkout(customer, { plan: 'enterprise' })).body.data;
    await pay(url);
    expect(await subscriptionOf(customer)).toMatchObject({ status: 'active', plan: 'enterprise' });
  });
});
