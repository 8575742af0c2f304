import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import * as z from 'zod';
import { DataFolder, isSameProcess, processStart, startFromPs } from '#lib/local/state/data-folder.ts';
import { DurableMap } from '#lib/local/state/durable-map.ts';
import { newFolder, removeFolder } from '../fixture/runtime.ts';

test('identifies a process by pid and start time', async () => {
  expect(isSameProcess(process.pid, processStart(process.pid))).toBe(true);
  expect(isSameProcess(process.pid, 'another time')).toBe(false);
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(isSameProcess(child.pid ?? 0, '')).toBe(false);
});

test('identifies a process by ps, for macOS without /proc', () => {
  expect(startFromPs(process.pid)).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
  expect(startFromPs(process.pid)).toBe(startFromPs(process.pid));
  expect(startFromPs(2 ** 30)).toBe('');
});

test('makes a readable folder private, with everything in it', () => {
  const path = mkdtempSync(join(tmpdir(), 'granary-folder-'));
  mkdirSync(join(path, 'state'), { mode: 0o755 });
  writeFileSync(join(path, 'state', 'keys.json'), '{}', { mode: 0o644 });
  for (const inside of ['', 'state']) chmodSync(join(path, inside), 0o755);
  DataFolder.take(path).release();
  const modes = ['', 'state', 'state/keys.json'].map((inside) => statSync(join(path, inside)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
  rmSync(path, { recursive: true });
});

test('names the folder that cannot be made', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'granary-folder-')), 'file');
  writeFileSync(file, '');
  expect(() => DataFolder.take(join(file, 'data'))).toThrow(
    /^The data folder \S+\/file\/data cannot be created or made private: .*ENOTDIR.*\.$/,
  );
  rmSync(join(file, '..'), { recursive: true });
});

describe('durable map', () => {
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
});
