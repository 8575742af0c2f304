import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { compiledCode } from '../compiled-code.ts';

const root = resolve(import.meta.dirname, '../..');

test('a command ends without an error when the reader of its output has gone', async () => {
  const child = spawn(process.execPath, ['bin/cost.ts', '--help'], {
    cwd: root,
    env: { ...process.env, ...compiledCode },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  expect([await once(child, 'close'), errors]).toEqual([[0, null], '']);
});

test('every command that writes output ignores a closed pipe', () => {
  // `npm start` and `x12` have ways of their own, and the app writes only through the CDK.
  const own = ['bin/local.ts', 'bin/x12.ts', 'bin/granary.ts'];
  const commands = globSync('bin/*.ts', { cwd: root }).filter((file) =>
    /^(try|process\.exitCode|const destination|for|ignoreClosedOutput)/m.test(
      readFileSync(resolve(root, file), 'utf8'),
    ),
  );
  expect(commands.length).toBeGreaterThan(8);
  const without = commands.filter(
    (file) => !readFileSync(resolve(root, file), 'utf8').includes('\nignoreClosedOutput();\n'),
  );
  expect(without.sort()).toEqual(own.sort());
});
