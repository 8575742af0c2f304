import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Principal } from '#auth/principal.ts';
import { maxEndpoints, webhookEndpointInput } from '#commerce/webhooks/contract.ts';
import {
  afterAttempt,
  again,
  liveSecrets,
  maxAttempts,
  newDelivery,
  newWebhookEndpoint,
  nextAttempt,
  receives,
  replaceWebhookEndpoint,
  rotatedSecrets,
  showsDeadEndpoint,
  signedHeaders,
  webhookSecret,
} from '#commerce/webhooks/delivery.ts';
import { secrets } from '#commerce/webhooks/records.ts';
import { isLoopback, isPublicAddress, targetFault } from '#commerce/webhooks/target.ts';
import { outgoingEvents, subscribableTypes } from '#contract/commerce/events.ts';
import { newId } from '#persistence/new-id.ts';
import { recordEvents } from '#store/commerce/work/outbox.ts';
import { type CommerceService, newBrand, startCommerceService } from '../functions/commerce-service.ts';
import { invoke } from '../functions/invoke.ts';

const now = new Date('2026-11-22T08:00:00.000Z');
const brand_id = '0199a1c0-5d2e-7b10-8c3a-2f6d1e9b4a70';

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.255',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '198.18.0.1',
    '192.0.2.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:10.0.0.1',
    '::ffff:169.254.169.254',
    '0:0:0:0:0:ffff:192.168.0.1',
    '::127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'fec0::1',
    'localhost',
    '',
    '1.2.3',
    '2130706433',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test('of this machine are distinguished from other private ones', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true]);
    expect(['10.0.0.1', '169.254.169.254', 'fe80::1', '0.0.0.0'].some(isLoopback)).toBe(false);
  });
});

describe('targets', () => {
  test.each([
    ['http://shop.example/hook', 'The URL must begin with https://'],
    ['https://user:word@shop.example/', 'The URL must not have a user name or password'],
    ['https://shop.example/#part', 'The URL must not have a fragment'],
    ['https://127.0.0.1/', 'The URL must lead to a public address'],
    ['https://2130706433/', 'The URL must lead to a public address'],
    ['https://0x7f.1/', 'The URL must lead to a public address'],
    ['https://[::1]/', 'The URL must lead to a public address'],
    ['https://[::ffff:a9fe:a9fe]/latest/meta-data', 'The URL must lead to a public address'],
    ['https://localhost:8443/', 'The URL must lead to a public address'],
    ['https://metadata.google.internal/', 'The URL must lead to a public address'],
  ])('%s is refused', (url, fault) => {
    expect(targetFault(url, { local: false })).toBe(fault);
  });

  test('with https and a public name or address are accepted, with any port', () => {
    for (const url of ['https://shop.example/hook?a=1', 'https://shop.example:8443/', 'https://1.1.1.1/'])
      expect(targetFault(url, { local: false })).toBeUndefined();
  });

  test('of the local runtime may be on this machine, but not in a private network', () => {
    expect(targetFault('http://127.0.0.1:4000/', { local: true })).toBeUndefined();
    expect(targetFault('http://localhost:4000/', { local: true })).toBeUndefined();
    expect(targetFault('http://169.254.169.254/', { local: true })).toBeDefined();
    expect(targetFault('ftp://127.0.0.1/', { local: true })).toBeDefined();
  });
});

