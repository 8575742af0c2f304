import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { withPureConstants } from '#lib/bundling/lazy-declarations.ts';

const source = `import { make } from './make.ts';
export const plain = 'text';
export const used = make('used');
/** A comment with Umlauts: äöü. */
export const unused = { inner: make('unused') }, second = make('second');
const inside = make('inside') as { readonly name: string };
export const fetched = await make('awaited');
export const later = make(async () => await make('later'));
export const read = () => [used, inside];
make('effect');
`;

/** Returns the arguments of `make` that are left in the bundle of an entry. */
async function kept(entry: string): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-lazy-'));
  try {
    writeFileSync(path.join(folder, 'make.ts'), 'export const make = (value: unknown): any => value;\n');
    writeFileSync(path.join(folder, 'declared.ts'), withPureConstants('declared.ts', source).code);
    writeFileSync(path.join(folder, 'entry.ts'), entry);
    const { outputFiles } = await build({
      entryPoints: [path.join(folder, 'entry.ts')],
      bundle: true,
      format: 'esm',
      target: 'node24',
      write: false,
    });
    return [...(outputFiles[0]?.text.matchAll(/make\("(\w+)"\)/g) ?? [])].map(([, name = '']) => name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('esbuild leaves out the constants that nothing uses, and nothing else', async () => {
  expect(await kept(`export { used } from './declared.ts';`)).toEqual(['used', 'awaited', 'effect']);
  expect(await kept(`export { read, second } from './declared.ts';`)).toEqual([
    'used',
    'second',
    'inside',
    'awaited',
    'effect',
  ]);
  expect(await kept(`export { later } from './declared.ts';`)).toEqual(['awaited', 'later', 'effect']);
});

test('the source map leads to the columns of the original', () => {
  const { code, withMap } = withPureConstants('declared.ts', source);
  const [, encoded = ''] = /sourceMappingURL=data:application\/json;.*base64,(.*)$/.exec(withMap) ?? [];
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  for (const name of ['used', 'unused', 'second', 'inside', 'later']) {
    const at = (text: string) => {
      const before = text.slice(0, text.indexOf(`make('${name}'`)).split('\n');
      return { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
    };
    const made = at(code);
    expect(made).not.toEqual(at(source));
    const { line, column } = at(source);
    expect(map.findEntry(made.line, made.column)).toMatchObject({
      originalLine: line,
      originalColumn: column,
    });
  }
});
