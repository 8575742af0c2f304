import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { oldestEntry } from '#store/commerce/work/outbox.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { call, orderOf } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';
import { type StackClock, stackClock } from '../stack/stack-clock.ts';
import { stackTable } from '../stack/stack-table.ts';
import { startOptionsSuite } from '../stack/start-options.suite.ts';
import { campaignsSuite } from './campaigns.suite.ts';
import { leavingSuite } from './leaving.suite.ts';
import { notificationsSuite } from './notifications.suite.ts';
import { planLimitsSuite } from './plan-limits.suite.ts';
import { referralRewardsSuite } from './referral-rewards.suite.ts';
import { turnsSuite } from './turns.suite.ts';
import { webhooksSuite } from './webhooks.suite.ts';

const folder = newFolder();
let running: LocalProcess;
let clock: StackClock;
let table: Table;

beforeAll(async () => {
  running = await startLocalProcess({ dataFolder: folder, flags: ['--no-test-payer'] });
  clock = stackClock(running.stack);
  table = stackTable(running.stack);
});
afterAll(async () => {
  table?.client.destroy();
  await running?.stop();
  removeFolder(folder);
});

const send = (method: string, path: string, body?: unknown) =>
  call(method, path, {
    baseUrl: running.stack.baseUrl,
    key: running.stack.apiKeys.owner,
    ...(body !== undefined && { body }),
  });

const waitingEvents = async () => {
  const shards = await Promise.all([...Array(8).keys()].map((shard) => oldestEntry(table, shard)));
  return shards.filter((entry) => entry !== undefined).length;
};

describe('the start', () => startOptionsSuite(() => folder));
describe('turns of brands', () =>
  turnsSuite(() => ({ stack: running.stack, clock, table, dataFolder: folder })));
describe('campaigns', () => campaignsSuite(() => ({ stack: running.stack, clock, table })));

test('the schedule passes on the events that no nudge has passed on', async () => {
  await clock.settled();
  const product = await send('POST', '/api/v1/products', { brand_id: running.stack.brandId, name: 'Kale' });
  expect(product.status).toBe(201);
  expect(await waitingEvents()).toBeGreaterThan(0);
  await clock.advance(61);
  expect(await waitingEvents()).toBe(0);
});

test('a brand that changes its plan four times loses no request of its program, nor its first one', async () => {
  const { baseUrl, endpoints } = running.stack;
  const as = async (claims: Parameters<typeof bearer>[0]) => {
    const token = await bearer(claims, { dataFolder: folder, baseUrl });
    return (method: string, path: string, body: unknown) =>
      call(method, path, { baseUrl, key: null, headers: { authorization: `Bearer ${token}` }, body });
  };
  const owner = await as({ sub: `owner-${crypto.randomUUID()}` });
  const operator = await as({ sub: `operator-${crypto.randomUUID()}`, granary_operator: true });
  const brand = (await owner('POST', '/api/v1/brands', { name: 'Hill Farm' })).body.data;
  const path = `/api/v1/brands/${brand.id}`;
  const issued = await owner('POST', '/api/v1/api-keys', {
    brand_id: brand.id,
    name: 'till',
    role: 'viewer',
  });
  const statuses: Promise<number>[] = [];
  const callOnce = () =>
    statuses.push(
      fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': issued.body.data.secret } }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
      ),
    );
  callOnce();
  const program = setInterval(callOnce, 20);
  try {
    for (const plan of ['farm', 'enterprise', 'farm', 'enterprise']) {
      expect((await operator('PUT', path, { name: brand.name, plan })).status).toBe(200);
      // The new key is created, then valid, and its predecessor is deleted, the second time before the plan returns.
      for (const seconds of [1, 61, plan === 'enterprise' ? 661 : 61]) await clock.advance(seconds);
    }
  } finally {
    clearInterval(program);
  }
  const answers = await Promise.all(statuses);
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect(answers.length).toBeGreaterThan(50);
  const client = new APIGatewayClient({
    endpoint: endpoints.other,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { items = [] } = await client.send(new GetApiKeysCommand({ nameQuery: `granary-brand-${brand.id}` }));
  expect(items).toMatchObject([{ tags: { 'granary:installation': 'Granary' } }]);
});

test('a moved clock is the time of the functions, over a year', async () => {
  const before = await clock.now();
  await clock.advanceTo(new Date(before.getTime() + 365 * 86_400_000), 73 * 86_400);
  const order = await send('POST', '/api/v1/orders', {
    ...orderOf(crypto.randomUUID()),
    brand_id: running.stack.brandId,
  });
  expect([201, 400]).toContain(order.status);
  const product = await send('POST', '/api/v1/products', { brand_id: running.stack.brandId, name: 'Chard' });
  const age = Date.parse(product.body.data.created_at) - before.getTime();
  expect(Math.round(age / 86_400_000)).toBe(365);
});

describe('webhooks', () => webhooksSuite(() => ({ stack: running.stack, clock })));
describe('referrals', () => referralRewardsSuite(() => ({ stack: running.stack, clock })));
describe('limits of plans', () =>
  planLimitsSuite(() => ({ stack: running.stack, clock, table, dataFolder: folder })));
describe('notifications', () => notificationsSuite(() => ({ stack: running.stack, clock })));
// It deletes the brand of the other suites.
describe('a brand that leaves', () => leavingSuite(() => ({ stack: running.stack, clock, table })));
