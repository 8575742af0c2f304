// `npm run bench -- costs` measures what commerce uses of AWS, and prices it.
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { dollarsOf, listPrices, type Usage } from '#lib/operations/cost/list-prices.ts';
import { startWebhookReceiver } from '../http/commerce/webhook-receiver.ts';
import { call } from '../http/stack/api-client.ts';
import {
  type LocalProcess,
  newFolder,
  removeFolder,
  startLocalProcess,
} from '../http/stack/local-process.ts';
import { stackClock } from '../http/stack/stack-clock.ts';
import { startDynamoEngine } from '../store/dynamodb/dynamo-engine.ts';
import { type CapacityMeter, startCapacityMeter } from './capacity-meter.ts';
import type { Row } from './comparison.ts';

/** Invocations of functions, from the REPORT lines of their logs. */
interface FunctionUsage {
  readonly invocations: number;
  readonly gigabyteSeconds: number;
  /** Invocations of functions that a queue invokes. */
  readonly fromQueues: number;
}

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

const mappingSchema = z.object({ FunctionName: z.object({ Ref: z.string() }) });

/** Reads the usage of all functions of commerce since the start of a local stack. Logs of 5 MB rotate once, so keep runs short. */
function functionUsage(dataFolder: string): FunctionUsage {
  const { memory, queued } = functionsIn(dataFolder);
  let usage: FunctionUsage = { invocations: 0, gigabyteSeconds: 0, fromQueues: 0 };
  for (const file of globSync(join(dataFolder, 'logs', 'Granary-Commerce-*.log*'))) {
    const id = basename(file)
      .replace(/^Granary-Commerce-/, '')
      .replace(/\.log.*$/, '');
    const durations = [...readFileSync(file, 'utf8').matchAll(/^REPORT .* Duration: ([\d.]+) ms/gm)];
    const milliseconds = durations.reduce((sum, [, duration]) => sum + Number(duration), 0);
    const gigabytes = (memory.get(id) ?? 128) / 1024;
    usage = {
      invocations: usage.invocations + durations.length,
      gigabyteSeconds: usage.gigabyteSeconds + (milliseconds / 1000) * gigabytes,
      fromQueues: usage.fromQueues + (queued.has(id) ? durations.length : 0),
    };
  }
  return usage;
}

function functionsIn(dataFolder: string) {
  const memory = new Map<string, number>();
  const queued = new Set<string>();
  for (const file of globSync(join(dataFolder, 'assembly', '*Commerce*.template.json'))) {
    const { Resources } = templateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    for (const [id, { Type, Properties }] of Object.entries(Resources)) {
      if (Type === 'AWS::Lambda::Function') memory.set(id, Number(Properties['MemorySize'] ?? 128));
      if (Type === 'AWS::Lambda::EventSourceMapping')
        queued.add(mappingSchema.parse(Properties).FunctionName.Ref);
    }
  }
  return { memory, queued };
}

const help = `npm run bench -- costs [--count N] [--short]

Sends N (1,000) orders and contacts to a local stack and delivers N events to a webhook endpoint. Prints for 1,000 of each: capacity
units as DynamoDB reports them (ReturnConsumedCapacity), invocations with their duration, queue and API requests, and their list price.
--short sends 100 and delivers none.`;

interface Bench {
  readonly running: LocalProcess;
  readonly folder: string;
  readonly meter: CapacityMeter;
  readonly count: number;
  readonly isShort: boolean;
}

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  if (args.includes('--help')) {
    console.log(help);
    return [];
  }
  const isShort = args.includes('--short');
  const count = Number(args[args.indexOf('--count') + 1]) || (isShort ? 100 : 1000);
  // Keeps the process alive; the engine's child process does not.
  const alive = setInterval(() => {}, 1000);
  const engine = await startDynamoEngine();
  const meter = await startCapacityMeter(engine.endpoint);
  const folder = newFolder();
  const environment = { AWS_ENDPOINT_URL_DYNAMODB: meter.endpoint, LOCAL_WEBHOOK_TARGETS: 'loopback' };
  const running = await startLocalProcess({ dataFolder: folder, flags: ['--no-test-payer'], environment });
  try {
    const usages = await measureAll({ running, folder, meter, count, isShort });
    print(usages);
    return rowsOf(usages);
  } finally {
    await running.stop();
    await meter.stop();
    await engine.stop();
    removeFolder(folder);
    clearInterval(alive);
  }
}

