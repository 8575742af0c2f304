import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { webhookEndpointInput } from '#commerce/webhooks/contract.ts';
import {
  afterAttempt,
  again,
  newDelivery,
  newWebhookEndpoint,
  type StoredDelivery,
} from '#commerce/webhooks/delivery.ts';
import {
  deliveries,
  endpoints,
  insertActions,
  newDeliveryActions,
  readQueue,
  recordFailingSince,
  redeliveryActions,
  removeActions,
  saveAttempt,
  secrets,
} from '#commerce/webhooks/records.ts';
import { createDeliveries } from '#commerce/webhooks/work.ts';
import { newId } from '#persistence/new-id.ts';
import { recordEvents } from '#store/commerce/work/outbox.ts';
import { dueTimeOf } from '#store/commerce/work/work-items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';

const now = new Date('2026-11-22T08:00:00.000Z');

export function webhooksSuite(table: () => Table): void {
  const anEndpoint = (brand_id: string, fields: object = {}) =>
    newWebhookEndpoint(
      webhookEndpointInput.parse({ brand_id, url: 'https://shop.example/hook', ...fields }),
      { id: newId(now), now },
    );
  const storedEndpoint = async (brand_id: string, fields: object = {}) => {
    const endpoint = anEndpoint(brand_id, fields);
    const secret = { secret: `whsec_${endpoint.id}`, created_at: endpoint.created_at };
    await transact(table(), insertActions(endpoint, secret));
    return endpoint;
  };
  const deletions = (brand_id: string, count: number) =>
    recordEvents(
      brand_id,
      Array.from({ length: count }, () => ({ type: 'product.deleted', data: { id: randomUUID() } }) as const),
      { now, newId: () => newId(now) },
    );
  const everyDelivery = async (endpointId: string) => {
    const found: StoredDelivery[] = [];
    for await (const one of deliveries.all({ endpoint_id: endpointId })) found.push(one);
    return found;
  };

  test('each event and endpoint has one delivery, however often and concurrently the events are passed on', async () => {
    const brand = randomUUID();
    const [all, orders, other] = [
      await storedEndpoint(brand),
      await storedEndpoint(brand, { event_types: ['order.created'] }),
      await storedEndpoint(randomUUID()),
    ];
    const events = deletions(brand, 100);
    await createDeliveries(events.slice(0, 30), now);
    await Promise.all([events, events.slice(20), events].map((some) => createDeliveries(some, now)));
    const made = await everyDelivery(all.id);
    expect(made.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort());
    expect(await readQueue(all.id, 200)).toHaveLength(100);
    expect(await dueTimeOf(table(), 'deliver-webhooks', all.id)).toEqual(now);
    for (const { id } of [orders, other]) expect(await everyDelivery(id)).toEqual([]);
  });

  test('the outcome of an attempt moves the delivery in the queue, and gives way to a redelivery', async () => {
    const endpoint = await storedEndpoint(randomUUID());
    const [event] = deletions(endpoint.brand_id, 1);
    if (event === undefined) throw new Error('There is no event');
    const fresh = newDelivery(endpoint, event, now);
    await transact(table(), newDeliveryActions(fresh));
    const surroundings = { now, random: 0 };
    const attempt = { at: now.toISOString(), status: 500, duration_ms: 3, response_body: 'é\u0000"' };
    const failed = afterAttempt(fresh, attempt, surroundings).delivery;
    expect(await saveAttempt(fresh, failed)).toBe(true);
    expect(await deliveries.find({ endpoint_id: endpoint.id, id: event.id })).toEqual(failed);
    expect(await readQueue(endpoint.id, 9)).toEqual([
      { endpoint_id: endpoint.id, at: failed.next_attempt_at, id: event.id },
    ]);
    expect(await saveAttempt(fresh, failed)).toBe(false);

    const later = new Date(now.getTime() + 1000);
    await transact(table(), redeliveryActions(failed, again(failed, later)));
    const delivered = afterAttempt(failed, { ...attempt, status: 200 }, surroundings).delivery;
    expect(await saveAttempt(failed, delivered)).toBe(false);
    expect((await deliveries.find({ endpoint_id: endpoint.id, id: event.id }))?.status).toBe('pending');
  });

  test('the twenty-first endpoint of a brand is refused until one is deleted, with its secret', async () => {
    const brand = randomUUID();
    const made = [];
    for (let n = 0; n < 20; n++) made.push(await storedEndpoint(brand));
    await expect(storedEndpoint(brand)).rejects.toMatchObject({ code: 'webhook_limit_reached' });
    const [first] = made;
    if (first === undefined) throw new Error('There is no endpoint');
    await transact(table(), removeActions(first, now));
    expect(await secrets.find({ endpoint_id: first.id })).toBeUndefined();
    await storedEndpoint(brand);
    expect((await endpoints.page({ brand_id: brand }, { limit: 50 })).data).toHaveLength(20);
  });

  test('of two concurrent rotations of a secret one fails', async () => {
    const { id } = await storedEndpoint(randomUUID());
    const before = await secrets.find({ endpoint_id: id });
    if (before === undefined) throw new Error('There are no secrets');
    const rotate = (secret: string) =>
      transact(table(), [
        secrets.replace(before, {
          ...before,
          secrets: [{ secret, created_at: now.toISOString() }],
          version: before.version + 1,
        }),
      ]);
    const results = await Promise.allSettled([rotate('whsec_a'), rotate('whsec_b')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await secrets.find({ endpoint_id: id }))?.version).toBe(2);
  });

  test('the first failure stays the beginning of the failures, until a success or the deletion of the endpoint', async () => {
    const endpoint = await storedEndpoint(randomUUID());
    const { brand_id, id } = endpoint;
    const read = async () => (await endpoints.find({ brand_id, id }))?.failing_since;
    for (const since of ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'])
      await recordFailingSince(endpoint, since);
    expect(await read()).toBe('2026-01-01T00:00:00.000Z');
    await recordFailingSince(endpoint, undefined);
    expect(await read()).toBeUndefined();
    await transact(table(), removeActions(endpoint, now));
    await recordFailingSince(endpoint, now.toISOString());
    expect(await endpoints.find({ brand_id, id })).toBeUndefined();
  });
}
