import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type Shape, writeLargeFile } from '#test/fixtures/x12/large-file.ts';
import { sized } from '#test/soak.ts';
import { compiledCode } from '../compiled-code.ts';

/** Peak resident memory of the command line, with files that are each large in one respect. */

const program = resolve(import.meta.dirname, '../../bin/x12.ts');
const megabytes = sized('megabytes of a file acknowledged or validated in constant memory', {
  short: 12,
  soak: 300,
  variable: 'LARGE_FILE_MB',
});
/** Megabytes of resident memory. Node and the program take 110. */
const limit = 250;
const shortLimit = 190;
/** Of a walk, also over a gigabyte. */
const walkLimit = 180;

const folder = mkdtempSync(join(tmpdir(), 'x12-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const reportsPeak = resolve(import.meta.dirname, 'peak-memory-process.ts');

interface Ran {
  readonly peakMegabytes: number;
  /** End of the output. */
  readonly tail: string;
  readonly bytes: number;
  readonly error: string;
}

function x12(args: readonly string[]): Promise<Ran> {
  return run(program, args);
}

function run(script: string, args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, ['--import', reportsPeak, script, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...compiledCode },
  });
  let bytes = 0;
  let tail = '';
  let error = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 400))).slice(-400);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk.toString();
  });
  return new Promise((done) => {
    child.on('close', () => {
      const peakMegabytes = Number(/^peak ([\d.]+)$/m.exec(error)?.[1]);
      done({ peakMegabytes, tail, bytes, error });
    });
  });
}

/** Shapes of the short run; the soak run adds the others. */
const cases: readonly (readonly [
  command: 'ack' | 'validate' | 'show' | 'csv',
  shape: Shape,
  tail: RegExp,
  isShort: boolean,
])[] = [
  ['ack', 'one set, each claim fails an edit', /STC\*A7:254\*[^~]*~.*GE\*1\*2~IEA\*1\*000000002~$/s, false],
  ['ack', 'one set, each claim breaks the guide', /IK5\*R\*5~AK9\*R\*1\*1\*0~SE\*\d+\*0001~/, true],
  ['validate', 'one claim of endless lines', /"valid":false,"counts":\{"error":\d+/, true],
  ['show', 'one set', / {2}Sum of the lines .* is the charge of the claim\n\n$/, false],
  ['show', 'one claim of endless lines', / {2}Sum of the lines .*\n\n$/, false],
  ['csv', 'one set', /,true\r\n$/, true],
  ['validate', 'one payer of endless references', /"valid":false/, false],
  ['validate', 'one claim of endless notes', /"valid":false/, false],
  ['validate', 'one claim of endless other payers', /"valid":false/, false],
  ['ack', 'many sets', /IEA\*1\*000000002~$/, false],
  ['ack', 'one set', /IEA\*1\*000000002~$/, false],
  ['ack', 'a billing provider for each subscriber', /IEA\*1\*000000002~$/, false],
  ['ack', 'a group for each set', /IEA\*1\*000000002~$/, false],
  ['ack', 'one claim of endless references', /IK5\*R\*/, false],
];
const isSoak = megabytes > 100;

describe(`in constant memory, a file of ${megabytes} MB`, () => {
  const wanted = cases.filter(([, , , isShort]) => isShort || isSoak);
  test.each(wanted)(
    'x12 %s: %s',
    async (command, shape, tail) => {
      const path = join(folder, 'large.x12');
      // IEA01 has five digits.
      const size = shape === 'a group for each set' ? Math.min(megabytes, 60) : megabytes;
      writeLargeFile(path, shape, size);
      const ran = await x12([command, path]);
      expect(ran.tail).toMatch(tail);
      expect(ran.bytes).toBeGreaterThan(1_000);
      if (shape === 'one set, each claim breaks the guide')
        expect(ran.error).toMatch(/The 999 omits \d+ findings; it reports 2000 per transaction set/);
      expect(ran.peakMegabytes).toBeLessThan(isSoak ? limit : shortLimit);
    },
    megabytes * 4_000 + 60_000,
  );
});

if (isSoak) {
  test(
    `a walk over ${megabytes} MB takes constant memory`,
    async () => {
      const path = join(folder, 'walked.x12');
      writeLargeFile(path, 'one set', megabytes);
      const ran = await run(resolve(import.meta.dirname, 'walk-process.ts'), [path]);
      expect(ran.tail).toMatch(/^\d{5,} segments, \d{4,} claims\n$/);
      expect(ran.peakMegabytes).toBeLessThan(walkLimit);
    },
    megabytes * 4_000 + 60_000,
  );
}
