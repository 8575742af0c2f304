import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWebhookReceiver, type WebhookReceiver } from '../commerce/webhook-receiver.ts';
import { call } from '../stack/api-client.ts';
import { killAtContacts } from './function-kills.ts';
import type { KillStack } from './kill-stack.ts';

/** Webhooks while function processes are killed and receivers fail. */
export function webhookKillsSuite(
  stack: () => KillStack,
  { count, kills }: { readonly count: number; readonly kills: number },
): void {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver?.stop());

  const send = (method: string, path: string, options: Parameters<typeof call>[2] = {}) => {
    const { baseUrl, apiKeys } = stack().running.stack;
    return call(method, path, { baseUrl, key: apiKeys.owner, ...options });
  };

  test(`${count} events reach two endpoints at least once, each with one id, over ${kills} kills of all functions`, async () => {
    const { running, random, clock } = stack();
    await clock.advance(61);
    const brand_id = running.stack.brandId;
    receiver.answers = (_, response) => response.writeHead(503).end();
    for (const path of ['/one', '/two']) {
      const body = { brand_id, url: receiver.url(path), event_types: ['product.created'] };
      expect((await send('POST', '/api/v1/webhook-endpoints', { body })).status).toBe(201);
    }
    const killing = { ...stack(), wanted: kills / 2, maxContacts: 40 };
    killAtContacts(killing);
    const products = new Set<string>();
    for (let n = 0; n < count; n++) products.add(await created(`product-${n}`));
    // From here on, a third of the answers are failures or come from a connection that breaks.
    receiver.answers = (_, response) => {
      if (random.chance(0.2)) response.writeHead(500).end();
      else if (random.chance(0.15)) response.destroy();
      else response.writeHead(200).end();
    };
    const happened = killAtContacts(killing);
    const reached = (path: string) => new Set(receiver.at(path).map(({ event }) => String(event.data.id)));
    const isDone = () =>
      happened() === kills / 2 && ['/one', '/two'].every((path) => reached(path).size >= products.size);
    // Leases of killed runs end after two minutes; retries follow within hours.
    for (let step = 0; step < 400 && !isDone(); step++) await clock.advance(step % 4 === 3 ? 3600 : 150);

    expect(happened()).toBe(kills / 2);
    for (const path of ['/one', '/two']) {
      expect(receiver.at(path).length).toBeGreaterThan(0);
      expect([...reached(path)].sort()).toEqual([...products].sort());
      const byProduct = Map.groupBy(receiver.at(path), ({ event }) => event.data.id);
      for (const webhooks of byProduct.values()) {
        expect(new Set(webhooks.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
      }
    }
  }, 900_000);

  /** Creates a product, and repeats the request under its key until it succeeds. */
  async function created(name: string): Promise<string> {
    for (;;) {
      const answer = await send('POST', '/api/v1/products', {
        headers: { 'idempotency-key': name },
        body: { brand_id: stack().running.stack.brandId, name },
      }).catch(() => undefined);
      if (answer?.status === 201) return answer.body.data.id;
      // The key of a killed run is locked for 30 seconds in the time of the functions.
      if (answer?.body.code === 'idempotency_in_flight') await stack().clock.advance(31);
      else await delay(100);
    }
  }
}