describe('signatures', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    at: new Date(1614265330_000),
  };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

  test('equal the example of Standard Webhooks', () => {
    expect(signedHeaders(message, [secret])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('are two during a rotation and one after it', () => {
    const created_at = '2026-01-01T00:00:00.000Z';
    const other = webhookSecret(new Uint8Array(32));
    const secrets = rotatedSecrets([{ secret, created_at }], other, { now, overlapHours: 24 });
    expect(liveSecrets(secrets, now)).toEqual([other, secret]);
    expect(liveSecrets(secrets, new Date(now.getTime() + 24 * 3_600_000))).toEqual([other]);
    const signature = signedHeaders(message, liveSecrets(secrets, now))['webhook-signature'] ?? '';
    expect(signature.split(' ')).toHaveLength(2);
    expect(signature).toContain('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    const third = rotatedSecrets(secrets, 'whsec_x', { now, overlapHours: 0 });
    expect(liveSecrets(third, now)).toEqual(['whsec_x']);
  });
});

describe('attempts', () => {
  const secondsAfter = (attempts: number, random = 0, retryAfter?: string) => {
    const next = nextAttempt(attempts, { now, random, retryAfter });
    return next && (next.getTime() - now.getTime()) / 1000;
  };

  test('follow after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, up to a fifth later', () => {
    const attempts = Array.from({ length: maxAttempts }, (_, n) => n + 1);
    expect(attempts.map((n) => secondsAfter(n))).toEqual([
      5,
      300,
      1800,
      7200,
      18_000,
      36_000,
      36_000,
      undefined,
    ]);
    expect(secondsAfter(2, 1)).toBe(360);
  });

  test('honor Retry-After in seconds or as a date, for a day at most', () => {
    expect(secondsAfter(1, 0, '120')).toBe(120);
    expect(secondsAfter(3, 0, '120')).toBe(1800);
    expect(secondsAfter(1, 0, 'Sun, 22 Nov 2026 08:10:00 GMT')).toBe(600);
    expect(secondsAfter(1, 0, '999999999')).toBe(86_400);
    for (const odd of ['soon', '-5', '1e3', '', 'Sun, 22 Nov 2020 08:10:00 GMT'])
      expect(secondsAfter(1, 0, odd)).toBe(5);
  });
});

describe('deliveries', () => {
  const endpoint = { id: '0199a1c9-3b5e-7d20-9f61-8a4c7e2b0d53', brand_id };
  const [event] = recordEvents(brand_id, [{ type: 'product.deleted', data: { id: brand_id } }], {
    now,
    newId,
  });
  if (event === undefined) throw new Error('There is no event');
  const fresh = newDelivery(endpoint, event, now);
  const attempt = (fields: object) => ({ at: now.toISOString(), duration_ms: 5, ...fields });
  const surroundings = { now, random: 0 };

  test('keep one id and body over all attempts', () => {
    const failed = afterAttempt(fresh, attempt({ status: 500 }), surroundings).delivery;
    expect([failed.id, failed.payload]).toEqual([event.id, fresh.payload]);
    expect(JSON.parse(fresh.payload)).toEqual({
      type: 'product.deleted',
      timestamp: now.toISOString(),
      brand_id,
      data: { id: brand_id },
    });
    expect(again(failed, now)).toMatchObject({ id: event.id, payload: fresh.payload, status: 'pending' });
  });

  test.each([200, 201, 204, 299])('succeed with %d', (status) => {
    const { delivery, succeeded } = afterAttempt(fresh, attempt({ status }), surroundings);
    expect([succeeded, delivery.status, delivery.next_attempt_at]).toEqual([true, 'delivered', undefined]);
  });

  test.each([
    { status: 301 },
    { status: 302 },
    { status: 400 },
    { status: 404 },
    { status: 500 },
    { error: 'timeout' },
    { status: 200, error: 'timeout' },
    { error: 'address_refused' },
  ])('are tried again after %j', (fields) => {
    const { delivery, succeeded, gone } = afterAttempt(fresh, attempt(fields), surroundings);
    expect([succeeded, gone, delivery.status]).toEqual([false, false, 'pending']);
    expect(delivery.next_attempt_at).toBe(new Date(now.getTime() + 5000).toISOString());
  });

  test('end with 410, which means that the endpoint is gone', () => {
    const { delivery, gone } = afterAttempt(fresh, attempt({ status: 410 }), surroundings);
    expect([gone, delivery.status, delivery.failure]).toEqual([true, 'failed', 'gone']);
  });

  test('fail after the last attempt and show a dead endpoint unless another delivery succeeded meanwhile', () => {
    let delivery = fresh;
    for (let n = 0; n < maxAttempts; n++)
      delivery = afterAttempt(delivery, attempt({ status: 500 }), surroundings).delivery;
    expect(delivery).toMatchObject({
      status: 'failed',
      failure: 'attempts_failed',
      attempt_count: maxAttempts,
    });
    expect(showsDeadEndpoint(delivery, now.toISOString())).toBe(true);
    expect(showsDeadEndpoint(delivery, new Date(now.getTime() + 1).toISOString())).toBe(false);
    expect(showsDeadEndpoint(delivery, undefined)).toBe(false);
    expect(again(delivery, now)).toMatchObject({ schedule_attempts: 0, attempt_count: maxAttempts });
  });

  test('keep the latest 20 attempts', () => {
    let delivery = fresh;
    for (let n = 0; n < 30; n++)
      delivery = afterAttempt(
        again(delivery, now),
        attempt({ status: 200, duration_ms: n }),
        surroundings,
      ).delivery;
    expect(delivery.attempts.map(({ duration_ms }) => duration_ms)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 10),
    );
  });
});

describe('endpoints', () => {
  const input = { brand_id, url: 'https://shop.example/hook' };
  const make = (fields: object = {}) =>
    newWebhookEndpoint(webhookEndpointInput.parse({ ...input, ...fields }), { id: brand_id, now });
  const events = recordEvents(
    brand_id,
    [
      { type: 'product.deleted', data: { id: brand_id } },
      {
        type: 'webhook_endpoint.disabled',
        data: { id: brand_id, reason: 'gone', failing_since: '', disabled_at: '' },
      },
    ],
    { now, newId },
  );
  const received = (endpoint: ReturnType<typeof make>) => events.map((event) => receives(endpoint, event));

  test('receive the events they subscribe to, all without a list, none when disabled', () => {
    expect(received(make())).toEqual([true, true]);
    expect(received(make({ event_types: ['product.deleted'] }))).toEqual([true, false]);
    expect(received(make({ status: 'disabled' }))).toEqual([false, false]);
  });

  test('receive no event that is older than the endpoint', () => {
    const later = newWebhookEndpoint(webhookEndpointInput.parse(input), {
      id: brand_id,
      now: new Date(now.getTime() + 1),
    });
    expect(received(later)).toEqual([false, false]);
  });

  test('keep the reason of their disabling until they are enabled', () => {
    const gone = { ...make(), status: 'disabled', disabled_reason: 'gone', failing_since: 'x' } as const;
    const still = replaceWebhookEndpoint(gone, { url: input.url, status: 'disabled' }, now);
    expect(still).toMatchObject({ disabled_reason: 'gone', version: 2 });
    const enabled = replaceWebhookEndpoint(still, { url: input.url, status: 'enabled' }, now);
    expect(enabled).toEqual({ ...make(), version: 3 });
  });

  test('cannot subscribe to a test or an unknown event', () => {
    for (const type of ['webhook_endpoint.test', 'order.eaten', 'orderCreated'])
      expect(webhookEndpointInput.safeParse({ ...input, event_types: [type] }).success).toBe(false);
    expect(webhookEndpointInput.safeParse({ ...input, event_types: [...subscribableTypes] }).success).toBe(
      true,
    );
  });
});

test('the data of an event is short', () => {
  const name = 'x'.repeat(4000);
  const data = { id: brand_id, name, is_active: true, updated_at: now.toISOString(), version: 1 };
  expect(() => recordEvents(brand_id, [{ type: 'product.created', data }], { now, newId })).toThrow(
    RangeError,
  );
  expect(Object.keys(outgoingEvents)).toContain('product.created');
});

describe('endpoints of the API', () => {
  let service: CommerceService;
  beforeAll(async () => {
    service = await startCommerceService();
  });
  afterAll(() => service.stop());

  const url = 'https://shop.example/hook';
  const made = async (caller: Principal, brand_id: string, headers = {}) =>
    invoke('create-webhook-endpoint', { caller, headers, body: { brand_id, url } });

  test('show a secret once: a repetition of the request gets the stored reply without it', async () => {
    const { brand_id, caller } = await newBrand();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await made(caller, brand_id, headers);
    const { secret, ...endpoint } = first.body.data;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const again = await made(caller, brand_id, headers);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(again.body.data).toEqual(endpoint);
    const repeated = { 'Idempotency-Key': crypto.randomUUID() };
    const rotation = {
      caller,
      headers: repeated,
      parameters: { id: endpoint.id },
      body: { overlap_hours: 1 },
    };
    const rotated = await invoke('rotate-webhook-secret', rotation);
    const { secret: other, ...shown } = rotated.body.data;
    expect(other).not.toBe(secret);
    expect((await invoke('rotate-webhook-secret', rotation)).body.data).toEqual(shown);
    const stored = await secrets.find({ endpoint_id: endpoint.id });
    expect(stored?.secrets.map((one) => one.secret)).toEqual([other, secret]);
  });

  test('refuse the twenty-first endpoint of a brand, until one is deleted', async () => {
    const { brand_id, caller } = await newBrand();
    const first = await made(caller, brand_id);
    for (let n = 1; n < maxEndpoints; n++) await made(caller, brand_id);
    expect((await made(caller, brand_id)).body).toMatchObject({ code: 'webhook_limit_reached' });
    const parameters = { id: first.body.data.id };
    expect((await invoke('delete-webhook-endpoint', { caller, parameters })).status).toBe(204);
    expect((await invoke('get-webhook-endpoint', { caller, parameters })).status).toBe(404);
    expect((await made(caller, brand_id)).status).toBe(201);
  });

  test('send a test and send it again, and list deliveries by status, newest first', async () => {
    const { brand_id, caller } = await newBrand();
    const parameters = { id: (await made(caller, brand_id)).body.data.id };
    const [one, two] = [
      await invoke('send-test-webhook', { caller, parameters }),
      await invoke('send-test-webhook', { caller, parameters }),
    ].map(({ body }) => body.data);
    const idsOf = async (query = {}) =>
      (await invoke('list-webhook-deliveries', { caller, parameters, query })).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsOf()).toEqual([two.id, one.id]);
    expect(await idsOf({ status: 'pending' })).toEqual([two.id, one.id]);
    expect(await idsOf({ status: 'failed' })).toEqual([]);
    const delivery = { caller, parameters: { ...parameters, delivery_id: one.id } };
    expect((await invoke('redeliver-webhook', delivery)).body.data).toMatchObject({ id: one.id });
    expect((await invoke('get-webhook-delivery', delivery)).body.data).toMatchObject({
      status: 'pending',
      payload: expect.stringContaining('webhook_endpoint.test'),
      attempts: [],
    });
    const disabled = { caller, parameters, body: { url, status: 'disabled' } };
    expect((await invoke('update-webhook-endpoint', disabled)).status).toBe(200);
    expect((await invoke('redeliver-webhook', delivery)).body.code).toBe('webhook_endpoint_disabled');
  });

  test('refuse targets that are not public, and name the events to subscribe to', async () => {
    const { brand_id, caller } = await newBrand();
    const body = { brand_id, url: 'https://169.254.169.254/' };
    const refused = await invoke('create-webhook-endpoint', { caller, body });
    expect(refused.body.details).toMatchObject([{ code: 'invalid_url' }]);
    const { data } = (await invoke('list-event-types', { caller })).body;
    expect(data.map(({ type }: { type: string }) => type)).toEqual([...subscribableTypes]);
  });
});
