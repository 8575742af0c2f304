import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Random } from '#test/bench/x12/random.ts';
import { type DynamoEngine, startDynamoEngine } from '../store/dynamodb/dynamo-engine.ts';
import { newTable } from '../store/dynamodb/new-table.ts';
import { unrepeatingClient } from './client.ts';
import { type LimitedDynamoDb, type LimitOptions, startLimitedDynamoDb } from './limited-dynamodb.ts';

let engine: DynamoEngine;
beforeAll(async () => {
  engine = await startDynamoEngine();
});
afterAll(() => engine.stop());

let proxy: LimitedDynamoDb;
let client: DynamoDBDocumentClient;
let TableName: string;
let clock = Date.UTC(2026, 0, 1);
afterEach(async () => {
  client.destroy();
  await proxy.stop();
});

const quick = { milliseconds: [0, 0], internalErrors: 0, lostReplies: 0 } as const;

/** A proxy whose capacity follows `clock`, and a table with an index of each projection. */
async function start(options: LimitOptions = {}): Promise<void> {
  proxy = await startLimitedDynamoDb(engine.endpoint, { now: () => clock, faults: quick, ...options });
  client = unrepeatingClient(proxy.endpoint);
  TableName = `Limited-${crypto.randomUUID()}`;
  await newTable(engine, TableName, {
    attributes: ['pk', 'sk', 'gsi1pk', 'gsi1sk'],
    indexes: { gsi1: ['gsi1pk', 'gsi1sk'] },
    projection: 'ALL',
  });
}

const put = (item: object) =>
  client.send(new PutCommand({ TableName, Item: { pk: 'one', sk: '1', ...item } }));

const transact = (items: readonly object[], token?: string) =>
  client.send(
    new TransactWriteCommand({
      TransactItems: items.map((item) => ({ Put: { TableName, Item: { pk: 'one', ...item } } })),
      ClientRequestToken: token,
    }),
  );

/** Names of the errors of requests, or undefined. */
const errorsOf = async (requests: readonly Promise<unknown>[]): Promise<readonly (string | undefined)[]> => {
  const settled = await Promise.allSettled(requests);
  return settled.map((one) => (one.status === 'rejected' ? String(one.reason.name) : undefined));
};

/** A value that makes an item of `kilobytes`, with some room for its keys. */
const filling = (kilobytes: number) => 'x'.repeat(kilobytes * 1024 - 100);

describe('units', () => {
  test.each(['ALL', 'KEYS_ONLY'] as const)(
    'are those of the engine, index projection %s',
    async (projection) => {
      await start();
      TableName = `Limited-${crypto.randomUUID()}`;
      await newTable(engine, TableName, {
        attributes: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk'],
        indexes: { gsi1: ['gsi1pk', 'gsi1sk'], gsi2: ['gsi2pk', 'sk'] },
        projection,
      });
      const random = new Random(7);
      for (let round = 0; round < 150; round++) await sendAnything(random);
      const { requests, differences, uses } = proxy.report();
      expect(differences).toEqual([]);
      expect(Object.keys(requests).toSorted()).toEqual(operations.toSorted());
      expect(uses.map(({ kind, index }) => `${kind} ${index ?? 'table'}`).toSorted()).toEqual([
        'read gsi1',
        'read table',
        'write gsi1',
        'write gsi2',
        'write table',
      ]);
    },
  );

  test('of an item change where its size is a whole kB', async () => {
    await start();
    const values = [
      0,
      1,
      10,
      123,
      -123,
      1.5,
      12.5,
      0.05,
      100.5,
      1_763_921_234_560,
      'é',
      true,
      null,
      [],
      [{ a: 1 }],
    ];
    for (const [n, value] of values.entries()) {
      for (const missing of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
        // 16 bytes are names and keys.
        const text = 'x'.repeat(1024 - 16 - missing);
        await client.send(new PutCommand({ TableName, Item: { pk: `${n}`, sk: `${missing}`, value, text } }));
      }
    }
    const { differences, uses } = proxy.report();
    expect(differences).toEqual([]);
    const { units } = uses.find(({ kind }) => kind === 'write') ?? { units: 0 };
    expect(units).toBeGreaterThan(9 * values.length);
    expect(units).toBeLessThan(2 * 9 * values.length);
  });

  test('include items that were stored before the proxy began', async () => {
    await start();
    const direct = unrepeatingClient(engine.endpoint);
    const Item = { pk: 'one', sk: '1', text: filling(5), gsi1pk: 'g', gsi1sk: '1' };
    await direct.send(new PutCommand({ TableName, Item }));
    direct.destroy();
    await put({ text: 'short' });
    expect(proxy.report().differences).toEqual([]);
    expect(writes()).toEqual({ table: 5, gsi1: 5 });
  });

  test('of a failed condition are those of the table', async () => {
    await start();
    await put({ text: filling(3), gsi1pk: 'g', gsi1sk: '1' });
    const before = writes();
    const Item = { pk: 'one', sk: '1', gsi1pk: 'g2', gsi1sk: '1' };
    const request = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' });
    await expect(client.send(request)).rejects.toThrow('conditional');
    expect(writes()).toEqual({ ...before, table: (before['table'] ?? 0) + 3 });
  });

  test('of a transaction sent again are reads', async () => {
    await start();
    const items = [{ sk: '1', text: filling(1) }];
    const token = crypto.randomUUID();
    await transact(items, token);
    const before = writes();
    await transact(items, token);
    expect(writes()).toEqual(before);
    expect(proxy.report().uses).toContainEqual(expect.objectContaining({ kind: 'read', units: 2 }));
  });
});

