import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { laneKeys, lanePartitions } from '#store/claims/keys/claim-keys.ts';
import type { Item } from '#store/dynamodb/items.ts';
import { mergedItems } from '#store/dynamodb/query-page.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { sized } from '../../soak.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from './dynamo-engine.ts';

let engine: DynamoEngine;
let table: Table;
const places: string[] = [];

beforeAll(async () => {
  engine = await startDynamoEngine();
  table = await newCommerceTable(engine);
  const ids = Array.from({ length: 90 }, () => crypto.randomUUID());
  const items = ids.map((id, n) => {
    // Several claims share each minute.
    const since = new Date(Date.parse('2026-11-20T00:00:00Z') + (n % 30) * 60_000).toISOString();
    return { pk: `CLAIM#${id}`, sk: 'CLAIM', ...laneKeys('ready', since, id) };
  });
  await transact(
    table,
    items.map((Item) => ({ Put: { Item } })),
  );
  places.push(...items.map(({ gsi1sk }) => gsi1sk).toSorted());
  expect(new Set(items.map(({ gsi1pk }) => gsi1pk)).size).toBeGreaterThan(1);
});
afterAll(() => engine.stop());

const pks = lanePartitions('ready');

async function take(items: AsyncGenerator<Item>, limit: number): Promise<readonly string[]> {
  const taken: string[] = [];
  for await (const item of items) {
    taken.push(String(item['gsi1sk']));
    if (taken.length === limit) break;
  }
  return taken;
}

test.each([
  ['oldest', false],
  ['newest', true],
])(
  'pages through the partitions of a lane have each claim once, %s first',
  async (_, newestFirst) => {
    const expected = newestFirst ? places.toReversed() : places;
    const anyPages = fc.record({
      limit: fc.integer({ min: 1, max: 40 }),
      pageSize: fc.integer({ min: 1, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(anyPages, async ({ limit, pageSize }) => {
        const found: string[] = [];
        for (;;) {
          const start = { after: found.at(-1), pageSize };
          const page = await take(mergedItems(table, { index: 'gsi1', pks, newestFirst }, start), limit);
          found.push(...page);
          if (page.length < limit) break;
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: sized('pages of a lane', { short: 8, soak: 100 }) },
    );
  },
  60_000,
);

test('bounds apply to every partition', async () => {
  const [from, to] = ['2026-11-20T00:10', '2026-11-20T00:12~'];
  const found = await take(mergedItems(table, { index: 'gsi1', pks, from, to }), 100);
  expect(found).toEqual(places.filter((place) => place >= from && place <= to));
  expect(found).toHaveLength(9);
});

test('partitions without items are an empty list', async () => {
  expect(await take(mergedItems(table, { index: 'gsi1', pks: lanePartitions('held') }), 10)).toEqual([]);
});
