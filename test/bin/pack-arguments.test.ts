import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { compiledCode } from '../compiled-code.ts';

interface Ran {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly error: string;
}

function run(program: string, ...args: readonly string[]): Promise<Ran> {
  const file = resolve(import.meta.dirname, '../../bin', program);
  const options = { env: { ...process.env, ...compiledCode } };
  return new Promise((done) => {
    execFile(process.execPath, [file, ...args], options, (error, out, errorText) =>
      done({ code: error === null ? 0 : error.code, out, error: errorText }),
    );
  });
}

describe.each([
  ['x12-pack.ts', 'x12:pack'],
  ['client-pack.ts', 'client:pack'],
])('%s', (program, command) => {
  test('prints its usage for --help', async () => {
    const { code, out, error } = await run(program, '--help');
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^Usage: npm run ${command} -- \\[--destination FOLDER\\]\n`));
  });

  test.each([
    ['--nonsense', "Unknown option '--nonsense'"],
    ['--destination', "Option '--destination <value>' argument missing"],
    ['folder', "Unexpected argument 'folder'"],
  ])('refuses %s in one line', async (argument, fault) => {
    expect(await run(program, argument)).toEqual({
      code: 2,
      out: '',
      error: `${command}: ${fault}; try --help\n`,
    });
  });
});
