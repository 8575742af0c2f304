import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Progress, progressText } from '../../../bin/x12/progress.ts';
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

async function* chunks(count: number, pause: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n++) {
    await new Promise((done) => setTimeout(done, pause));
    yield new Uint8Array(1_000_000);
  }
}

async function written(isTerminal: boolean, count: number, pause: number): Promise<string> {
  let text = '';
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((piece) => {
    text += piece;
    return true;
  });
  const terminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: isTerminal, configurable: true });
  for await (const _ of new Progress(count * 1_000_000).follow(chunks(count, pause)));
  if (terminal === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
  else Object.defineProperty(process.stderr, 'isTTY', terminal);
  write.mockRestore();
  return text;
}

describe('progress', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('shows progress, speed and remaining time', () => {
    expect(progressText(54_000_000, 120_000_000, 1)).toBe('45 % · 54.0 of 120.0 MB · 54 MB/s · 2 s left');
    expect(progressText(54_000_000, undefined, 2)).toBe('54.0 MB · 27 MB/s');
  });

  test('is shown on a terminal for a long file, and cleared at the end', async () => {
    const text = await written(true, 20, 50);
    expect(text).toMatch(/\d+ % · \d+\.0 of 20\.0 MB/);
    expect(text.endsWith('\r\x1b[K')).toBe(true);
  });

  test('is not shown for a short file or without a terminal', async () => {
    expect(await written(true, 2, 1)).toBe('');
    expect(await written(false, 16, 50)).toBe('');
  });
});
