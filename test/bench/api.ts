// `npm run bench -- api` measures the commerce API through the local gateway, and the cold start of each function.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { productWrites } from '#commerce/products/records.ts';
import { newId } from '#persistence/new-id.ts';
import { openTable, transact } from '#store/dynamodb/table.ts';
import {
  type LocalProcess,
  newFolder,
  removeFolder,
  startLocalProcess,
} from '../http/stack/local-process.ts';
import { stackClock } from '../http/stack/stack-clock.ts';
import type { Row } from './comparison.ts';
import { measureFunctions, nodeStart } from './function-starts.ts';
import { median } from './x12/run-case.ts';

/** Result of a load of one kind of request. Times are in milliseconds. */
interface Load {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Responses other than 2xx. */
  readonly refused: number;
}

interface LoadOptions {
  readonly seconds: number;
  /** Number of clients; each sends its next request after the last response. */
  readonly clients: number;
  /** Maximum requests per second of all clients together. */
  readonly atMost?: number;
  readonly warmUpSeconds: number;
}

/** Sends requests for some seconds after a warm-up, and measures from send to last byte. */
async function measureLoad(name: string, make: () => Request, options: LoadOptions): Promise<Load> {
  await run(make, { ...options, seconds: options.warmUpSeconds });
  const started = performance.now();
  const { times, refused } = await run(make, options);
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { name, perSecond: times.length / elapsed, p50: quantile(0.5), p99: quantile(0.99), refused };
}

