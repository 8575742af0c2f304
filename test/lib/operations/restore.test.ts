import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openTable } from '#store/dynamodb/table.ts';
import { spawnOperator } from '../../bin/operator/process.ts';
import { claimInput, newNumber } from '../../fixtures/claims/claim-input.ts';
import { verdictOfCommand } from '../../http/audit/tampering.ts';
import { putContacts } from '../../http/commerce/contact-items.ts';
import { type ApiResponse, call } from '../../http/stack/api-client.ts';
import {
  type LocalProcess,
  newFolder,
  removeFolder,
  startLocalProcess,
} from '../../http/stack/local-process.ts';
import { type StackClock, stackClock } from '../../http/stack/stack-clock.ts';
import { stackOutbox } from '../../http/stack/stack-outbox.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
type Json = any;
type Item = Record<string, AttributeValue>;
/** The items of each table at one moment, as a restore to that second has them. */
type Copy = Readonly<Record<string, readonly Item[]>>;

const folder = newFolder();
let engine: DynamoEngine;
let client: DynamoDBClient;
let local: LocalProcess;
let clock: StackClock;

/** Starts the service, as after a restore: files, queues, secrets and sent messages are those of before. */
async function start(): Promise<void> {
  local = await startLocalProcess({
    dataFolder: folder,
    environment: { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint },
  });
  clock = stackClock(local.stack);
}

beforeAll(async () => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local' });
  Object.assign(process.env, { AWS_SECRET_ACCESS_KEY: 'local' });
  engine = await startDynamoEngine();
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = engine.endpoint;
  client = new DynamoDBClient({ endpoint: engine.endpoint });
  await start();
}, 400_000);
afterAll(async () => {
  await local?.stop();
  client.destroy();
  await engine.stop();
  removeFolder(folder);
});

const ask = (method: string, path: string, key: string, body?: object): Promise<ApiResponse> =>
  call(method, path, { baseUrl: local.stack.baseUrl, key, ...(body && { body }) });
const asBiller = (method: string, path: string, body?: object) =>
  ask(method, path, local.stack.claimsApiKeys.biller, body);
const asOwner = (method: string, path: string, body?: object) =>
  ask(method, path, local.stack.apiKeys.owner, body);

