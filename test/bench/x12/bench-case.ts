import { keepMemorySmall, peakMegabytes } from '../../../bin/x12/memory.ts';
import { granaryNames, peerNames } from './case-names.ts';
import type { BenchFileKind } from './files.ts';
import type { CaseResult } from './run-case.ts';

/**
 * Runs one case: `node bench-case.ts CASE KIND FILE PASSES [small]`, and prints a {@link CaseResult} as a line of JSON. The
 * first pass is cold. The module of the case is loaded before it, and no module of another case is. With `small` it
 * limits the young generation of the heap, as the command line does.
 */
type Case = (path: string, kind: BenchFileKind) => Promise<number>;

const [name = '', kind = '837', path = '', passes = '1', memory] = process.argv.slice(2);
if (kind !== '837' && kind !== '835') throw new RangeError(`No kind ${kind}`);
if (memory === 'small') keepMemorySmall();

const seconds: number[] = [];
const run = await caseNamed(name);
// The writer needs claims, which reading provides; the first write is cold.
if (name === 'writer') await (await import('./granary-cases.ts')).claimsOf(path);
// Short passes are repeated for a second, because the median of a few passes is noisy.
const began = performance.now();
const isOnce = passes === '1';
while (seconds.length < Number(passes) || (!isOnce && performance.now() - began < 1_500)) {
  const start = performance.now();
  await run(path, kind);
  seconds.push((performance.now() - start) / 1000);
}
const result: CaseResult = { seconds, peakMegabytes: peakMegabytes() };
console.log(JSON.stringify(result));

/** Imports no more than the case needs. */
async function caseNamed(wanted: string): Promise<Case> {
  const cases: Readonly<Record<string, Case>> = peerNames.includes(wanted)
    ? (await import('./peer-cases.ts')).peerCases
    : granaryNames.includes(wanted)
      ? (await import('./granary-cases.ts')).granaryCases
      : (await import('./floor-cases.ts')).floorCases;
  const found = cases[wanted];
  if (found === undefined) throw new RangeError(`No case ${wanted}`);
  return found;
}
