import { describe, expect, test } from '@jest/globals';
import { sound, x12 } from './run-x12.ts';

describe('the x12 command', () => {
  test('prints help', async () => {
    expect(await x12(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('x12 validate FILE'),
    });
    expect((await x12(['validate', '--help'])).out).toContain('--profile FILE');
  });

  test('exits with 2 and a message for unreadable input and invalid options', async () => {
    const cases: [string[], string][] = [
      [['inspect', 'no-such-file.835'], 'no-such-file.835'],
      [['inspect', '-'], 'x12: '],
      [['frobnicate'], 'Unknown command frobnicate'],
      [['validate', '--nonsense'], '--nonsense'],
    ];
    for (const [args, message] of cases) {
      const { code, error } = await x12(args, 'this is no X12');
      expect(code).toBe(2);
      expect(error).toContain(message);
    }
  });
});

describe('x12 stats', () => {
  test('writes counts and sums', async () => {
    const { code, out } = await x12(['stats'], sound);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ bytes: sound.length, interchanges: 1, groups: 1, transactions: { '835': 1 } },
      ...{
        claim_payments: 2,
        paid_lines: 3,
        payment_charge: '300.00',
        paid: '240.00',
        payment_amount: '160.00',
      },
      ...{ unbalanced_remittances: 0, seconds: expect.any(Number), mb_per_second: expect.any(Number) },
    });
  });
});