const writes = () =>
  Object.fromEntries(
    proxy
      .report()
      .uses.filter(({ kind }) => kind === 'write')
      .map(({ index, units }) => [index ?? 'table', units]),
  );

const operations = [
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
  'BatchWriteItem',
  'GetItem',
  'BatchGetItem',
  'TransactGetItems',
  'Query',
];

/** One request of any kind on one of a few items with any values. */
async function sendAnything(random: Random): Promise<void> {
  const keys = ['1', '2', '3', '4', '5', '6'].map((sk) => ({ pk: `pk${random.int(1, 3)}`, sk }));
  const few = keys.slice(random.int(0, 4));
  const Key = keys[random.int(0, 5)];
  const item = (key: object) => ({
    ...key,
    ...(random.chance(0.7) && { gsi1pk: `g${random.int(1, 2)}`, gsi1sk: '1' }),
    ...(random.chance(0.3) && { gsi2pk: 'ü' }),
    text: 'é'.repeat(random.int(0, 2200)),
    numbers: [random.int(-9, 1e9), -12.5, 1000, 0, 1.25e-7],
    more: { set: new Set(['a', 'bc']), none: null, is: random.chance(0.5), bytes: Buffer.alloc(5) },
  });
  const update = {
    UpdateExpression: 'SET #n = :n, gsi1pk = :g, gsi1sk = :g',
    ExpressionAttributeNames: { '#n': 'numbers' },
    ExpressionAttributeValues: { ':n': random.int(1, 1e9), ':g': `g${random.int(1, 3)}` },
  };
  const ConsistentRead = random.chance(0.5);
  switch (operations[random.int(0, operations.length - 1)]) {
    case 'PutItem':
      return void (await client.send(new PutCommand({ TableName, Item: item(Key ?? {}) })));
    case 'UpdateItem':
      return void (await client.send(new UpdateCommand({ TableName, Key, ...update })));
    case 'DeleteItem':
      return void (await client.send(new DeleteCommand({ TableName, Key })));
    case 'TransactWriteItems': {
      const TransactItems = few.map((Key) => {
        const kind = random.pick(['Put', 'Update', 'Delete', 'ConditionCheck']);
        if (kind === 'Put') return { Put: { TableName, Item: item(Key) } };
        if (kind === 'Update') return { Update: { TableName, Key, ...update } };
        if (kind === 'Delete') return { Delete: { TableName, Key } };
        const ConditionExpression = 'attribute_not_exists(absent)';
        return { ConditionCheck: { TableName, Key, ConditionExpression } };
      });
      return void (await client.send(new TransactWriteCommand({ TransactItems })));
    }
    case 'BatchWriteItem': {
      const requests = few.map((Key) =>
        random.chance(0.5) ? { PutRequest: { Item: item(Key) } } : { DeleteRequest: { Key } },
      );
      return void (await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } })));
    }
    case 'GetItem':
      return void (await client.send(new GetCommand({ TableName, Key, ConsistentRead })));
    case 'BatchGetItem': {
      const RequestItems = { [TableName]: { Keys: few, ConsistentRead } };
      return void (await client.send(new BatchGetCommand({ RequestItems })));
    }
    case 'TransactGetItems': {
      const TransactItems = few.map((Key) => ({ Get: { TableName, Key } }));
      return void (await client.send(new TransactGetCommand({ TransactItems })));
    }
    default:
      return void (await client.send(
        new QueryCommand({
          TableName,
          IndexName: 'gsi1',
          KeyConditionExpression: '#partition = :value',
          ExpressionAttributeNames: { '#partition': 'gsi1pk' },
          ExpressionAttributeValues: { ':value': 'g1' },
        }),
      ));
  }
}

