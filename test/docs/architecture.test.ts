import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import * as z from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/architecture.md`, 'utf8');

const patterns = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((found) => [found ?? []].flat());
const rule = z.object({
  name: z.string(),
  from: z.object({ pathNot: patterns }),
  to: z.object({ path: z.string().optional(), pathNot: patterns }),
});
const config: unknown = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`);
const rules = z.object({ forbidden: z.array(rule) }).parse(config).forbidden;

/** The rules with this prefix in their names: name → folders that the rule allows. */
const enforced = (prefix: string, allowedIn: 'from' | 'to') =>
  Object.fromEntries(
    rules
      .filter(({ name }) => name.startsWith(prefix))
      .map((found) => [
        found.name.slice(prefix.length),
        found[allowedIn].pathNot.map((pattern) => pattern.slice(1, -1)).sort(),
      ]),
  );

/** The table under a heading: code in the first column → code in the last column. */
function stated(heading: string): Record<string, string[]> {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return Object.fromEntries(
    rows.map((row) => {
      const cells = row.split('|').slice(1, -1);
      const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
      return [codeIn(cells[0])[0], codeIn(cells.at(-1))];
    }),
  );
}

test('the table of rooms states exactly the enforced imports', () => {
  const rooms = Object.entries(stated('Rooms')).map(([room, allowed]) => [room, [room, ...allowed].sort()]);
  expect(Object.fromEntries(rooms)).toEqual(enforced('room ', 'to'));
});

test('the table of libraries states exactly the rooms that may use them', () => {
  const libraries = Object.entries(stated('Libraries')).map(([name, users]) => [name, users.sort()]);
  expect(Object.fromEntries(libraries)).toEqual(enforced('library ', 'from'));
});
