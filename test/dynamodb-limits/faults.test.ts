import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import {
  client,
  engine,
  errorsOf,
  proxy,
  put,
  quick,
  start,
  stop,
  TableName,
  transact,
  unrepeatingClient,
} from './proxy-fixture.ts';

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
      await stop();
      return outcomes;
    };
    const first = await run(3);
    expect(new Set(first).size).toBe(3);
    expect(await run(3)).toEqual(first);
    expect(await run(4)).not.toEqual(first);
    await start();
  });
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