describe('a partition', () => {
  test('takes 1,000 write units a second', async () => {
    await start();
    const sent = Array.from({ length: 11 }, (_, n) => put({ sk: `${n}`, text: filling(100) }));
    const errors = await errorsOf(sent);
    expect(errors.filter((error) => error === 'ThrottlingException')).toHaveLength(1);
    await expect(put({ sk: 'other' })).rejects.toMatchObject({
      throttlingReasons: [expect.objectContaining({ reason: 'TableWriteKeyRangeThroughputExceeded' })],
    });
    await put({ pk: 'another' });
    clock += 100;
    await put({ sk: 'a tenth of a second later', text: filling(100) });
    await expect(put({ sk: 'at once' })).rejects.toThrow('capacity');
  });

  test('counts transactions twice', async () => {
    await start();
    const items = Array.from({ length: 100 }, (_, n) => ({ sk: `${n}`, text: filling(1) }));
    for (let n = 0; n < 5; n++) await transact(items);
    const error = await transact(items).catch((one) => one);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error.CancellationReasons[99]).toMatchObject({ Code: 'ThrottlingError' });
    clock += 200;
    await transact(items);
    expect(writes()).toEqual({ table: 1200 });
  });

  test('takes 3,000 read units a second', async () => {
    await start();
    await put({ text: filling(400) });
    const get = (ConsistentRead: boolean) =>
      client.send(new GetCommand({ TableName, Key: { pk: 'one', sk: '1' }, ConsistentRead }));
    for (let n = 0; n < 30; n++) await get(true);
    await expect(get(false)).rejects.toMatchObject({ name: 'ThrottlingException' });
    clock += 17;
    await get(false);
    await expect(get(false)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });

  test('leaves a part of a batch unprocessed', async () => {
    await start({ limits: { partition: { write: 1000, read: 60 } } });
    await put({ pk: 'two', text: filling(300) });
    await put({ pk: 'two', text: filling(300) });
    const write = (pks: readonly string[]) => {
      const requests = pks.map((pk, n) => ({ PutRequest: { Item: { pk, sk: `${n}`, text: filling(390) } } }));
      return client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    };
    const { UnprocessedItems } = await write(['one', 'two', 'two']);
    expect(UnprocessedItems?.[TableName]).toEqual([
      { PutRequest: { Item: expect.objectContaining({ pk: 'two', sk: '2' }) } },
    ]);
    await expect(write(['two'])).rejects.toMatchObject({ name: 'ThrottlingException' });
    const read = (Keys: Record<string, string>[]) =>
      client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }));
    // Each takes 49 of 60 read units.
    await read([{ pk: 'two', sk: '1' }]);
    const { Responses, UnprocessedKeys } = await read([
      { pk: 'one', sk: '0' },
      { pk: 'two', sk: '1' },
    ]);
    expect(Responses?.[TableName]).toEqual([expect.objectContaining({ pk: 'one' })]);
    expect(UnprocessedKeys?.[TableName]?.Keys).toEqual([{ pk: 'two', sk: '1' }]);
    await expect(read([{ pk: 'two', sk: '1' }])).rejects.toMatchObject({ name: 'ThrottlingException' });
  });

  test('of an index refuses writes of the table', async () => {
    await start();
    const inIndex = (n: number) => put({ pk: `${n}`, text: filling(100), gsi1pk: 'hot', gsi1sk: `${n}` });
    for (let n = 0; n < 10; n++) await inIndex(n);
    await expect(inIndex(10)).rejects.toMatchObject({
      name: 'ThrottlingException',
      throttlingReasons: [expect.objectContaining({ reason: 'IndexWriteKeyRangeThroughputExceeded' })],
    });
    await put({ pk: '10', text: filling(100) });
    expect(proxy.report().hottest[0]).toMatchObject({ index: 'gsi1', partition: 'hot', peak: 1000 });
  });
});

