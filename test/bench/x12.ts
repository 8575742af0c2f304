import { cpus, loadavg } from 'node:os';
import { floor, floorNames, granaryNames, peerNames } from './x12/case-names.ts';
import { measureCommands, measureImports } from './x12/commands.ts';
import { type BenchFileKind, type BenchLayout, benchFile, sizeOf } from './x12/files.ts';
import { median, runCase } from './x12/run-case.ts';

const help = `npm run bench -- x12 [--rounds N] [--only 10|100|imports|commands] [--layout short|long] [--gigabyte]

Times the X12 engine, its peers and two floors on generated files of 10 MB and 100 MB, in two layouts. Each pass that counts
as cold is the first of a fresh process. The passes after it are warm. Rounds are interleaved, and figures are medians.
Then times the import of the package and its commands, with --gigabyte on files of 1 GB.`;

interface Measure {
  /** MB/s. */
  readonly cold: number;
  readonly warm: number;
  readonly peakMegabytes: number;
}

interface Target {
  readonly ours: string;
  readonly other: string;
  /** Minimum ratio of our cold speed to the other. A value below 1 allows us to be slower. */
  readonly atLeast: number;
}

const kinds = ['837', '835'] as const satisfies readonly BenchFileKind[];

const peerTargets: readonly Target[] = [
  { ours: 'reader', other: 'node-x12 stream', atLeast: 5 },
  { ours: 'typed', other: 'x12-parser group', atLeast: 4 },
  { ours: 'typed', other: 'node-x12 object', atLeast: 7 },
  { ours: 'validate', other: 'x12-parser stream', atLeast: 1.5 },
];
const floorTargets = {
  10: [
    { ours: 'reader', other: floor, atLeast: 0.6 },
    { ours: 'typed', other: floor, atLeast: 0.25 },
    { ours: 'validate', other: floor, atLeast: 0.12 },
  ],
  100: [
    { ours: 'reader', other: floor, atLeast: 0.8 },
    { ours: 'typed', other: floor, atLeast: 0.3 },
    { ours: 'validate', other: floor, atLeast: 0.15 },
  ],
} as const;

export async function bench(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(help);
    return;
  }
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const only = option('--only');
  const rounds = Number(option('--rounds')) || 5;
  const layouts = (['short', 'long'] as const).filter((one) => (option('--layout') ?? one) === one);
  const load = loadavg()[0]?.toFixed(1);
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${load}`;
  console.log(`${machine}, Node ${process.version}`);
  if ((only ?? '10') === '10') for (const layout of layouts) compareSmall(layout, rounds);
  if ((only ?? '100') === '100') for (const layout of layouts) compareLarge(layout, rounds);
  if ((only ?? 'imports') === 'imports') await measureImports(rounds);
  if ((only ?? 'commands') === 'commands') await measureCommands(args.includes('--gigabyte') ? 1000 : 100);
}

function compareSmall(layout: BenchLayout, rounds: number): void {
  const cases = [...floorNames, ...granaryNames, ...peerNames];
  const measures = measure(cases, 10, layout, rounds, 3);
  print(10, layout, measures, [...floorTargets[10], ...peerTargets]);
}

/** Peers are left out, because one of them keeps the whole file in memory. */
function compareLarge(layout: BenchLayout, rounds: number): void {
  const cases = [floor, ...granaryNames.filter((name) => name !== 'writer')];
  print(100, layout, measure(cases, 100, layout, Math.min(rounds, 3), 1), floorTargets[100]);
}

function measure(
  cases: readonly string[],
  megabytes: number,
  layout: BenchLayout,
  rounds: number,
  passes: number,
): ReadonlyMap<string, Measure> {
  const found = new Map<string, { cold: number[]; warm: number[]; size: number; peak: number }>();
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      const path = benchFile(kind, megabytes, layout);
      for (const name of cases) {
        if (name === 'writer' && kind === '835') continue;
        const { seconds, peakMegabytes } = runCase(name, kind, path, passes);
        const key = `${kind} ${name}`;
        const entry = found.get(key) ?? { cold: [], warm: [], size: sizeOf(path) / 1e6, peak: 0 };
        entry.cold.push(seconds[0] ?? 0);
        if (seconds.length > 1) entry.warm.push(median(seconds.slice(1)));
        entry.peak = Math.max(entry.peak, peakMegabytes);
        found.set(key, entry);
      }
    }
  }
  return new Map(
    [...found].map(([key, { cold, warm, size, peak }]) => [
      key,
      { cold: size / median(cold), warm: size / median(warm), peakMegabytes: peak },
    ]),
  );
}

function print(
  megabytes: number,
  layout: BenchLayout,
  measures: ReadonlyMap<string, Measure>,
  targets: readonly Target[],
): void {
  console.log(`\n${megabytes} MB, ${layout} layout: ratios of speed, cold and warm`);
  for (const kind of kinds) {
    for (const { ours, other, atLeast } of targets) {
      const [mine, theirs] = [measures.get(`${kind} ${ours}`), measures.get(`${kind} ${other}`)];
      if (mine === undefined || theirs === undefined) continue;
      const ratio = mine.cold / theirs.cold;
      const verdict = `${ratio >= atLeast ? 'met' : 'MISSED'}, goal ${atLeast}`;
      const ratios = [ratio, mine.warm / theirs.warm].map((one) => number(one, 3)).join('');
      console.log(`  ${`${kind} ${ours} : ${other}`.padEnd(36)}${ratios}  ${verdict}`);
    }
  }
  console.log(`\n${megabytes} MB, ${layout} layout: MB/s cold and warm, peak resident MB`);
  for (const [key, { cold, warm, peakMegabytes }] of measures) {
    console.log(`  ${key.padEnd(24)}${number(cold, 1)}${number(warm, 1)}${number(peakMegabytes, 0)}`);
  }
}

const number = (value: number, digits: number) =>
  (Number.isFinite(value) ? value.toFixed(digits) : '-').padStart(9);
