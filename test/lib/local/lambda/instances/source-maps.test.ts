import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { currentBundles } from '#lib/bundling/bundle.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const sourceMaps = pathToFileURL(path.join(root, 'lib/local/lambda/instances/source-maps.mjs')).href;

mkdirSync(path.join(root, '.cache'), { recursive: true });
const scratch = mkdtempSync(path.join(root, '.cache/test-source-maps-'));
afterAll(() => rmSync(scratch, { recursive: true }));

beforeAll(async () => {
  mkdirSync(path.join(scratch, 'functions'));
  writeFileSync(
    path.join(scratch, 'functions/fail.ts'),
    `interface Order { readonly id: string }\n\nfunction refuse(order: Order): never {\n  throw new RangeError(order.id);\n}\nexport const handler = (order: Order) => refuse(order);\n`,
  );
  await currentBundles({ functionsDirectory: path.join(scratch, 'functions'), outdir: scratch });
});

/** The first two places of the stack trace, with any other options of Node. */
function places(options: readonly string[], prepare: string): readonly string[] {
  const script = `${prepare}
    const { handler } = await import(${JSON.stringify(pathToFileURL(path.join(scratch, 'fail/index.mjs')))});
    try { handler({ id: 'A1' }); } catch (error) { console.log(error.stack); }`;
  const { stdout, stderr } = spawnSync(process.execPath, [...options, '--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: {},
  });
  expect(stderr).toBe('');
  const [message, ...calls] = stdout.split('\n');
  expect(message).toBe('RangeError: A1');
  return calls.slice(0, 2).map((call) => /[^ (]*fail\.ts:\d+:\d+/.exec(call)?.[0] ?? call);
}

test('a stack trace has the places in the sources that Node itself finds with its option', () => {
  const found = places([], `const { mapStackTraces } = await import('${sourceMaps}'); mapStackTraces();`);
  const source = path.join(scratch, 'functions/fail.ts');
  expect(found).toEqual([`${source}:4:9`, `${source}:6:42`]);
  expect(places(['--enable-source-maps'], '')).toEqual(found);
});
