import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');

/** Paths in code; `<service>` stands for any name. */
const paths = [...page.matchAll(/`((?:bin|docs|functions|lib|shared|test)\/[^`\s]+)`/g)].map(
  ([, path = '']) => path,
);

test.each([...new Set(paths)])('%s exists', (path) => {
  expect(globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: root })).not.toEqual([]);
});

test('the fields of the 837P example have types', () => {
  const [, fields = ''] = /^```ts\n(.*?)^```/ms.exec(page) ?? [];
  expect(fields).toContain("inSegment('PWK-CT'");
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-example-'));
  const model = `${root}shared/x12/837p/model`;
  const file = path.join(folder, 'example.ts');
  try {
    writeFileSync(
      file,
      `import { inSegment, optional } from '${model}/places.ts';
       import { code, text } from '${model}/field.ts';
       export const fields = { ${fields} };`,
    );
    const strict = '--noEmit --strict --skipLibCheck --ignoreConfig --module nodenext --target es2024';
    const options = [...strict.split(' '), '--allowImportingTsExtensions', '--types', 'node'];
    const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options, file], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
