import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path, { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { PaymentProvider } from '#commerce/billing/provider.ts';
import { Clock } from '#lib/local/clock/clock-routes.ts';
import { operation } from '#lib/local/control-plane/operation.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { close, listen } from '#lib/local/http/http-server.ts';
import { startPayments } from '#lib/local/payments/payments.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { readInvoice, readSubscription } from '#store/adapters/stripe/read-objects.ts';
import { openStripe } from '#store/adapters/stripe/stripe.ts';
import { leaveOut } from '../../soak.ts';

/** Example objects that Stripe publishes. They are not part of the repository. */
const fixtureFile =
  process.env['STRIPE_FIXTURES'] ??
  path.resolve(import.meta.dirname, '../../../../shared/stripe/fixtures3.json');
const hasFixtures = existsSync(fixtureFile);
if (!hasFixtures) leaveOut('objects of Stripe', 'STRIPE_FIXTURES names no file');

const mockProgram = [
  ...(process.env['PATH'] ?? '').split(path.delimiter),
  join(process.env['HOME'] ?? '', 'go/bin'),
  process.env['GOBIN'] ?? '',
]
  .map((folder) => join(folder, 'stripe-mock'))
  .find((file) => existsSync(file) && spawnSync(file, ['-version']).status === 0);
if (mockProgram === undefined)
  leaveOut(
    'requests to Stripe',
    'stripe-mock is not installed (go install github.com/stripe/stripe-mock@latest)',
  );

const plane = new ControlPlane();
beforeAll(async () => {
  const SecretString = JSON.stringify({ api_key: 'sk_test_123', webhook_secret: 'whsec_test' });
  const GetSecretValue = operation(z.object({}), () => ({ SecretString }));
  plane.serve({ targets: { secretsmanager: { GetSecretValue } }, routes: [] });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await listen(plane.server, 0),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
afterAll(() => close(plane.server, 0));

const openAt = (address: string) => openStripe({ secretId: 'payment', currency: 'USD', address });
const returns = { success_url: 'https://app.example/done', cancel_url: 'https://app.example/back' };

const withMock = mockProgram === undefined ? describe.skip : describe;
withMock("every request of the adapter passes Stripe's own OpenAPI document", () => {
  let mock: ChildProcess;
  let stripe: PaymentProvider;
  beforeAll(async () => {
    const port = await freePort();
    mock = spawn(mockProgram ?? '', ['-http-port', String(port)], { stdio: 'ignore' });
    stripe = openAt(`http://127.0.0.1:${port}`);
    for (let attempt = 0; attempt < 200; attempt++) {
      if (await fetch(`http://127.0.0.1:${port}`).catch(() => undefined)) return;
      await delay(50);
    }
    throw new Error('stripe-mock did not start');
  });
  afterAll(() => {
    mock.kill();
  });

  const items = { plan: 'farm', add_ons: { extra_seats: 2 } } as const;
  const requests: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a customer', () => stripe.createCustomer({ id: 'b1', name: 'Meadow' }, 'k1')],
    [
      'a payment page',
      () => stripe.createCheckout({ ...items, ...returns, customer_id: 'cus_1', brand_id: 'b1' }, 'k2'),
    ],
    ['the end of a payment page', () => stripe.expireCheckout('cs_1', 'k3')],
    ['the portal', () => stripe.createPortal({ customer_id: 'cus_1', return_url: returns.cancel_url }, 'k4')],
    ['a subscription', () => stripe.findSubscription('sub_1')],
    ['a change of items', () => stripe.changeItems('sub_1', items, { key: 'k5' })],
    [
      'a change as previewed',
      () => stripe.changeItems('sub_1', items, { key: 'k6', proration_date: '2026-03-02T00:00:00.000Z' }),
    ],
    ['a preview', () => stripe.previewItems('sub_1', items, '2026-03-02T00:00:00.000Z')],
    ['a cancellation', () => stripe.setCancellation('sub_1', true, 'k7')],
    ['the end of a subscription', () => stripe.cancelNow('sub_1', 'k8')],
  ];
  test.each(requests)('%s', async (_, request) => {
    await request();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('an error of Stripe is an error of the catalog', () => {
  let server: Server;
  let stripe: PaymentProvider;
  let answer: { readonly status: number; readonly error: object };
  beforeAll(async () => {
    server = createHttpServer((request, response) => {
      const isPrices = request.url?.startsWith('/v1/prices') === true && request.method === 'GET';
      const body = isPrices ? { object: 'list', data: [] } : { error: answer.error };
      const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false' };
      response.writeHead(isPrices ? 200 : answer.status, headers).end(JSON.stringify(body));
    });
    stripe = openAt(await listen(server, 0));
  });
  afterAll(() => close(server, 0));

  const invalidRequest = 'invalid_request_error';
  test.each([
    [400, { type: invalidRequest, param: 'proration_date' }, 'validation_failed'],
    [400, { type: invalidRequest, param: 'subscription_details[proration_date]' }, 'validation_failed'],
    [400, { type: invalidRequest, code: 'parameter_invalid', param: 'items' }, 'payment_provider_refused'],
    [400, { type: invalidRequest }, 'payment_provider_refused'],
    [404, { type: invalidRequest, code: 'resource_missing', param: 'id' }, 'not_subscribed'],
    [404, { type: invalidRequest, code: 'resource_missing', param: 'customer' }, 'payment_provider_refused'],
    [400, { type: 'idempotency_error' }, 'conflict'],
    [409, { type: invalidRequest, code: 'idempotency_key_in_use' }, 'conflict'],
    [401, { type: invalidRequest }, 'billing_not_configured'],
    [403, { type: invalidRequest, code: 'more_permissions_required' }, 'billing_not_configured'],
    [402, { type: 'card_error', code: 'card_declined' }, 'payment_declined'],
    [402, { type: 'card_error', code: 'authentication_required' }, 'payment_declined'],
    [429, { type: invalidRequest, code: 'lock_timeout' }, 'payment_provider_unavailable'],
    [429, { type: 'rate_limit_error', code: 'rate_limit' }, 'payment_provider_unavailable'],
    [500, { type: 'api_error' }, 'payment_provider_unavailable'],
    [503, { type: 'of_the_future' }, 'payment_provider_unavailable'],
    [424, { type: 'external_dependency_failed' }, 'payment_provider_unavailable'],
  ])('%i %j is %s', async (status, error, code) => {
    answer = { status, error: { ...error, message: 'No such thing of Olive Fern' } };
    const items = { plan: 'farm', add_ons: {} } as const;
    const checkout = { ...items, ...returns, customer_id: 'cus_1', brand_id: 'b1' };
    const requests = [
      stripe.createCustomer({ id: 'b1', name: 'Meadow' }, 'k1'),
      stripe.createCheckout(checkout, 'k2'),
      stripe.createPortal({ customer_id: 'cus_1', return_url: returns.cancel_url }, 'k4'),
      stripe.changeItems('sub_1', items, { key: 'k5' }),
      stripe.previewItems('sub_1', items, '2026-03-02T00:00:00.000Z'),
      stripe.setCancellation('sub_1', false, 'k7'),
    ];
    for (const result of await Promise.allSettled(requests)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code } });
      expect(JSON.stringify(result)).not.toContain('Olive');
    }
  });

  test('and so is no answer', async () => {
    const none = openAt('http://127.0.0.1:9');
    await expect(none.setCancellation('sub_1', true, 'k1')).rejects.toMatchObject({
      code: 'payment_provider_unavailable',
    });
  });
});

const withFixtures = hasFixtures ? describe : describe.skip;
withFixtures("Stripe's example objects", () => {
  const fixtures = () =>
    z
      .object({ resources: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(JSON.parse(readFileSync(fixtureFile, 'utf8'))).resources;

  test('of a subscription and an invoice are read', () => {
    const { subscription, invoice } = fixtures();
    expect(readSubscription(subscription)).toMatchObject({
      customer_id: 'cus_QXg1o8vcGmoR32',
      currency: 'USD',
      monthly_cents: 2000,
      // The collection of the example is paused.
      status: 'paused',
      add_ons: {},
    });
    expect(readInvoice(invoice)).toMatchObject({ status: 'draft', total_cents: 1000, currency: 'USD' });
  });

  describe('have the members and types of what the local provider answers', () => {
    const directory = mkdtempSync(join(tmpdir(), 'granary-test-'));
    let payments: Awaited<ReturnType<typeof startPayments>>;
    const answers = new Map<string, unknown>();
    beforeAll(async () => {
      const folder = DataFolder.take(directory);
      const target = () => ({ url: 'http://127.0.0.1:9/none', secret: 'whsec_test' });
      payments = await startPayments({ folder, clock: new Clock(folder), target });
      const post = async (path: string, form: Readonly<Record<string, string>>) => {
        const body = new URLSearchParams(form);
        const response = await fetch(`${payments.address}/v1/${path}`, { method: 'POST', body });
        return madeObject.parse(await response.json());
      };
      const customer = await post('customers', { name: 'Meadow' });
      const price = await post('prices', {
        lookup_key: 'granary_farm_4900_usd',
        currency: 'usd',
        unit_amount: '4900',
        'recurring[interval]': 'month',
        'product_data[name]': 'Farm',
      });
      const session = await post('checkout/sessions', {
        mode: 'subscription',
        customer: customer.id,
        ...returns,
        'line_items[0][price]': price.id,
        'line_items[0][quantity]': '1',
      });
      await fetch(session.url ?? '', {
        method: 'POST',
        body: new URLSearchParams({ card: '4242424242424242' }),
        redirect: 'manual',
      });
      const file = join(directory, 'state/payment-subscriptions.ndjson');
      const id = /"put":"(sub_\w+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
      const read = await fetch(`${payments.address}/v1/subscriptions/${id}`);
      const subscription = madeObject.parse(await read.json());
      const invoice = await post('invoices/create_preview', {
        subscription: id,
        'subscription_details[items][0][id]': subscription.items?.data[0]?.id ?? '',
        'subscription_details[items][0][quantity]': '2',
      });
      const portal = await post('billing_portal/sessions', {
        customer: customer.id,
        return_url: returns.cancel_url,
      });
      for (const [name, object] of Object.entries({
        customer,
        price,
        'checkout.session': session,
        subscription,
        invoice,
        'billing_portal.session': portal,
      }))
        answers.set(name, object);
    });
    afterAll(async () => {
      await payments.stop();
      rmSync(directory, { recursive: true });
    });

    test.each(['customer', 'price', 'checkout.session', 'subscription', 'invoice', 'billing_portal.session'])(
      '%s',
      (name) => {
        expect(differences(fixtures()[name], answers.get(name))).toEqual([]);
      },
    );

    test.each([
      [{ proration_date: '1577836800', 'items[0][quantity]': '2' }, 'proration_date'],
      [{ proration_date: '4102444800', 'items[0][quantity]': '2' }, 'proration_date'],
      [{ cancel_at: '1577836800' }, 'cancel_at'],
      [{ cancel_at: '4102444800', cancel_at_period_end: 'true' }, 'cancel_at'],
      [{ 'items[0][deleted]': 'true' }, 'items'],
      [{ 'items[0][quantity]': '1', 'items[1][price]': 'price' }, 'items'],
      [{ 'items[0][quantity]': 'many' }, 'items[0][quantity]'],
    ])('and %j is refused as by Stripe', async (form, param) => {
      const { id, items } = madeObject.parse(answers.get('subscription'));
      const price = z.object({ id: z.string() }).parse(answers.get('price')).id;
      const fields = Object.entries(form).map(([name, value]) => [name, value === 'price' ? price : value]);
      if ('items[0][quantity]' in form || 'items[0][deleted]' in form)
        fields.push(['items[0][id]', items?.data[0]?.id ?? '']);
      const body = new URLSearchParams(fields);
      const response = await fetch(`${payments.address}/v1/subscriptions/${id}`, { method: 'POST', body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param } });
    });
  });
});

/** An object of the provider, with the members that the requests use. */
const madeObject = z.looseObject({
  id: z.string(),
  url: z.string().optional(),
  items: z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) }).optional(),
});

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members that only one of the two has, and members of another type. Either may be null. */
function differences(theirs: unknown, ours: unknown, at = ''): string[] {
  if (theirs === null || ours === null || theirs === undefined || ours === undefined) return [];
  if (typeOf(theirs) !== typeOf(ours)) return [`${at}: ${typeOf(theirs)} is ${typeOf(ours)}`];
  if (Array.isArray(theirs) && Array.isArray(ours))
    return theirs.length === 0 || ours.length === 0 ? [] : differences(theirs[0], ours[0], `${at}[]`);
  if (!isObject(theirs) || !isObject(ours) || at.endsWith('metadata')) return [];
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
  return names.flatMap((name) => {
    const place = `${at}.${name}`;
    if (!(name in ours)) return [`${place} is missing`];
    return name in theirs ? differences(theirs[name], ours[name], place) : [`${place} is not Stripe's`];
  });
}