test('a new table takes 4,000 write units a second, and twice its peak after 30 minutes', async () => {
  await start();
  const throttled = async (count: number) => {
    const sent = Array.from({ length: count }, (_, n) => put({ pk: `${n}`, text: filling(100) }));
    return (await errorsOf(sent)).filter((error) => error !== undefined).length;
  };
  expect(await throttled(41)).toBe(1);
  clock += 60_000;
  expect(await throttled(41)).toBe(1);
  clock += 30 * 60_000;
  expect(await throttled(81)).toBe(1);
});

describe('writes of one item at the same time', () => {
  const slow = { faults: { ...quick, milliseconds: [100, 100] as const } };
  const begun = () => new Promise((resolve) => setTimeout(resolve, 30));

  test('are conflicts with a transaction', async () => {
    await start(slow);
    await put({});
    const first = transact([{ sk: '1' }, { sk: '2' }]);
    await begun();
    const second = transact([{ sk: '2' }, { sk: '3' }]).catch((error) => error);
    const single = put({ sk: '1' }).catch((error) => error);
    const other = put({ sk: '3' });
    expect((await second).CancellationReasons).toEqual([
      expect.objectContaining({ Code: 'TransactionConflict' }),
      { Code: 'None' },
    ]);
    expect((await single).name).toBe('TransactionConflictException');
    await other;
    await first;
    await transact([{ sk: '2' }, { sk: '3' }]);
  });

  test('wait for each other without a transaction', async () => {
    await start(slow);
    expect(await errorsOf([put({ n: 1 }), put({ n: 2 }), put({ n: 3 })])).toEqual(Array(3).fill(undefined));
    expect(proxy.report().differences).toEqual([]);
  });

  test('are refused under the token of a transaction in progress', async () => {
    await start(slow);
    await put({});
    const token = crypto.randomUUID();
    const first = transact([{ sk: '1' }], token);
    await begun();
    await expect(transact([{ sk: '1' }], token)).rejects.toThrow('in progress');
    await first;
  });
});

describe('faults', () => {
  const get = () =>
    client.send(new GetCommand({ TableName, Key: { pk: 'one', sk: '1' }, ConsistentRead: true }));

  test('an internal error stores nothing', async () => {
    await start({ faults: { ...quick, internalErrors: 1 } });
    await expect(put({})).rejects.toMatchObject({ name: 'InternalServerError' });
    const direct = unrepeatingClient(engine.endpoint);
    expect(await direct.send(new GetCommand({ TableName, Key: { pk: 'one', sk: '1' } }))).not.toHaveProperty(
      'Item',
    );
    direct.destroy();
    expect(proxy.report().requests).toEqual({ PutItem: { InternalServerError: 1 } });
  });

  test('a lost response leaves the item stored', async () => {
    await start({ faults: { ...quick, lostReplies: 1 } });
    await expect(put({})).rejects.toThrow('socket hang up');
    const direct = unrepeatingClient(engine.endpoint);
    expect(await direct.send(new GetCommand({ TableName, Key: { pk: 'one', sk: '1' } }))).toHaveProperty(
      'Item',
    );
    direct.destroy();
    expect(proxy.report().requests).toEqual({ PutItem: { lost: 1 } });
  });

  test('are the same for the same seed', async () => {
    const run = async (seed: number) => {
      await start({ faults: { ...quick, internalErrors: 0.3, lostReplies: 0.3, seed } });
      const outcomes: (string | undefined)[] = [];
      for (let n = 0; n < 30; n++) outcomes.push(...(await errorsOf([get()])));
      client.destroy();
      await proxy.stop();
      return outcomes;
    };
    const first = await run(3);
    expect(new Set(first).size).toBe(3);
    expect(await run(3)).toEqual(first);
    expect(await run(4)).not.toEqual(first);
    await start();
  });
});
