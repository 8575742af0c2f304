import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { currentBundles } from '#lib/bundling/bundle.ts';
import { InvocationOutput } from '#lib/local/lambda/instances/invocation-output.ts';
import { InstanceBudget } from '#lib/local/lambda/instances/limits.ts';

function outputs() {
  const ended: (readonly [string, string])[] = [];
  return { ended, output: new InvocationOutput((id, text) => ended.push([id, text])) };
}

test('an invocation gets its output when all of it has arrived, whatever the pieces', () => {
  const { ended, output } = outputs();
  const bytes = Buffer.from('één\ntwee\n');
  output.end('silent', 0);
  output.end('first', 6);
  output.write(bytes.subarray(0, 1));
  expect(ended).toEqual([['silent', '']]);
  output.write(bytes.subarray(1, 8));
  output.write(bytes.subarray(8));
  output.end('second', bytes.length);
  expect(ended.slice(1)).toEqual([
    ['first', 'één\n'],
    ['second', 'twee\n'],
  ]);
  output.write(Buffer.from('last words'));
  expect(output.rest()).toBe('last words');
});

test('output of megabytes is cut, and that of the next invocation is whole', () => {
  const { ended, output } = outputs();
  for (let n = 0; n < 32; n++) output.write(Buffer.alloc(65_536, 'x'));
  output.end('loud', 32 * 65_536);
  output.write(Buffer.from('quiet'));
  output.end('quiet', 32 * 65_536 + 5);
  const [[, loud = ''] = []] = ended;
  expect(loud).toMatch(/^x+\n\(output cut\)\n$/);
  expect(loud.length).toBeLessThan(300_000);
  expect(ended[1]).toEqual(['quiet', 'quiet']);
});

/** Lets instances of these names start and rest one after the other. @returns those that are left */
function resting(budget: InstanceBudget, names: readonly string[]): readonly string[] {
  const left = new Map<string, object>();
  for (const name of names) {
    const instance = { name };
    left.set(name, instance);
    budget.started(instance);
    budget.idle(instance, () => {
      left.delete(name);
      budget.ended(instance);
    });
  }
  return [...left.keys()];
}

test('keeps the idle instances that were used last, as many as fit', () => {
  const budget = new InstanceBudget(3, () => false);
  expect(resting(budget, ['a', 'b', 'c', 'd', 'e'])).toEqual(['c', 'd', 'e']);
});

test('keeps two idle instances while memory is short', () => {
  let isShort = false;
  const budget = new InstanceBudget(10, () => isShort);
  expect(resting(budget, ['a', 'b', 'c', 'd'])).toHaveLength(4);
  isShort = true;
  expect(resting(budget, ['e', 'f'])).toEqual(['e', 'f']);
});

describe('source maps', () => {
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
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...options, '--input-type=module', '-e', script],
      {
        encoding: 'utf8',
        env: {},
      },
    );
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
});
