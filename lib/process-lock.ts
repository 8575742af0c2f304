import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` while no other process or caller holds the lock file. Takes the lock over from a process that has ended. For work that
 * may run twice: two processes that find the same ended one at once may both go on.
 *
 * @param file is made with its folder, and removed afterwards
 */
export async function whileLocked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(path.dirname(file), { recursive: true });
  while (!take(file)) await delay(100);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Returns false while another one holds the lock. */
function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const holder = holderOf(file);
    // A process that ended may have released the lock first, and another one may hold it by now.
    if (!isRunning(holder) && Object.is(holderOf(file), holder)) rmSync(file, { force: true });
    return false;
  }
}

/** Milliseconds between the making of a file and the writing of its content, at most. */
const longestWrite = 1000;

/** The process that holds the lock; NaN for a file that a process left empty. */
function holderOf(file: string): number {
  try {
    const holder = Number.parseInt(readFileSync(file, 'utf8'), 10);
    const isBeingWritten = Number.isNaN(holder) && Date.now() - statSync(file).mtimeMs < longestWrite;
    return isBeingWritten ? process.pid : holder;
  } catch {
    // It has just been released.
    return process.pid;
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 tests whether the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
