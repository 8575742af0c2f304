import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { Random } from '#test/bench/x12/random.ts';
import {
  addTable,
  client,
  engine,
  filling,
  proxy,
  put,
  start,
  TableName,
  transact,
  unrepeatingClient,
  writeUnits,
} from '../proxy-fixture.ts';

describe('units', () => {
  test.each(['ALL', 'KEYS_ONLY'] as const)(
    'are those of the engine, index projection %s',
    async (projection) => {
      await start();
      await addTable({ gsi1: ['gsi1pk', 'gsi1sk'], gsi2: ['gsi2pk', 'sk'] }, projection);
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
    expect(writeUnits()).toEqual({ table: 5, gsi1: 5 });
  });

  test('of a failed condition are those of the table', async () => {
    await start();
    await put({ text: filling(3), gsi1pk: 'g', gsi1sk: '1' });
    const before = writeUnits();
    const Item = { pk: 'one', sk: '1', gsi1pk: 'g2', gsi1sk: '1' };
    const request = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' });
    await expect(client.send(request)).rejects.toThrow('conditional');
    expect(writeUnits()).toEqual({ ...before, table: (before['table'] ?? 0) + 3 });
  });

  test('of a transaction sent again are reads', async () => {
    await start();
    const items = [{ sk: '1', text: filling(1) }];
    const token = crypto.randomUUID();
    await transact(items, token);
    const before = writeUnits();
    await transact(items, token);
    expect(writeUnits()).toEqual(before);
    expect(proxy.report().uses).toContainEqual(expect.objectContaining({ kind: 'read', units: 2 }));
  });
});

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
