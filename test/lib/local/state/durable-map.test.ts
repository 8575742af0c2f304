import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import * as z from 'zod';
import { DurableMap } from '#lib/local/state/durable-map.ts';
import { newFolder, removeFolder } from '../fixture/runtime.ts';

const folder = newFolder();
afterAll(() => removeFolder(folder));

let count = 0;
const newPath = () => {
  count += 1;
  return join(folder, `${count}.ndjson`);
};
const open = (path: string) => DurableMap.open(path, z.string());

const changes = fc.array(
  fc.oneof(
    fc.record({ key: fc.constantFrom('a', 'b', 'c', '', '\n"'), value: fc.string() }),
    fc.record({ key: fc.constantFrom('a', 'b', 'c', '', '\n"') }),
  ),
  { maxLength: 30 },
);

test('property: opens as the map that was written', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 3 }), (sessions) => {
      const path = newPath();
      const expected = new Map<string, string>();
      for (const session of sessions) {
        const journal = open(path);
        expect(new Map(journal.entries())).toEqual(expected);
        for (const change of session) {
          if ('value' in change) {
            journal.set(change.key, change.value);
            expected.set(change.key, change.value);
          } else expect(journal.delete(change.key)).toBe(expected.delete(change.key));
        }
        journal.close();
      }
      const journal = open(path);
      expect(new Map(journal.entries())).toEqual(expected);
      journal.close();
    }),
    { numRuns: 60 },
  );
});

test('property: cut off at any byte, opens as it was after some change', () => {
  const path = newPath();
  const journal = open(path);
  for (const [key, value] of [
    ['a', '1'],
    ['b', 'zwei'],
    ['a', '3'],
  ] as const) {
    journal.set(key, value);
  }
  journal.close();
  const whole = readFileSync(path);
  const states = [{}, { a: '1' }, { a: '1', b: 'zwei' }, { a: '3', b: 'zwei' }].map((state) =>
    JSON.stringify(state),
  );
  for (let length = 0; length <= whole.length; length += 1) {
    const cut = newPath();
    writeFileSync(cut, whole.subarray(0, length));
    const opened = open(cut);
    expect(states).toContain(JSON.stringify(Object.fromEntries([...opened.entries()].toSorted())));
    opened.close();
  }
});

test('reports damage in the middle', () => {
  const path = newPath();
  writeFileSync(path, '{"put":"a","value":"1"}\n');
  appendFileSync(path, 'garbage\n{"put":"b","value":"2"}\n');
  expect(() => open(path)).toThrow(/^The data folder is damaged: line 2 of \d+\.ndjson cannot be read\./);
});

test('reports a value of another schema as damage', () => {
  const path = newPath();
  writeFileSync(path, '{"put":"a","value":1}\n{"put":"b","value":"2"}\n');
  expect(() => open(path)).toThrow('line 1');
});

test('limits the size of the file', () => {
  const path = newPath();
  const journal = open(path);
  for (let index = 0; index < 5_000; index += 1) journal.set('only', String(index));
  journal.close();
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(2_100);
  expect(open(path).get('only')).toBe('4999');
});
