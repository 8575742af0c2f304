import { appendFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { LeftOut } from './left-out.ts';

/**
 * Returns the size of a test: `short` in `npm test`, `soak` in `npm run soak`, which runs every test file that imports
 * this function. An environment variable, where one is named, wins over both.
 */
export function sized(
  what: string,
  size: { readonly short: number; readonly soak: number; readonly variable?: string },
): number {
  const given = size.variable && process.env[size.variable];
  if (given) return Number(given);
  if (process.env['GRANARY_SOAK'] === '1') return size.soak;
  record({ what: `${what}: ${size.short} of ${size.soak}` });
  return size.short;
}

/** Records tests that cannot run on this machine. The list at the end of the run names them and the reason. */
export const leaveOut = (what: string, reason: string): void => record({ what, reason });

/** The tests run in worker processes; the reporter reads this file when they have ended. */
function record(entry: Omit<LeftOut, 'file'>): void {
  const list = process.env['GRANARY_LEFT_OUT'];
  if (list === undefined) return;
  const { testPath = '' } = expect.getState();
  appendFileSync(list, `${JSON.stringify({ file: testPath, ...entry })}\n`);
}
