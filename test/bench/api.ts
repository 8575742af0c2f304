// `npm run bench -- api` measures the commerce API through the local gateway, and the cold start of each function.
import { randomUUID } from 'node:crypto';
import { newId } from '#persistence/new-id.ts';
import { insertProduct } from '#store/commerce/products.ts';
import { openTable } from '#store/dynamodb/table.ts';
import {
  type LocalProcess,
  newFolder,
  removeFolder,
  startLocalProcess,
} from '../http/stack/local-process.ts';
import { measureFunctions } from './function-starts.ts';
import { type Load, measureLoad } from './load.ts';

const catalogSize = 10_000;

/** Below the 200 requests/s of the Enterprise usage plan, which would otherwise limit the result. */
const metered = { clients: 4, atMost: 180, seconds: 6 };

export async function bench(): Promise<void> {
  const folder = newFolder();
  const running = await startLocalProcess({ dataFolder: folder });
  try {
    printLoads(await loads(running));
  } finally {
    await running.stop();
    removeFolder(folder);
  }
  await printFunctions();
}

async function loads({ stack }: LocalProcess): Promise<Load[]> {
  const { baseUrl, brandId, apiKeys } = stack;
  process.stderr.write(`Filling a catalog of ${catalogSize} products…\n`);
  await fillCatalog(stack);
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
  return [
    await measureLoad('health', get('/api/v1'), metered),
    await measureLoad('list products, first page', get(products, apiKeys.owner), metered),
    await measureLoad(
      `list products, last page of ${catalogSize}`,
      get(`${products}&limit=100&offset=${catalogSize - 100}`, apiKeys.owner),
      metered,
    ),
    await measureLoad('list products, search', get(`${products}&search=row%2077`, apiKeys.viewer), metered),
    await measureLoad('create order', order, metered),
  ];
}

/** Writes through the store, because the usage plan limits the API to 200 requests/s. */
async function fillCatalog({ brandId, endpoints, tables }: LocalProcess['stack']): Promise<void> {
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
      await insertProduct(
        table,
        {
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
        },
        [],
      );
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

async function printFunctions(): Promise<void> {
  console.log('| function | bundle kB | init ms (median of 5 processes) |\n|---|---:|---:|');
  for (const { name, bytes, initMilliseconds } of await measureFunctions()) {
    console.log(`| ${name} | ${(bytes / 1000).toFixed(0)} | ${initMilliseconds.toFixed(0)} |`);
  }
}
