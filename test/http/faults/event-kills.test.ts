import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '#test/bench/x12/random.ts';
import { Gate } from '../../claims/kills/gate.ts';
import { sized } from '../../soak.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { type ApiResponse, call } from '../stack/api-client.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';
import { killAtContacts } from './function-kills.ts';

/** Number of orders, campaigns and redemptions each. */
const count = sized('orders, and as many campaigns and redemptions', { short: 20, soak: 500 });
/** Number of times that all function processes are killed. */
const kills = sized('kills of every function process', { short: 3, soak: 60 });
/** KILL_SEED repeats a run, as far as timing allows. */
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const random = new Random(seed);

const folder = newFolder();
const gate = new Gate();
let engine: DynamoEngine | undefined;
let running: LocalProcess;
let brand_id: string;

beforeAll(async () => {
  engine = await startDynamoEngine();
  running = await startLocalProcess({
    dataFolder: folder,
    environment: { AWS_ENDPOINT_URL_DYNAMODB: await gate.http(engine.endpoint) },
  });
  // The second sample brand has no records yet.
  const me = await send('GET', '/api/v1/me');
  brand_id = Object.keys(me.body.data.brands)[0] ?? '';
}, 180_000);
afterAll(async () => {
  await running?.stop();
  await gate.close();
  await engine?.stop();
  removeFolder(folder);
});

const send = (method: string, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(method, path, { baseUrl: running.stack.baseUrl, key: running.stack.apiKeys.otherBrand, ...options });

interface Request {
  readonly key: string;
  readonly path: string;
  readonly body: object;
}

test(`${count} orders, campaigns and redemptions have one event each over ${kills} kills of all functions (seed ${seed})`, async () => {
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
  const happened = killAtContacts({ wanted: kills, maxContacts: 60, gate, random, running });
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
  expect([idsOf('order').length, idsOf('campaign').length, redeemers.length]).toEqual([count, count, count]);
}, 900_000);

interface Made {
  readonly id: string;
  readonly referred_user_id?: string;
}

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
        else if (random.chance(0.25)) queue.push(request);
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

/** Milliseconds without a single 201 after which something hangs. */
const maxStandstill = 120_000;

const standstill = (
  requests: readonly Request[],
  made: ReadonlyMap<string, Made>,
  refusals: ReadonlyMap<string, string>,
) => {
  const missing = requests.filter(({ key }) => !made.has(key));
  const last = missing.map(({ key }) => `${key}: ${refusals.get(key) ?? 'in progress or not sent'}`);
  const { exitCode, signalCode } = running.process;
  return new Error(
    [
      `Nothing was made for ${maxStandstill} ms. The local runtime ended with ${exitCode ?? signalCode}. Missing:`,
      ...last,
      running.output().slice(-4000),
    ].join('\n'),
  );
};

/** The wait that the response asks for: a second or two while the first run seems to be in progress. */
function pauseBefore(answer: ApiResponse | undefined): number {
  if (answer?.body.code !== 'idempotency_in_flight') return 200;
  const seconds = answer.headers.get('retry-after');
  expect(seconds).toMatch(/^[12]$/);
  return Number(seconds) * 1000;
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
