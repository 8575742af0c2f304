import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '#test/bench/x12/random.ts';
import { Gate } from '../../claims/kills/gate.ts';
import { sized } from '../../soak.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { type ApiResponse, call } from '../stack/api-client.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';

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
  const happened = killAtContacts(kills);
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

/**
 * Kills all function processes at random requests to the table, before or after the request has its effect.
 */
function killAtContacts(wanted: number): () => number {
  let done = 0;
  const next = () => {
    if (done === wanted) gate.watch(() => {});
    else gate.watch(killFunctions, random.int(1, 60), random.chance(0.5));
  };
  const killFunctions = () => {
    for (const pid of functionProcesses()) process.kill(pid, 'SIGKILL');
    done++;
    next();
  };
  next();
  return () => done;
}

/** Returns the pids of the function processes. */
function functionProcesses(): readonly number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const isFunction = Number(parent) === running.process.pid && command.includes('bootstrap.mjs');
    return isFunction ? [Number(pid)] : [];
  });
}

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
  const sendOne = (request: Request) =>
    send('POST', request.path, {
      headers: { 'idempotency-key': request.key },
      body: request.body,
    }).catch(() => undefined);
  const client = async () => {
    while (made.size < requests.length) {
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
      } else {
        // Other requests go first, because the key of a killed run is still locked.
        void delay(pauseBefore(answer)).then(() => queue.push(request));
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, client));
  return made;
}

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
