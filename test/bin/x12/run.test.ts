import { describe, expect, test } from '@jest/globals';
import { broken, inFolder, sound, x12, x12Process } from './run-x12.ts';

describe('the x12 command', () => {
  test('is a program with standard input, output and exit codes', async () => {
    for (const [args, input] of [
      [['validate', '--text'], broken],
      [['validate', '-'], 'this is no X12'],
      [['csv'], sound],
    ] as const) {
      expect(await x12Process(args, input)).toEqual(await x12(args, input));
    }
  });

  test('prints help', async () => {
    expect(await x12(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('x12 validate FILE'),
    });
    expect((await x12(['validate', '--help'])).out).toContain('--profile FILE');
  });

  test('prints its version, and names no page of the repository in its help', async () => {
    expect(await x12(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect((await x12(['generate', '--help'])).out).not.toContain('docs/');
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

  test('names the unusable file of several, and no file for standard input', async () => {
    await inFolder({ 'good.835': sound, 'bad.835': 'this is no X12' }, async (path) => {
      const bad = path('bad.835');
      for (const command of ['show', 'csv', 'inspect', 'validate', 'ack', 'stats']) {
        const { code, error } = await x12([command, path('good.835'), bad]);
        expect([code, error]).toEqual([2, expect.stringContaining(`x12: ${bad}: The input does not begin`)]);
      }
      const folder = path('');
      expect((await x12(['inspect', folder])).error).toContain(`x12: ${folder}: EISDIR`);
      expect((await x12(['generate', bad])).error).toContain(`x12: ${bad}: The input is not JSON`);
    });
    expect((await x12(['inspect', '-'], 'this is no X12')).error).toMatch(/^x12: The input does not begin/);
  });

  test('names the payer profile that is not valid', async () => {
    await inFolder({ 'empty.json': '', 'other.json': '{}' }, async (path) => {
      for (const name of ['empty.json', 'other.json']) {
        const { code, error } = await x12(['validate', '--profile', path(name)], sound);
        expect([code, error]).toEqual([
          2,
          expect.stringContaining('x12: --profile must be a payer profile; '),
        ]);
        expect(error).toContain(path(name));
        expect(error).not.toContain('claim data');
      }
    });
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