async function until<T>(what: string, read: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 90_000;
  for (;;) {
    const found = await read();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited 90 seconds for ${what}`);
    await new Promise((next) => setTimeout(next, 200));
  }
}

const nameOf = (table: string): string => local.stack.tables[table] ?? '';

async function copyOfTables(): Promise<Copy> {
  const copy: Record<string, Item[]> = {};
  for (const table of ['commerce', 'claims', 'audit']) {
    const items: Item[] = [];
    const input = { TableName: nameOf(table), ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client }, input)) items.push(...Items);
    copy[table] = items;
  }
  return copy;
}

/** Loses a table, and puts a copy in its place. */
async function replaceTable(table: string, items: readonly Item[]): Promise<void> {
  const TableName = nameOf(table);
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  await client.send(new DeleteTableCommand({ TableName }));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  );
  for (let from = 0; from < items.length; from += 25) {
    const requests = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  }
}

/** Puts copies in place of the tables, starts the service, and lets every schedule run. */
async function restore(tables: Copy): Promise<void> {
  // The local outbox would ignore a message that it has, as no provider does.
  rmSync(join(folder, 'state', 'outbox.ndjson'));
  for (const [table, items] of Object.entries(tables)) await replaceTable(table, items);
  await start();
  await clock.advance(2 * 3600);
}

/** Addresses of the messages that were sent since the last restore. */
const sentMessages = async (): Promise<readonly string[]> =>
  (await stackOutbox(local.stack).messages({})).map(({ to }) => to).sort();

/** Objects of a folder of the X12 bucket. */
async function objectsIn(prefix: string): Promise<readonly string[]> {
  const { endpoints, buckets } = local.stack;
  const answer = await fetch(`${endpoints.s3}/${buckets['x12']}?list-type=2&prefix=${prefix}`);
  return [...(await answer.text()).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key).sort();
}

/** Puts a file of the archive into the inbox. */
async function replay(key: string): Promise<void> {
  const bucket = `${local.stack.endpoints.s3}/${local.stack.buckets['x12']}`;
  const body = await (await fetch(`${bucket}/${key}`)).text();
  await fetch(`${bucket}/inbox/${key.split('/').at(-1)}`, { method: 'PUT', body });
}

/** Interchange control numbers of the files that were sent. */
async function interchanges(): Promise<readonly string[]> {
  const { endpoints, buckets } = local.stack;
  const texts = (await objectsIn('staging/')).map(async (key) =>
    (await fetch(`${endpoints.s3}/${buckets['x12']}/${key}`)).text(),
  );
  return (await Promise.all(texts)).map((text) => text.split('*')[13] ?? '');
}

/** What `npm run audit -- verify` says about an export of the audit log. */
async function verifiedExport() {
  const { admin } = local.stack.claimsApiKeys;
  const started = await ask('POST', '/api/admin/audit-log/export', admin);
  const { id } = started.body.data;
  const url = await until('the export', async () => {
    const { body } = await ask('GET', `/api/admin/audit-log/export/${id}`, admin);
    return body.data.state === 'done' && body.data.url;
  });
  return verdictOfCommand(url);
}

const operator = async (command: string): Promise<Json> => {
  const { code, out, error } = await spawnOperator([command, '--local', '--json'], {
    GRANARY_DATA: folder,
  });
  if (code !== 0) throw new Error(`operator ${command} ended with ${code}: ${error}`);
  return JSON.parse(out);
};

async function claimReady(): Promise<string> {
  const { body } = await asBiller('POST', '/api/claims', claimInput({ number: newNumber() }));
  return body.data.id;
}
const claim = async (id: string): Promise<Json> => (await asBiller('GET', `/api/claims/${id}`)).body.data;
async function submitAndWait(id: string): Promise<void> {
  expect((await asBiller('POST', '/api/clearhouse/submit', { claim_ids: [id] })).status).toBe(201);
  await until('the payment', async () => (await claim(id)).lane === 'paid');
  await clock.settled();
}
const invite = (email: string) =>
  asOwner('POST', '/api/v1/invitations', { brand_id: local.stack.brandId, email, role: 'manager' });
async function revenue(): Promise<Json> {
  const query = `brand_id=${local.stack.brandId}&start_date=2026-01-01T00:00:00Z&end_date=2999-12-31T00:00:00Z`;
  return (await asOwner('GET', `/api/v1/reports?${query}&report_type=revenue`)).body.data;
}
async function placeOrder(): Promise<void> {
  const { brandId: brand_id } = local.stack;
  const { body } = await asOwner('POST', '/api/v1/products', { brand_id, name: `Plums ${newNumber()}` });
  const items = [{ product_id: body.data.id, quantity: 2, price: 3 }];
  expect((await asOwner('POST', '/api/v1/orders', { brand_id, items })).status).toBe(201);
}

/** A campaign to one contact, an hour from now. */
async function scheduleCampaign(): Promise<void> {
  const { brandId: brand_id } = local.stack;
  const table = openTable(nameOf('commerce'));
  const contact_ids = await putContacts(table, brand_id, [{ email: 'reader@example.com' }]);
  table.client.destroy();
  const settings = {
    from_name: 'Meadow',
    reply_to: 'hello@meadow.example',
    postal_address: '1 Creek Road',
    quiet_hours: { start: '00:00', end: '00:00' },
    test_addresses: [],
  };
  await call('PUT', `/api/v1/brands/${brand_id}/messaging`, {
    baseUrl: local.stack.baseUrl,
    key: local.stack.apiKeys.owner,
    headers: { 'if-match': '"v0"' },
    body: settings,
  });
  const text = { name: 'News', subject: 'News', content: '<p>Come by</p>' };
  const made = await asOwner('POST', '/api/v1/campaigns', { brand_id, type: 'email', ...text, contact_ids });
  const scheduled_at = new Date((await clock.now()).getTime() + 3_600_000).toISOString();
  const path = `/api/v1/campaigns/${made.body.data.id}/schedule`;
  expect(await asOwner('POST', path, { scheduled_at })).toMatchObject({ status: 200 });
}

describe('lost tables', () => {
  let early: string;
  let late: string;
  /** At noon, and when the tables are lost. */
  let noon: Copy;
  let last: Copy;
  /** Files that were sent, and responses that were applied before noon. */
  let files: readonly string[];
  let answered: readonly string[];
  let figures: Json;

  beforeAll(async () => {
    early = await claimReady();
    late = await claimReady();
    await submitAndWait(early);
    await placeOrder();
    expect((await invite('early@example.com')).status).toBe(201);
    await scheduleCampaign();
    await clock.settled();
    noon = await copyOfTables();
    answered = await objectsIn('archive/');
    await submitAndWait(late);
    await placeOrder();
    expect((await invite('late@example.com')).status).toBe(201);
    // The campaign is sent, and the hourly checkpoint signed.
    await clock.advance(2 * 3600);
    expect(await sentMessages()).toEqual(['early@example.com', 'late@example.com', 'reader@example.com']);
    files = await objectsIn('staging/');
    figures = await revenue();
    await local.stop();
    last = await copyOfTables();
  }, 400_000);

  test('restored to the last second, have everything, and nothing is sent again', async () => {
    expect(files).toHaveLength(2);
    await restore(last);
    expect(await verifiedExport()).toMatchObject({ ok: true, status: 0 });
    expect(await sentMessages()).toEqual([]);
    expect(await objectsIn('staging/')).toEqual(files);
    expect([(await claim(early)).lane, (await claim(late)).lane]).toEqual(['paid', 'paid']);
    expect(await revenue()).toEqual(figures);
    expect(await operator('rebuild-claim-figures')).toMatchObject({ repaired: 0 });
    await local.stop();
  }, 400_000);

  test('restored to noon beside the audit log of the last second, repeat only what was due since', async () => {
    const { audit: _, ...earlier } = noon;
    // Some items of the copy are lost too.
    const commerce = (earlier['commerce'] ?? []).filter(({ pk }) => !pk?.S?.startsWith('ROLLUP#'));
    await restore({ ...earlier, commerce, audit: last['audit'] ?? [] });

    expect(await sentMessages()).toEqual(['reader@example.com']);
    expect(await objectsIn('staging/')).toEqual(files);
    expect([(await claim(early)).lane, (await claim(late)).lane]).toEqual(['paid', 'ready']);

    const rebuilt = await operator('rebuild-figures');
    expect(rebuilt.brands.reduce((sum: number, { orders }: Json) => sum + orders, 0)).toBeGreaterThan(0);
    expect((await revenue()).order_count).toBe(figures.order_count - 1);

    // The copy would give out control numbers that the clearinghouse has seen.
    const table = openTable(nameOf('claims'));
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: 'CONTROL#submissions', sk: 'CONTROL' },
        UpdateExpression: 'ADD #last :more',
        ExpressionAttributeNames: { '#last': 'last' },
        ExpressionAttributeValues: { ':more': 1000 },
      }),
    );
    table.client.destroy();
    // The responses to the claim that was submitted since noon. With them it cannot be submitted again.
    for (const key of (await objectsIn('archive/')).filter((key) => !answered.includes(key)))
      await replay(key);
    await until('the payment', async () => (await claim(late)).lane === 'paid');
    expect((await asBiller('POST', '/api/clearhouse/submit', { claim_ids: [late] })).status).toBe(409);
    await submitAndWait(await claimReady());
    const numbers = await interchanges();
    expect([numbers.length, new Set(numbers).size]).toEqual([3, 3]);
    expect(await verifiedExport()).toMatchObject({ ok: true, status: 0 });
  }, 400_000);
});
