import { globSync, readFileSync } from 'node:fs';
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
