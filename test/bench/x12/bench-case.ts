import { keepMemorySmall, peakMegabytes } from '../../../bin/x12/memory.ts';
import type { BenchFileKind } from './files.ts';
import { floorCases, granaryCases } from './granary-cases.ts';
import { peerCases } from './peer-cases.ts';

/**
 * Runs one case: `node bench-case.ts CASE KIND FILE WARM_UP_FILE PASSES [small]`, and prints a line of JSON. With `small`
 * it limits the young generation of the heap, as the command line does.
 */
type Case = (path: string, kind: BenchFileKind) => Promise<number>;

const cases: Readonly<Record<string, Case>> = { ...floorCases, ...granaryCases, ...peerCases };
const [name = '', kind = '837', path = '', warmUp = '', passes = '1', memory] = process.argv.slice(2);
const run = cases[name];
if (run === undefined || (kind !== '837' && kind !== '835')) throw new RangeError(`No case ${name} ${kind}`);

if (memory === 'small') keepMemorySmall();
if (warmUp !== '') await run(warmUp, kind);
if (name === 'writer') await run(path, kind);
const seconds: number[] = [];
const cpuSeconds: number[] = [];
// Short passes are repeated for a second, because the median of a few passes is noisy.
const isOnce = Number(passes) === 1;
const began = performance.now();
for (let pass = 0; pass < Number(passes) || (!isOnce && performance.now() - began < 1_000); pass++) {
  const start = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  await run(path, kind);
  seconds.push(Number(process.hrtime.bigint() - start) / 1e9);
  const { user, system } = process.cpuUsage(cpu);
  cpuSeconds.push((user + system) / 1e6);
}
console.log(JSON.stringify({ seconds, cpuSeconds, peakMegabytes: peakMegabytes() }));
