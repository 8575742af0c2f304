import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { accounts, readInvoices } from '#commerce/billing/records.ts';
import { sized } from '../soak.ts';
import { type BillingService, startBillingService, webhookSecret } from './billing-service.ts';
import { newBrand } from './commerce-service.ts';
import { invoke } from './invoke.ts';

const count = sized('payment events, shuffled, repeated and forged', {
  short: 60,
  soak: 1000,
  variable: 'GRANARY_PAYMENT_EVENTS',
});

let service: BillingService;
beforeAll(async () => {
  service = await startBillingService();
});
afterAll(() => service.stop());

const { webhooks } = Stripe;
const begin = Date.parse('2026-03-01T08:00:00.000Z') / 1000;

/** A sequence that is the same in every run. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const statuses = ['active', 'past_due', 'active', 'active', 'past_due', 'unpaid', 'active', 'trialing'];

/** The life of a brand at Stripe: subscriptions that change, and their invoices. Some events share a second. */
function lifeOf(brand: string, name: string, random: (below: number) => number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const created = begin + Math.floor(index / 2) * 600;
    const number = Math.floor((index / count) * 3);
    const identity = { id: `evt_${name}_${index}`, object: 'event', api_version: null, created };
    const common = {
      customer: `cus_${name}`,
      currency: 'usd',
      metadata: { brand_id: brand },
      created: begin + number * 1000,
    };
    if (index % 4 === 3) {
      const attempts = random(4);
      const status = random(2) === 0 ? 'open' : 'paid';
      const object = {
        ...common,
        id: `in_${name}_${random(12)}`,
        object: 'invoice',
        parent: { subscription_details: { metadata: { brand_id: brand } } },
        status,
        total: 4900,
        amount_due: 4900,
        amount_paid: status === 'paid' ? 4900 : 0,
        attempt_count: attempts,
        attempted: attempts > 0,
        period_start: begin,
        period_end: begin + 86_400,
      };
      const type = status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed';
      return { ...identity, type, data: { object } };
    }
    const status = index % 40 === 38 ? 'canceled' : statuses[random(statuses.length)];
    const price = ['starter_900', 'farm_4900', 'enterprise_9900'][random(3)];
    const object = {
      ...common,
      id: `sub_${name}_${number}`,
      object: 'subscription',
      status,
      cancel_at_period_end: random(2) === 0,
      cancel_at: random(3) === 0 ? begin + (1 + random(3)) * 2_678_400 : null,
      items: {
        data: [
          {
            price: { lookup_key: `granary_${price}_usd`, metadata: {}, unit_amount: 900 },
            quantity: 1,
            current_period_start: begin,
            current_period_end: begin + (1 + random(3)) * 2_678_400,
          },
        ],
      },
    };
    return { ...identity, type: 'customer.subscription.updated', data: { object } };
  });
}

const signed = (body: string, secret = webhookSecret) =>
  webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(service.now().getTime() / 1000),
  });

/** What a brand ends with, without the names of its records. */
async function endOf(brand: string, name: string): Promise<string> {
  const account = await accounts.find({ brand_id: brand });
  const { data } = await readInvoices({ brand_id: brand, limit: 200 });
  const { version, brand_id, customer_id, ...rest } = account ?? {};
  const text = JSON.stringify({ rest, data }, sorted);
  return text.replaceAll(brand, 'brand').replaceAll(name, 'name');
}

const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

