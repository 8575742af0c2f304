import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Table } from '#store/dynamodb/table.ts';
import { Random } from '#test/bench/x12/random.ts';
import { Gate } from '../../claims/kills/gate.ts';
import { sized } from '../../soak.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { putContacts } from '../commerce/contact-items.ts';
import { call } from '../stack/api-client.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';
import { type StackClock, stackClock } from '../stack/stack-clock.ts';
import { stackOutbox } from '../stack/stack-outbox.ts';
import { stackTable } from '../stack/stack-table.ts';
import { killAtContacts } from './function-kills.ts';

const contacts = sized('contacts of a campaign', { short: 120, soak: 10_000 });
const kills = sized('kills of the sender of a campaign', { short: 2, soak: 10 });

/** Longer than the lease of a batch: the time-out of the sender and its margin. */
const leaseSeconds = 200;

/** KILL_SEED repeats a run, as far as timing allows. */
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const random = new Random(seed);

const folder = newFolder();
const gate = new Gate();
let engine: DynamoEngine | undefined;
let running: LocalProcess;
let clock: StackClock;
let table: Table;
let brand_id: string;

beforeAll(async () => {
  engine = await startDynamoEngine();
  running = await startLocalProcess({
    dataFolder: folder,
    flags: ['--no-test-payer'],
    environment: { AWS_ENDPOINT_URL_DYNAMODB: await gate.http(engine.endpoint) },
  });
  clock = stackClock(running.stack);
  brand_id = running.stack.brandId;
  table = stackTable(running.stack, engine.endpoint);
}, 180_000);
afterAll(async () => {
  table?.client.destroy();
  await running?.stop();
  await gate.close();
  await engine?.stop();
  removeFolder(folder);
});

const send = (method: string, path: string, body?: unknown) =>
  call(method, path, {
    baseUrl: running.stack.baseUrl,
    key: running.stack.apiKeys.owner,
    ...(body !== undefined && { body }),
  });

test(`${contacts} contacts get one message each over ${kills} kills of the sender (seed ${seed})`, async () => {
  const outbox = stackOutbox(running.stack);
  const addresses = Array.from({ length: contacts }, (_, n) => `contact-${n}@example.com`);
  const items = addresses.map((email) => ({ email, first_name: 'Ada', tags: ['counted'] }));
  await putContacts(table, brand_id, items);
  await send('PUT', `/api/v1/brands/${brand_id}/messaging`, { postal_address: '1 Creek Road' });
  const segment = await send('POST', '/api/v1/segments', {
    brand_id,
    name: 'Counted',
    filter: { match: 'tag', equals: 'counted' },
  });
  const made = await send('POST', '/api/v1/campaigns', {
    brand_id,
    name: 'Counted',
    subject: 'Hello {{first_name}}',
    content: 'Come by',
    segment_id: segment.body.data.id,
  });
  const { id } = made.body.data;
  // A message takes about five requests.
  const maxContacts = Math.floor((4 * contacts) / kills);
  const killed = killAtContacts({
    wanted: kills,
    minContacts: Math.floor(maxContacts / 4),
    maxContacts,
    gate,
    random,
    running,
    functions: /"arn":"[^"]*SendMessages/,
  });
  expect((await send('POST', `/api/v1/campaigns/${id}/send`)).status).toBe(200);

  for (let rounds = 0; rounds < 300 && !(await isSent(id)); rounds++) await move(leaseSeconds);

  expect(killed()).toBe(kills);
  const { data } = (await send('GET', `/api/v1/campaigns/${id}/statistics`)).body;
  const all = { recipients: contacts, sent: contacts };
  expect(data).toMatchObject({ status: 'sent', ...all, pending: 0, unknown: 0, failed: 0 });
  const reached = await outbox.messages({ campaign: id });
  expect(reached.map(({ to }) => to).sort()).toEqual([...addresses].sort());
}, 900_000);

/** Moves the clock without waiting for the work to end, which may run for minutes. */
async function move(seconds: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: seconds });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${running.stack.endpoints.other}/local/clock`, { method: 'POST', headers, body });
  await delay(300);
}

async function isSent(id: string): Promise<boolean> {
  await clock.settled();
  return (await send('GET', `/api/v1/campaigns/${id}`)).body.data.status === 'sent';
}
