import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type ApiResponse, call } from '../stack/api-client.ts';
import { killAtContacts } from './function-kills.ts';
import type { KillStack } from './kill-stack.ts';

interface Request {
  readonly key: string;
  readonly path: string;
  readonly body: object;
}

interface Made {
  readonly id: string;
  readonly referred_user_id?: string;
}

/** Milliseconds without a single 201 after which something hangs. */
const maxStandstill = 120_000;

/** Orders, campaigns and redemptions while function processes are killed. */
export function eventKillsSuite(
  stack: () => KillStack,
  { count, kills }: { readonly count: number; readonly kills: number },
): void {
  let brand_id: string;
  const send = (method: string, path: string, options: Parameters<typeof call>[2] = {}) => {
    const { baseUrl, apiKeys } = stack().running.stack;
    return call(method, path, { baseUrl, key: apiKeys.otherBrand, ...options });
  };

  test(`${count} orders, campaigns and redemptions have one event each over ${kills} kills of all functions`, async () => {
    // The second sample brand has no records yet.
    const me = await send('GET', '/api/v1/me');
    brand_id = Object.keys(me.body.data.brands)[0] ?? '';
    const product = await send('POST', '/api/v1/products', { body: { brand_id, name: 'Counted' } });
    await send('POST', '/api/v1/referral-codes', { body: { brand_id, code: 'MEADOW10' } });
    const items = [{ product_id: product.body.data.id, quantity: 3, price: 0.1 }];
    const campaign = { brand_id, name: 'n', subject: 's', content: 'c' };
    const requests = Array.from({ length: count }, (_, n): Request[] => [
      { key: `order-${n}`, path: '/api/v1/orders', body: { brand_id, items } },
      { key: `campaign-${n}`, path: '/api/v1/campaigns', body: campaign },
      {
        key: `redemption-${n}`,
        path: '/api/v1/referrals',
        body: { brand_id, referral_code: 'MEADOW10', referred_email: `customer-${n}@example.com` },
      },
    ]).flat();
    const happened = killAtContacts({ ...stack(), wanted: kills, maxContacts: 60 });
    const made = await sendUntilMade(requests);
    const idsOf = (kind: string) => [...made].filter(([key]) => key.startsWith(kind)).map(([, { id }]) => id);

    expect(happened()).toBe(kills);
    const orders = await everyRecord('/api/v1/orders');
    expect(orders.map(({ id }) => id).sort()).toEqual(idsOf('order').sort());
    expect((await eventsOf('orderCreated')).map(({ order_id }) => order_id).sort()).toEqual(
      idsOf('order').sort(),
    );
    const campaigns = await everyRecord('/api/v1/campaigns');
    expect(campaigns.map(({ id }) => id).sort()).toEqual(idsOf('campaign').sort());
    expect((await eventsOf('campaignCreated')).map((data) => data['campaign_id']).sort()).toEqual(
      idsOf('campaign').sort(),
    );
    const [code] = await everyRecord('/api/v1/referral-codes');
    expect(code).toMatchObject({ redemption_count: count });
    const redeemers = [...made.values()].flatMap(({ referred_user_id }) => referred_user_id ?? []);
    expect((await eventsOf('referralCompleted')).map((data) => data['referred_user_id']).sort()).toEqual(
      redeemers.sort(),
    );
    expect([idsOf('order').length, idsOf('campaign').length, redeemers.length]).toEqual([
      count,
      count,
      count,
    ]);
  }, 900_000);

  /**
   * Sends every request with an idempotency key, repeats it after any failure until it is 201, and repeats one in four
   * after that.
   */
  async function sendUntilMade(requests: readonly Request[]): Promise<ReadonlyMap<string, Made>> {
    const made = new Map<string, Made>();
    const queue = [...requests];
    const refusals = new Map<string, string>();
    let madeAt = performance.now();
    const sendOne = (request: Request) =>
      Promise.race([
        send('POST', request.path, { headers: { 'idempotency-key': request.key }, body: request.body }),
        // API Gateway responds within 29 seconds; a client waits no longer than this.
        delay(60_000, undefined, { ref: false }),
      ]).catch(() => undefined);
    const client = async () => {
      while (made.size < requests.length) {
        if (performance.now() - madeAt > maxStandstill) throw standstill(requests, made, refusals);
        const request = queue.shift();
        if (request === undefined) {
          await delay(100);
          continue;
        }
        const answer = await sendOne(request);
        if (answer?.status === 201) {
          const { id, referred_user_id } = answer.body.data;
          const before = made.get(request.key);
          if (before !== undefined) expect(before.id).toBe(id);
          else if (stack().random.chance(0.25)) queue.push(request);
          made.set(request.key, { id, referred_user_id });
          madeAt = performance.now();
        } else {
          refusals.set(request.key, answer === undefined ? 'no response' : `${answer.status} ${answer.text}`);
          // Other requests go first, because the key of a killed run is still locked.
          void delay(pauseBefore(answer)).then(() => queue.push(request));
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, client));
    return made;
  }

  const standstill = (
    requests: readonly Request[],
    made: ReadonlyMap<string, Made>,
    refusals: ReadonlyMap<string, string>,
  ) => {
    const missing = requests.filter(({ key }) => !made.has(key));
    const last = missing.map(({ key }) => `${key}: ${refusals.get(key) ?? 'in progress or not sent'}`);
    const { exitCode, signalCode } = stack().running.process;
    return new Error(
      [
        `Nothing was made for ${maxStandstill} ms. The local runtime ended with ${exitCode ?? signalCode}. Missing:`,
        ...last,
        stack().running.output().slice(-4000),
      ].join('\n'),
    );
  };

  let movedAt = 0;

  /**
   * Milliseconds before the request is repeated. The key of a killed run is locked for half a minute in the time of the functions,
   * which moves on instead.
   */
  function pauseBefore(answer: ApiResponse | undefined): number {
    if (answer?.body.code !== 'idempotency_in_flight') return 200;
    expect(answer.headers.get('retry-after')).toMatch(/^[12]$/);
    if (performance.now() - movedAt > 2_000) {
      movedAt = performance.now();
      void stack().move(31);
    }
    return 500;
  }

  // biome-ignore lint/suspicious/noExplicitAny: records of several kinds
  async function everyRecord(path: string): Promise<readonly any[]> {
    const records: object[] = [];
    let cursor = '';
    do {
      const from = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const separator = path.includes('?') ? '&' : '?';
      const { body } = await send('GET', `${path}${separator}brand_id=${brand_id}&limit=200${from}`);
      records.push(...body.data);
      cursor = body.pagination.next_cursor ?? '';
    } while (cursor);
    return records;
  }

  const eventsOf = async (event: string): Promise<readonly Readonly<Record<string, string>>[]> =>
    (await everyRecord(`/api/v1/activity?event=${event}`)).map(({ data }) => data);
}