test('events that are shuffled, repeated and forged lead to the same state as in order', async () => {
  const [ordered, mixed] = [await newBrand(), await newBrand()];
  for (const event of lifeOf(ordered.brand_id, 'one', randomOf(7))) {
    const body = JSON.stringify(event);
    expect((await service.receive(body, signed(body))).status).toBe(200);
  }

  const random = randomOf(99);
  const life = lifeOf(mixed.brand_id, 'two', randomOf(7)).map((event) => JSON.stringify(event));
  const repeated = life.filter(() => random(3) === 0);
  const forged = Array.from({ length: Math.ceil(count / 20) }, (_, index) => {
    const [body = ''] = life.slice(random(life.length));
    return {
      body: body.replaceAll('evt_', `evt_forged${index}_`).replace('active', 'canceled'),
      secret: 'whsec_other',
    };
  });
  const all = [...[...life, ...repeated].map((body) => ({ body, secret: webhookSecret })), ...forged]
    .map((one) => ({ one, order: random(1e9) }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one);
  const waiting = all.values();
  const results = new Map<number, number>();
  const receiver = async () => {
    for (const { body, secret } of waiting) {
      let { status } = await service.receive(body, signed(body, secret));
      // As the provider does after a conflict.
      while (status === 409) ({ status } = await service.receive(body, signed(body, secret)));
      results.set(status, (results.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 4 }, receiver));
  expect(results.get(400)).toBe(forged.length);
  expect(results.get(200)).toBe(life.length + repeated.length);

  expect(await endOf(mixed.brand_id, 'two')).toBe(await endOf(ordered.brand_id, 'one'));
  const read = async ({ brand_id, caller }: typeof ordered) => {
    const { body } = await invoke('get-subscription', { caller, query: { brand_id } });
    return { ...body.data, brand_id: undefined };
  };
  expect(await read(mixed)).toEqual(await read(ordered));
  const planOf = async ({ brand_id, caller }: typeof ordered) =>
    (await invoke('get-brand', { caller, parameters: { brand_id } })).body.data.plan;
  expect(await planOf(mixed)).toBe(await planOf(ordered));
}, 600_000);

const days = (count: number) => begin + count * 86_400;
const time = (seconds: number) => new Date(seconds * 1000).toISOString();

test.each([
  ['flexible, at the end of the period', { cancel_at: days(31) }, true, days(31)],
  ['classic, at the end of the period', { cancel_at: days(31), cancel_at_period_end: true }, true, days(31)],
  ['classic, without a date', { cancel_at_period_end: true }, true, days(31)],
  ['before the end of the period', { cancel_at: days(10) }, false, days(10)],
  ['in a later period', { cancel_at: days(100) }, false, days(100)],
  ['taken back', { canceled_at: null }, false, undefined],
  ['not the period of the plan', { cancel_at_period_end: true }, false, days(7), days(7)],
])('a cancellation of Stripe is shown with its day: %s', async (...row) => {
  const [, end, atPeriodEnd, cancelAt, addOnEnds = days(31)] = row;
  const { brand_id, caller } = await newBrand();
  const fields = { cancel_at: null, cancel_at_period_end: false, ...end };
  const item = (price: string, ends: number) => ({
    price: { lookup_key: `granary_${price}_usd`, metadata: {}, unit_amount: 900 },
    quantity: 1,
    current_period_start: begin,
    current_period_end: ends,
  });
  const object = {
    id: `sub_${brand_id}`,
    object: 'subscription',
    customer: `cus_${brand_id}`,
    currency: 'usd',
    metadata: { brand_id },
    created: begin,
    status: 'active',
    // The plan is not the first item.
    items: { data: [item('extra_seats_500', addOnEnds), item('farm_4900', days(31))] },
    ...fields,
  };
  const event = {
    id: `evt_${brand_id}`,
    type: 'customer.subscription.updated',
    created: begin,
    data: { object },
  };
  const body = JSON.stringify(event);
  expect((await service.receive(body, signed(body))).status).toBe(200);
  const shown = (await invoke('get-subscription', { caller, query: { brand_id } })).body.data;
  expect(shown).toMatchObject({
    plan: 'farm',
    current_period_end: time(days(31)),
    cancel_at_period_end: atPeriodEnd,
  });
  expect(shown.cancel_at).toBe(cancelAt && time(cancelAt));
});

test('an event needs a signature of the last 300 seconds', async () => {
  const body = JSON.stringify({ id: 'evt_x', type: 'some.thing', created: begin, data: { object: {} } });
  const seconds = Math.floor(service.now().getTime() / 1000);
  const at = (timestamp: number) =>
    webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp });
  expect((await service.receive(body, undefined)).status).toBe(400);
  expect((await service.receive(body, 't=1,v1=00')).status).toBe(400);
  expect((await service.receive(`${body} `, at(seconds))).status).toBe(400);
  const old = await service.receive(body, at(seconds - 400));
  expect(old).toMatchObject({ status: 400, body: expect.stringContaining('invalid_signature') });
});

test('an event of an unknown type or brand is accepted, and stored once', async () => {
  const body = JSON.stringify({ id: 'evt_new', type: 'some.thing', created: begin, data: { object: {} } });
  const outcomes = [];
  for (let n = 0; n < 2; n++)
    outcomes.push(JSON.parse((await service.receive(body, signed(body))).body).data.outcome);
  expect(outcomes).toEqual(['ignored', 'repeated']);
  const [foreign] = lifeOf(crypto.randomUUID(), 'three', randomOf(1)).map((event) => JSON.stringify(event));
  const answer = await service.receive(foreign ?? '', signed(foreign ?? ''));
  expect(JSON.parse(answer.body).data.outcome).toBe('unlinked');
});
