import { describe, expect, test } from '@jest/globals';
import { errorsOf, proxy, put, quick, start, transact } from '../proxy-fixture.ts';

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
