import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { laneKeys, lanePartitions } from '#claims/claims/claim-keys.ts';
import { getItem, type Item } from '#store/dynamodb/items.ts';
import { mergedItems } from '#store/dynamodb/query-page.ts';
import { storeErrorOf, type Table, transact } from '#store/dynamodb/table.ts';
import { sized } from '../../soak.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from './dynamo-engine.ts';

describe('merged items', () => {
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
});

describe('transact', () => {
  let engine: DynamoEngine;
  let table: Table;

  beforeAll(async () => {
    engine = await startDynamoEngine();
    table = await newCommerceTable(engine);
  });
  afterAll(() => engine.stop());

  test('a transaction in progress during its repetition counts as stored', async () => {
    let answers = 0;
    // The store accepts the first request and then responds as if it were still in progress.
    table.client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        if (answers++ === 0) {
          throw Object.assign(new Error('In progress'), { name: 'TransactionInProgressException' });
        }
        return result;
      },
      { step: 'initialize', name: 'late' },
    );
    const key = { pk: 'WORK#1', sk: 'WORK' };
    await transact(table, [{ Put: { Item: key, ConditionExpression: 'attribute_not_exists(pk)' } }]);
    expect(answers).toBe(2);
    expect(await getItem(table, key)).toEqual(key);
  });

  test('a write of one item waits for the transaction on it', async () => {
    const other = await newCommerceTable(engine);
    let refusals = 0;
    // DynamoDB responds like this. The engine here runs one request after the other and never does.
    other.client.middlewareStack.add(
      (next) => async (args) => {
        if (refusals++ < 2) {
          throw new TransactionConflictException({ message: 'Conflict', $metadata: { httpStatusCode: 400 } });
        }
        return next(args);
      },
      { step: 'deserialize', name: 'conflicts' },
    );
    const key = { pk: 'ITEM#1', sk: 'ITEM' };
    await other.client.send(new PutCommand({ TableName: other.name, Item: key }));
    expect(refusals).toBe(3);
    expect(await getItem(other, key)).toEqual(key);
  });

  test('a transaction in conflict is repeated until the time of its caller is up', async () => {
    const busy = await newCommerceTable(engine);
    let refusals = 0;
    let free = Number.POSITIVE_INFINITY;
    busy.client.middlewareStack.add(
      (next) => async (args) => {
        if (refusals++ >= free) return next(args);
        throw new TransactionCanceledException({
          message: 'Canceled',
          CancellationReasons: [{ Code: 'TransactionConflict' }],
          $metadata: { httpStatusCode: 400 },
        });
      },
      { step: 'deserialize', name: 'conflicts' },
    );
    const key = { pk: 'BUSY#1', sk: 'BUSY' };
    const write = (isTimeUp: () => boolean) => transact(busy, [{ Put: { Item: key } }], isTimeUp);
    await expect(write(() => refusals >= 3)).rejects.toThrow(
      'The data store is busy with conflicting writes',
    );
    expect(refusals).toBe(3);
    free = 6;
    await write(() => false);
    expect(await getItem(busy, key)).toEqual(key);
  });

  test('a transaction that is still in progress at the deadline counts as unanswered', () => {
    const late = Object.assign(new Error('In progress'), { name: 'TransactionInProgressException' });
    expect(storeErrorOf(late)).toMatchObject({ stalled: true });
    const refused = Object.assign(new Error('Invalid'), { name: 'ValidationException' });
    expect(storeErrorOf(refused)).toMatchObject({ stalled: false });
  });
});
