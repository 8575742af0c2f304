import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { currentBundles } from '#lib/bundling/bundle.ts';
import { seed } from '#lib/local/cli/sample-data.ts';
import { synthesizeApp } from '#lib/local/templates/synthesis.ts';
import { claimFile, newNumber } from '../../../fixtures/claims/claim-input.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../http/commerce/webhook-receiver.ts';
import { sized } from '../../../soak.ts';
import { type Fixture, startFixture, until } from '../fixture/runtime.ts';

const files = sized('files dropped at once', { short: 20, soak: 200 });
const imports = sized('imports of contacts at once', { short: 4, soak: 20 });
const rows = 200;

/** Granary with the concurrent executions of a new AWS account, and its default settings. */
let granary: Fixture;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  granary = await startFixture({
    concurrentExecutions: 10,
    maxInstances: 8,
    seed,
    synthesize: async (options) => {
      await currentBundles();
      return synthesizeApp(options);
    },
  });
}, 300_000);
afterAll(async () => {
  await granary?.stop();
  receiver?.stop();
});

const seededSchema = z.object({
  brandId: z.string(),
  apiKeys: z.object({ owner: z.string() }),
  claimsApiKeys: z.object({ biller: z.string() }),
});

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

async function drop(Key: string): Promise<void> {
  const { endpoints, buckets } = granary.runtime;
  const client = new S3Client({
    endpoint: endpoints.s3,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
  });
  const Body = claimFile([{ number: newNumber() }]);
  await client.send(new PutObjectCommand({ Bucket: buckets['x12'], Key, Body }));
}

/** Messages of the queues with this end of their names. */
async function messagesIn(name: RegExp): Promise<number> {
  const { controlPlane, queues } = granary.runtime;
  const sqs = new SQSClient({ endpoint: controlPlane, region: 'us-east-1', credentials });
  const found = Object.entries(queues).filter(([queue]) => name.test(queue));
  expect(found).toHaveLength(2);
  const counts = await Promise.all(
    found.map(async ([, QueueUrl]) => {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
      );
      return Number(Attributes?.ApproximateNumberOfMessages ?? Number.NaN);
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

test(`${files} files, ${imports} imports and orders with webhooks leave the APIs of a new account enough executions`, async () => {
  const { brandId, apiKeys, claimsApiKeys } = seededSchema.parse(granary.runtime.seeded);
  const statuses = new Map<number, number>();
  const call = async (path: string, init: RequestInit) => {
    const response = await granary.call(path, init);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response;
  };
  const claims = (path: string) => call(path, { headers: { 'x-api-key': claimsApiKeys.biller } });
  const commerce = (path: string, body?: object) =>
    call(`/api/v1${path}`, {
      headers: { 'x-api-key': apiKeys.owner, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify({ brand_id: brandId, ...body }) }),
    });
  const { json: products } = await commerce(`/products?brand_id=${brandId}`);
  const items = [{ product_id: products.data[0].id, quantity: 1, price: 1 }];
  await commerce('/webhook-endpoints', { url: receiver.url('/orders') });
  const requests = [
    () => claims('/api/inbox/lanes'),
    () => commerce('/orders', { items }),
    () => claims('/api/claims?lane=ready'),
    () => commerce('/me'),
  ];
  const ordersCreated = () =>
    granary.requests.filter(({ path, status }) => path === '/api/v1/orders' && status === 201).length;
  const ordersBefore = ordersCreated();
  let isOver = false;
  // With the calls below there are two at a time: the queues of both services leave that many of ten executions.
  const caller = async () => {
    for (let n = 0; !isOver; n++) {
      await requests[n % requests.length]?.();
      // Stays below the rate of the usage plans.
      await delay(60);
    }
  };
  const calling = caller();
  const importIds: string[] = [];
  for (let n = 0; n < imports; n++) {
    const contacts = Array.from({ length: rows }, (_, row) => `Ana ${row},ana-${n}-${row}@example.com`);
    const { json } = await commerce('/contact-imports', { csv: ['name,email', ...contacts].join('\n') });
    importIds.push(json.data.id);
  }
  for (let n = 0; n < files; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, i) => drop(`inbox/drop-${n + i}.x12`)));
  const applied = async () => {
    const { json } = await claims('/api/files?limit=200');
    return json.data?.filter(({ state }: { state: string }) => state === 'applied').length;
  };
  await until(async () => (await applied()) === files, 240_000);
  for (const id of importIds) {
    const progress = async () => (await commerce(`/contact-imports/${id}`)).json.data;
    await until(async () => (await progress())?.status === 'finished', 240_000);
    expect(await progress()).toMatchObject({ created: rows, failed: 0 });
  }
  isOver = true;
  await calling;
  await until(() => receiver.at('/orders').length >= ordersCreated() - ordersBefore, 120_000);
  expect(Object.keys(Object.fromEntries(statuses))).toEqual(['200', '201', '202']);
  expect(await messagesIn(/eadLetters$/)).toBe(0);
  expect(await messagesIn(/ailures$/)).toBe(0);
}, 600_000);
