import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { isSameProcess, processStart, startFromPs } from '#lib/local/data-folder.ts';

test('a process is known by its pid and the time at which it began', async () => {
  expect(isSameProcess(process.pid, processStart(process.pid))).toBe(true);
  expect(isSameProcess(process.pid, 'another time')).toBe(false);
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(isSameProcess(child.pid ?? 0, '')).toBe(false);
});

test('ps, which macOS has in place of /proc, knows the same', () => {
  expect(startFromPs(process.pid)).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
  expect(startFromPs(process.pid)).toBe(startFromPs(process.pid));
  expect(startFromPs(2 ** 30)).toBe('');
});
