import { appendFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { LeftOut } from './left-out.ts';

/**
 * Returns the size of a test: `short` in `npm test`, `soak` in `npm run soak`, which runs every test file that imports
 * this function. The environment variable `variable` overrides both.
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

/** Records tests that cannot run on this machine, for the list at the end of the run. */
export const leaveOut = (what: string, reason: string): void => record({ what, reason });

/** Workers write this file, and the reporter reads it after the run. */
function record(entry: Omit<LeftOut, 'file'>): void {
  const list = process.env['GRANARY_LEFT_OUT'];
  if (list === undefined) return;
  const { testPath = '' } = expect.getState();
  appendFileSync(list, `${JSON.stringify({ file: testPath, ...entry })}\n`);
}
