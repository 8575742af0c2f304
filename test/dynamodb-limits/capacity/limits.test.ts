import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import {
  client,
  clock,
  errorsOf,
  filling,
  proxy,
  put,
  start,
  TableName,
  transact,
  writeUnits,
} from '../proxy-fixture.ts';

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
    clock.now += 100;
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
    clock.now += 200;
    await transact(items);
    expect(writeUnits()).toEqual({ table: 1200 });
  });

  test('takes 3,000 read units a second', async () => {
    await start();
    await put({ text: filling(400) });
    const get = (ConsistentRead: boolean) =>
      client.send(new GetCommand({ TableName, Key: { pk: 'one', sk: '1' }, ConsistentRead }));
    for (let n = 0; n < 30; n++) await get(true);
    await expect(get(false)).rejects.toMatchObject({ name: 'ThrottlingException' });
    clock.now += 17;
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
  clock.now += 60_000;
  expect(await throttled(41)).toBe(1);
  clock.now += 30 * 60_000;
  expect(await throttled(81)).toBe(1);
});
