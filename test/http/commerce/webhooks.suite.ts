import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Stack } from '../stack/api-client.ts';
import { call } from '../stack/api-client.ts';
import type { StackClock } from '../stack/stack-clock.ts';
import { rightSignatures, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

interface RunningStack {
  readonly stack: Stack;
  readonly clock: StackClock;
}

const path = '/api/v1/webhook-endpoints';

export function webhooksSuite(running: () => RunningStack): void {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver?.stop());

  const send = (method: string, target: string, options: Parameters<typeof call>[2] = {}) =>
    call(method, target, {
      baseUrl: running().stack.baseUrl,
      key: running().stack.apiKeys.owner,
      ...options,
    });
  const brand_id = () => running().stack.brandId;
  const newEndpoint = async (place: string, fields: object = {}) => {
    const body = { brand_id: brand_id(), url: receiver.url(place), ...fields };
    const made = await send('POST', path, { body });
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    return made.body.data;
  };
  const newProduct = async (name: string) => {
    const made = await send('POST', '/api/v1/products', { body: { brand_id: brand_id(), name } });
    expect(made.status).toBe(201);
    return made.body.data;
  };
  /** Passes a minute, so that every event reaches its endpoints whether or not it was nudged. */
  const passOn = () => running().clock.advance(61);
  const deliveriesOf = async (id: string, query = '') =>
    (await send('GET', `${path}/${id}/deliveries${query}`)).body.data;
  const remove = async (id: string) => expect((await send('DELETE', `${path}/${id}`)).status).toBe(204);

  test('an event reaches the endpoints that subscribe to it, signed, with one id', async () => {
    const all = await newEndpoint('/all');
    const orders = await newEndpoint('/orders', { event_types: ['order.created'] });
    const product = await newProduct('Leek');
    await passOn();
    const [webhook, ...others] = receiver.at('/all').filter(({ event }) => event.data.id === product.id);
    if (webhook === undefined) throw new Error('There is no webhook');
    expect(others).toEqual([]);
    expect(webhook.event).toMatchObject({
      type: 'product.created',
      brand_id: brand_id(),
      timestamp: product.created_at,
      data: { id: product.id, name: 'Leek', version: 1 },
    });
    expect(rightSignatures(webhook, all.secret)).toBe(1);
    expect(rightSignatures(webhook, orders.secret)).toBe(0);
    expect(receiver.at('/orders')).toEqual([]);
    const [delivery] = await deliveriesOf(all.id);
    expect(delivery).toMatchObject({ id: webhook.id, status: 'delivered', attempt_count: 1 });
    const detail = await send('GET', `${path}/${all.id}/deliveries/${webhook.id}`);
    expect(detail.body.data).toMatchObject({ payload: webhook.body, attempts: [{ status: 204 }] });
    for (const { id } of [all, orders]) await remove(id);
    expect((await send('GET', `${path}/${all.id}`)).status).toBe(404);
  });

  test('a failed delivery is repeated by its schedule under the same id until it succeeds', async () => {
    const statuses = [500, 302, 503, 404, 200];
    receiver.answers = (_, response) => response.writeHead(statuses.shift() ?? 200).end('sorry');
    const endpoint = await newEndpoint('/failing', { event_types: ['product.created'] });
    await newProduct('Parsnip');
    await passOn();
    for (const pause of [7, 361, 2161, 8641]) await running().clock.advance(pause);
    const ids = receiver.at('/failing').map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([5, 1]);
    const { body } = await send('GET', `${path}/${endpoint.id}/deliveries/${ids[0]}`);
    expect(body.data).toMatchObject({ status: 'delivered', attempt_count: 5 });
    expect(body.data.attempts.map(({ status }: { status: number }) => status)).toEqual([
      500, 302, 503, 404, 200,
    ]);
    expect(body.data.attempts[0].response_body).toBe('sorry');
    expect((await send('GET', `${path}/${endpoint.id}`)).body.data).not.toHaveProperty('failing_since');
    await remove(endpoint.id);
  });

  test('an endpoint that fails for more than a day is disabled with a notice, and its deliveries can be sent again', async () => {
    receiver.answers = (webhook, response) => response.writeHead(webhook.path === '/dead' ? 500 : 200).end();
    const dead = await newEndpoint('/dead', { event_types: ['product.created'] });
    const notices = await newEndpoint('/notices', { event_types: ['webhook_endpoint.disabled'] });
    const product = await newProduct('Chicory');
    await passOn();
    for (const pause of [7, 361, 2161, 8641, 21_601, 43_201, 43_201]) await running().clock.advance(pause);
    await passOn();
    expect(receiver.at('/dead')).toHaveLength(8);
    const { body } = await send('GET', `${path}/${dead.id}`);
    expect(body.data).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    const [failed] = await deliveriesOf(dead.id, '?status=failed');
    expect(failed).toMatchObject({ failure: 'attempts_failed', attempt_count: 8 });
    await passOn();
    expect(receiver.at('/notices').map(({ event }) => event.data)).toEqual([
      expect.objectContaining({ id: dead.id, reason: 'failing' }),
    ]);

    const redelivery = `${path}/${dead.id}/deliveries/${failed.id}/redelivery`;
    expect((await send('POST', redelivery)).body.code).toBe('webhook_endpoint_disabled');
    receiver.answers = (_, response) => response.writeHead(200).end();
    const enabled = await send('PUT', `${path}/${dead.id}`, { body: { url: dead.url } });
    expect(enabled.body.data).toMatchObject({ status: 'enabled', version: 3 });
    const range = {
      from: product.created_at,
      to: new Date(Date.parse(product.created_at) + 1000).toISOString(),
    };
    const accepted = await send('POST', `${path}/${dead.id}/redeliveries`, { body: range });
    expect(accepted.status).toBe(202);
    await passOn();
    const sent = receiver.at('/dead');
    expect([sent.length, new Set(sent.map(({ id }) => id)).size]).toEqual([9, 1]);
    expect((await send('POST', redelivery)).status).toBe(201);
    await passOn();
    expect(receiver.at('/dead')).toHaveLength(10);
    for (const { id } of [dead, notices]) await remove(id);
  });

  test('an endpoint that answers 410 is disabled at once and gives up what waits', async () => {
    receiver.answers = (_, response) => response.writeHead(410).end();
    const endpoint = await newEndpoint('/gone', { event_types: ['product.created'] });
    await newProduct('Salsify');
    await passOn();
    expect((await send('GET', `${path}/${endpoint.id}`)).body.data).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
    });
    await newProduct('Skirret');
    await passOn();
    expect(receiver.at('/gone')).toHaveLength(1);
    await remove(endpoint.id);
  });

  test('a test event is sent, also during a rotation of the secret, with both signatures', async () => {
    receiver.answers = (_, response) => response.writeHead(200).end();
    const endpoint = await newEndpoint('/test', { event_types: ['order.created'] });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const rotate = () =>
      send('POST', `${path}/${endpoint.id}/secret`, { headers, body: { overlap_hours: 1 } });
    const rotated = await rotate();
    expect(rotated.body.data.secret).toMatch(/^whsec_/);
    expect((await rotate()).body.data).not.toHaveProperty('secret');
    const test = () => send('POST', `${path}/${endpoint.id}/test`);
    expect((await test()).body.data).toMatchObject({
      event_type: 'webhook_endpoint.test',
      status: 'pending',
    });
    await passOn();
    await running().clock.advance(3600);
    await test();
    await passOn();
    const [first, second] = receiver.at('/test');
    if (first === undefined || second === undefined) throw new Error('A test is missing');
    expect([endpoint.secret, rotated.body.data.secret].map((one) => rightSignatures(first, one))).toEqual([
      1, 1,
    ]);
    expect([endpoint.secret, rotated.body.data.secret].map((one) => rightSignatures(second, one))).toEqual([
      0, 1,
    ]);
    await remove(endpoint.id);
  });

  describe('endpoints', () => {
    test('show their secret once, and not in a replay, a list or a log', async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const body = { brand_id: brand_id(), url: 'https://shop.example/hook' };
      const first = await send('POST', path, { headers, body });
      const replay = await send('POST', path, { headers, body });
      expect(first.body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect([replay.body.data.id, replay.body.data.secret]).toEqual([first.body.data.id, undefined]);
      const listed = await send('GET', `${path}?brand_id=${brand_id()}`);
      expect(listed.text).not.toContain('whsec_');
      await remove(first.body.data.id);
    });

    test.each([
      ['http://shop.example/hook', 'body.url'],
      ['https://10.0.0.1/hook', 'body.url'],
      ['https://[fd00:ec2::254]/', 'body.url'],
      ['ftp://shop.example/', 'body.url'],
      ['no url', 'body.url'],
    ])('refuse %s', async (url, place) => {
      const target = url.startsWith('http://') ? url.replace('shop.example', '169.254.169.254') : url;
      const { status, body } = await send('POST', path, { body: { brand_id: brand_id(), url: target } });
      expect([status, body.details?.[0]?.path.join('.')]).toEqual([400, place]);
    });

    test('are limited to 20 a brand, also when they are created in parallel', async () => {
      const create = () =>
        send('POST', path, {
          body: { brand_id: brand_id(), url: 'https://shop.example/', status: 'disabled' },
        });
      const made = await Promise.all(Array.from({ length: 24 }, create));
      const ids = made.filter(({ status }) => status === 201).map(({ body }) => body.data.id);
      const refused = made.filter(({ status }) => status !== 201).map(({ body }) => body.code);
      expect([ids.length, refused]).toEqual([20, Array(4).fill('webhook_limit_reached')]);
      await Promise.all(ids.map(remove));
      expect((await create()).status).toBe(201);
    });
  });
}
