import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { call, orderOf, type Stack } from '../stack/api-client.ts';
import type { StackClock } from '../stack/stack-clock.ts';
import { stackOutbox } from '../stack/stack-outbox.ts';

interface RunningStack {
  readonly stack: Stack;
  readonly clock: StackClock;
}

export function notificationsSuite(running: () => RunningStack): void {
  const brand = () => running().stack.brandId;
  const send = (method: string, path: string, body?: unknown, key = running().stack.apiKeys.owner) =>
    call(method, path, { baseUrl: running().stack.baseUrl, key, ...(body !== undefined && { body }) });

  const inbox = async (query = '', key = running().stack.apiKeys.owner) =>
    (await send('GET', `/api/v1/notifications?brand_id=${brand()}${query}`, undefined, key)).body;

  const messages = async (subject: RegExp) =>
    (await stackOutbox(running().stack).messages({ to: 'owner@example.com' })).filter((message) =>
      subject.test(message.subject ?? ''),
    );

  const placeOrder = async () => {
    const product = await send('POST', '/api/v1/products', {
      brand_id: brand(),
      name: `Kale ${randomUUID()}`,
    });
    const order = { ...orderOf(product.body.data.id), brand_id: brand() };
    expect((await send('POST', '/api/v1/orders', order)).status).toBe(201);
  };

  test('an order notifies each person once, who reads, deletes and counts alone', async () => {
    const viewer = running().stack.apiKeys.viewer;
    // The orders of the sample data may still be waiting.
    await Promise.all([inbox(), inbox('', viewer)]);
    await running().clock.advance(61);
    const readAll = (key: string) => send('POST', '/api/v1/notifications/read', { brand_id: brand() }, key);
    await Promise.all([readAll(running().stack.apiKeys.owner), readAll(viewer)]);
    expect(await inbox()).toMatchObject({ unread_count: 0 });
    await placeOrder();
    await placeOrder();
    await running().clock.advance(61);
    const { data, unread_count } = await inbox();
    expect(unread_count).toBe(2);
    expect(data.slice(0, 2)).toMatchObject([
      {
        kind: 'new_order',
        title: expect.stringMatching(/^New order #\d{4} of \$0\.30$/),
        cause: {
          event: 'order.created',
          facts: { number: expect.any(Number), total: 0.3, currency: 'USD' },
        },
        read: false,
        resource: { type: 'order' },
      },
      { kind: 'new_order' },
    ]);
    const path = `/api/v1/notifications/${data[0].id}`;
    expect((await send('PUT', path, { read: true })).body.data).toEqual({ ...data[0], read: true });
    expect((await send('PUT', path, { read: true })).status).toBe(200);
    expect(await inbox('&unread=true')).toMatchObject({ data: [{ id: data[1].id }], unread_count: 1 });
    expect(await inbox('', viewer)).toMatchObject({ unread_count: 2 });
    expect((await send('PUT', path, { read: true }, running().stack.apiKeys.otherBrand)).status).toBe(404);

    expect((await send('DELETE', `/api/v1/notifications/${data[1].id}`)).status).toBe(204);
    expect((await send('DELETE', `/api/v1/notifications/${data[1].id}`)).status).toBe(404);
    const left = await inbox();
    expect([left.data[0].id, left.unread_count]).toEqual([data[0].id, 0]);
    expect(left.data).toHaveLength(data.length - 1);
    expect((await readAll(viewer)).status).toBe(200);
    const read = await inbox('', viewer);
    expect([read.unread_count, read.data.every((one: { read: boolean }) => one.read)]).toEqual([0, true]);
  });

  test('an address gets e-mails and digests only after its code', async () => {
    const path = '/api/v1/notification-preferences';
    const daily = { frequency: 'daily', hour: 7 };
    const kinds = { new_order: { in_app: true, email: true, digest: true } };
    const change = { brand_id: brand(), digest: daily, kinds, email: 'owner@example.com' };
    const set = await send('PUT', path, change);
    expect(set.body.data).toMatchObject({ email: null, unconfirmed_email: 'owner@example.com' });
    expect((await send('PUT', path, change)).body.code).toBe('code_sent_recently');
    await placeOrder();
    await running().clock.advance(61);
    expect(await messages(/New order/)).toEqual([]);

    const [mail, ...others] = await messages(/^Your code for notifications/);
    expect(others).toEqual([]);
    const [code = ''] = /\d{6}/.exec(mail?.text ?? '') ?? [];
    const confirm = (text: string) => send('POST', `${path}/confirm`, { brand_id: brand(), code: text });
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await confirm(wrong)).body.code).toBe('invalid_code');
    expect((await confirm(code)).body.data).toMatchObject({
      email: 'owner@example.com',
      unconfirmed_email: null,
    });
    expect((await confirm(code)).status).toBe(400);

    await placeOrder();
    await running().clock.advance(61);
    // Due within the minute that has passed, and sent by the work of the next one.
    await running().clock.advance(61);
    expect(await messages(/New order/)).toMatchObject([{ to: 'owner@example.com' }]);
    const start = await running().clock.now();
    await running().clock.advanceTo(new Date(start.getTime() + 2 * 86_400_000), 43_200);
    const [digest] = await messages(/: 2 notifications$/);
    expect(digest?.text).toContain('2 new orders');
    expect(await messages(/notifications?$/)).toHaveLength(1);
    const off = await send('PUT', path, { brand_id: brand(), digest: { frequency: 'off' }, email: null });
    expect(off.body.data).toMatchObject({ email: null, digest: { frequency: 'off', hour: 7 } });
  });
}