async function run(make: () => Request, { seconds, clients, atMost }: LoadOptions) {
  const times: number[] = [];
  let refused = 0;
  const pause = atMost ? (clients / atMost) * 1000 : 0;
  const end = performance.now() + seconds * 1000;
  const client = async () => {
    for (let next = performance.now(); performance.now() < end; next += pause) {
      const wait = next - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      else next = performance.now();
      const request = make();
      const sent = performance.now();
      const response = await fetch(request);
      await response.arrayBuffer();
      times.push(performance.now() - sent);
      if (!response.ok) refused++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { times, refused };
}

interface BareServer {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** Starts a server of Node in a thread that answers every request with this body: the least that an HTTP API does. */
async function startBareServer(body: string): Promise<BareServer> {
  const program = `
    const { createServer } = require('node:http');
    const { parentPort, workerData } = require('node:worker_threads');
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => response.setHeader('content-type', 'application/json').end(workerData));
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(program, { eval: true, workerData: body });
  const [port] = await once(worker, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}

interface Extent {
  readonly catalogSize: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Which functions are started: every n-th. */
  readonly everyFunction: number;
  readonly starts: number;
}

const long: Extent = { catalogSize: 10_000, seconds: 6, warmUpSeconds: 4, everyFunction: 1, starts: 5 };
const short: Extent = { catalogSize: 500, seconds: 2, warmUpSeconds: 2, everyFunction: 32, starts: 3 };

/** Below the 200 requests/s of the Enterprise usage plan, which would otherwise limit the result. */
const metered = { clients: 4, atMost: 180 };

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  const extent = args.includes('--short') ? short : long;
  const rows: Row[] = [];
  const folder = newFolder();
  const running = await startLocalProcess({ dataFolder: folder });
  try {
    // In its first minute, the plan of people meters a brand.
    const clock = stackClock(running.stack);
    await clock.settled();
    await clock.advance(61);
    const measured = await loads(running, extent);
    printLoads(measured);
    rows.push(...loadRows(measured));
  } finally {
    await running.stop();
    removeFolder(folder);
  }
  return [...rows, await measureStarts(extent)];
}

/** The last load is the floor of the others. */
function loadRows(measured: readonly Load[]): Row[] {
  const floor = measured.at(-1);
  if (floor === undefined) return [];
  return measured.slice(0, -1).map(({ name, p50 }) => ({
    what: `${name}, p50`,
    figure: p50,
    unit: 'ms',
    other: floor.name,
    otherFigure: floor.p50,
  }));
}

async function loads({ stack }: LocalProcess, extent: Extent): Promise<Load[]> {
  const { catalogSize } = extent;
  const { baseUrl, brandId, apiKeys } = stack;
  process.stderr.write(`Filling a catalog of ${catalogSize} products…\n`);
  await fillCatalog(stack, catalogSize);
  const get = (path: string, key?: string) => () =>
    new Request(`${baseUrl}${path}`, {
      headers: { 'x-forwarded-for': randomUUID(), ...(key ? { 'x-api-key': key } : {}) },
    });
  const products = `/api/v1/products?brand_id=${brandId}`;
  const firstPage = await fetch(get(`${products}&limit=1`, apiKeys.owner)());
  const {
    data: [{ id }],
  }: { data: [{ id: string }] } = JSON.parse(await firstPage.text());
  const order = () =>
    new Request(`${baseUrl}/api/v1/orders`, {
      method: 'POST',
      headers: {
        'x-api-key': apiKeys.owner,
        'x-forwarded-for': randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ brand_id: brandId, items: [{ product_id: id, quantity: 2, price: 4.5 }] }),
    });
  const page = await (await fetch(get(products, apiKeys.owner)())).text();
  const server = await startBareServer(page);
  const requests: Readonly<Record<string, () => Request>> = {
    health: get('/api/v1'),
    'list products, first page': get(products, apiKeys.owner),
    [`list products, last page of ${catalogSize}`]: get(
      `${products}&limit=100&offset=${catalogSize - 100}`,
      apiKeys.owner,
    ),
    'list products, search': get(`${products}&search=row%2077`, apiKeys.viewer),
    'create order': order,
    'bare HTTP server, first page': () => new Request(server.url),
  };
  const measured: Load[] = [];
  for (const [name, make] of Object.entries(requests))
    measured.push(await measureLoad(name, make, { ...metered, ...extent }));
  await server.stop();
  return measured;
}

/** Writes through the store, because the usage plan limits the API to 200 requests/s. */
async function fillCatalog(
  { brandId, endpoints, tables }: LocalProcess['stack'],
  catalogSize: number,
): Promise<void> {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoints.dynamodb;
  process.env['AWS_REGION'] ??= 'us-east-1';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  const table = openTable(tables['commerce'] ?? Object.values(tables)[0] ?? '');
  let next = 0;
  const writer = async () => {
    while (next < catalogSize) {
      const number = next++;
      const now = new Date();
      const after = {
        id: newId(now),
        brand_id: brandId,
        name: `Row ${String(number).padStart(5, '0')} ${['beets', 'chard', 'dill', 'eggs'][number % 4]}`,
        description: `Field ${number % 97}, picked by hand and washed on the day of the pick-up`,
        category: `Category ${number % 12}`,
        price: 4.5,
        is_active: number % 10 !== 0,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
        version: 1,
      };
      await transact(table, productWrites({ after }));
    }
  };
  await Promise.all(Array.from({ length: 16 }, writer));
}

function printLoads(results: readonly Load[]): void {
  console.log('\n| request | requests/s | p50 ms | p99 ms | not 2xx |\n|---|---:|---:|---:|---:|');
  for (const { name, perSecond, p50, p99, refused } of results) {
    console.log(`| ${name} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${refused} |`);
  }
  console.log(
    `\n${metered.clients} clients, at most ${metered.atMost} requests/s, below the throttles of the methods and the usage plan.\n`,
  );
}

async function measureStarts({ everyFunction, starts }: Extent): Promise<Row> {
  console.log(`| function | bundle kB | init ms (median of ${starts} processes) |\n|---|---:|---:|`);
  const measured = await measureFunctions(everyFunction, starts);
  for (const { name, bytes, initMilliseconds } of measured) {
    console.log(`| ${name} | ${(bytes / 1000).toFixed(0)} | ${initMilliseconds.toFixed(0)} |`);
  }
  return {
    what: `load of the code of a function, median of ${measured.length}`,
    figure: median(measured.map(({ initMilliseconds }) => initMilliseconds)),
    unit: 'ms',
    other: 'start of Node itself',
    otherFigure: await nodeStart(starts),
  };
}
