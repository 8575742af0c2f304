import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DataFolder, isSameProcess, processStart, startFromPs } from '#lib/local/state/data-folder.ts';

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
