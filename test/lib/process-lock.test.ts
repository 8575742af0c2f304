import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { whileLocked } from '#lib/process-lock.ts';
import { compiledCode } from '../compiled-code.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'granary-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lock = path.join(folder, 'made/lock');
const log = path.join(folder, 'log');
const lockModule = path.resolve(import.meta.dirname, '../../lib/process-lock.ts');

/** Notes the begin and end of its work, with time in between for others to interfere. */
const program = `
  import { appendFileSync } from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  import { whileLocked } from ${JSON.stringify(lockModule)};
  await whileLocked(${JSON.stringify(lock)}, async () => {
    appendFileSync(${JSON.stringify(log)}, 'begin\\n');
    await delay(300);
    appendFileSync(${JSON.stringify(log)}, 'end\\n');
  });
`;

const start = (): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...compiledCode, NODE_OPTIONS: '' },
    stdio: 'inherit',
  });

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

test('processes work one after the other', async () => {
  expect(await Promise.all([start(), start(), start()].map(ended))).toEqual([0, 0, 0]);
  expect(readFileSync(log, 'utf8')).toBe('begin\nend\n'.repeat(3));
  expect(existsSync(lock)).toBe(false);
});

test('callers of one process work one after the other, also after a failure', async () => {
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(name);
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push(name);
    if (name === 'a') throw new Error('failed');
    return name;
  };
  const [a, b] = await Promise.allSettled(['a', 'b'].map((name) => whileLocked(lock, work(name))));
  expect(a?.status).toBe('rejected');
  expect(b).toMatchObject({ value: 'b' });
  expect(done).toEqual(['a', 'a', 'b', 'b']);
});

test.each([['that was killed'], ['that left an empty file']])(
  'the lock of a process %s is taken over',
  async (state) => {
    const child = start();
    while (!existsSync(lock)) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await ended(child);
    expect(existsSync(lock)).toBe(true);
    if (state.includes('empty')) writeFileSync(lock, '');
    expect(await whileLocked(lock, () => Promise.resolve('done'))).toBe('done');
  },
);

test('a folder that cannot be made is an error', async () => {
  writeFileSync(path.join(folder, 'file'), '');
  await expect(whileLocked(path.join(folder, 'file/lock'), () => Promise.resolve())).rejects.toThrow();
});