async function measureAll(bench: Bench): Promise<readonly (readonly [string, Usage])[]> {
  const { stack } = bench.running;
  const { brandId: brand_id } = stack;
  const send = sender(bench);
  const productIds = await Promise.all(
    ['Chard', 'Kale'].map(async (name) => (await send('/products', { brand_id, name, price: 4.5 })).data.id),
  );
  const orders = () =>
    repeat(bench.count, (index) =>
      send('/orders', {
        brand_id,
        // Every customer orders twice.
        customer_email: `customer-${index >> 1}@example.com`,
        items: productIds.map((product_id) => ({ product_id, quantity: 2, price: 4.5 })),
      }),
    );
  await orders();
  const ordered = await measure(bench, orders);
  const contacts = await measure(bench, () =>
    repeat(bench.count, () =>
      send('/contacts', { brand_id, name: 'Olive Fern', email: `${randomUUID()}@example.com` }),
    ),
  );
  const csv = ['email,name,tags', ...Array.from({ length: bench.count }, lineOf)].join('\r\n');
  const imported = await measure(bench, () => send('/contact-imports', { brand_id, csv }));
  const usages: (readonly [string, Usage])[] = [
    ['orders of two products, one request each', ordered],
    ['contacts, one request each', contacts],
    ['contacts, one import', imported],
  ];
  if (bench.isShort) return usages;
  const receiver = await startWebhookReceiver();
  await send('/webhook-endpoints', { brand_id, url: receiver.url('/hooks') });
  const withWebhooks = await measure(bench, orders);
  receiver.stop();
  if (receiver.received.length < bench.count) throw new Error('Events are missing');
  return [...usages, ['events, from the outbox to one webhook endpoint', less(withWebhooks, ordered)]];
}

/** Compares prices with that of one request to API Gateway for each, which any API behind it pays. */
function rowsOf(usages: readonly (readonly [string, Usage])[]): Row[] {
  const otherFigure = (1000 * listPrices.perMillionApiRequests) / 1_000_000;
  return usages.map(([name, usage]) => ({
    what: `1,000 ${name}`,
    figure: dollarsOf(usage),
    unit: 'USD',
    other: '1,000 requests of API Gateway',
    otherFigure,
  }));
}

const lineOf = () => `${randomUUID()}@example.com,Olive Fern,egg share`;

const sender =
  ({ running: { stack } }: Bench) =>
  async (path: string, body: object) => {
    const options = {
      baseUrl: stack.baseUrl,
      key: stack.apiKeys.owner,
      // A busy machine may need another attempt.
      headers: { 'idempotency-key': randomUUID() },
      body,
    };
    for (;;) {
      const reply = await call('POST', `/api/v1${path}`, options);
      if (reply.status < 300) return reply.body;
      const isRepeatable = reply.status > 499 || reply.body.code === 'idempotency_in_flight';
      if (!isRepeatable) throw new Error(`POST ${path} is ${reply.status}: ${reply.text}`);
      await delay(1000);
    }
  };

/** Four requests at a time. */
async function repeat(count: number, run: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const client = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: 4 }, client));
  return count;
}

/** Measures some work with what follows from it in the background, for 1,000 of it. */
async function measure(bench: Bench, work: () => Promise<unknown>): Promise<Usage> {
  const clock = stackClock(bench.running.stack);
  await clock.advance(61);
  const before = reading(bench);
  const requests = await work();
  await clock.settled();
  // The schedule finds the events of brands without endpoints.
  await clock.advance(61);
  await delay(500);
  const used = less(reading(bench), before);
  const apiRequests = typeof requests === 'number' ? requests : 1;
  return scaled({ ...used, apiRequests }, 1000 / bench.count);
}

function reading({ meter, folder }: Bench): Usage {
  const { invocations, gigabyteSeconds, fromQueues } = functionUsage(folder);
  // A message is sent; its batch is received and deleted.
  return { ...meter.total(), invocations, gigabyteSeconds, queueRequests: 3 * fromQueues, apiRequests: 0 };
}

const members = [
  'readUnits',
  'writeUnits',
  'invocations',
  'gigabyteSeconds',
  'queueRequests',
  'apiRequests',
] as const satisfies readonly (keyof Usage)[];

const mapped = (figure: (member: keyof Usage) => number): Usage => ({
  readUnits: figure('readUnits'),
  writeUnits: figure('writeUnits'),
  invocations: figure('invocations'),
  gigabyteSeconds: figure('gigabyteSeconds'),
  queueRequests: figure('queueRequests'),
  apiRequests: figure('apiRequests'),
});

const less = (usage: Usage, other: Usage): Usage => mapped((member) => usage[member] - other[member]);
const scaled = (usage: Usage, by: number): Usage => mapped((member) => usage[member] * by);

function print(rows: readonly (readonly [string, Usage])[]): void {
  console.log(
    '| 1,000 | read units | write units | invocations | GB-s | queue requests | API requests | USD |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const [name, usage] of rows) {
    const figures = members.map((member) => usage[member].toFixed(member === 'gigabyteSeconds' ? 1 : 0));
    console.log(`| ${[name, ...figures, dollarsOf(usage).toFixed(4)].join(' | ')} |`);
  }
  console.log(`\nPrices: ${JSON.stringify(listPrices)}`);
}
