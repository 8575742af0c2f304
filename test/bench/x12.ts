import { cpus, loadavg } from 'node:os';
import type { Row } from './comparison.ts';
import { floor, floorNames, granaryNames, peerNames, staedi } from './x12/case-names.ts';
import { measureCommands, measureImports } from './x12/commands.ts';
import { type BenchFileKind, type BenchLayout, benchFile, sizeOf } from './x12/files.ts';
import { median, runCase } from './x12/run-case.ts';
import { findStaedi } from './x12/staedi.ts';

const help = `npm run bench -- x12 [--rounds N] [--only 10|100|imports|commands] [--layout short|long] [--gigabyte] [--short]

Times the X12 engine, its peers and two floors on generated files of 10 MB and 100 MB, in two layouts. Each pass that counts
as cold is the first of a fresh process. The passes after it are warm. Rounds are interleaved, and figures are medians.
Then times the import of the package and its commands, with --gigabyte on files of 1 GB. staedi is measured where there are Java
and its jar. --short compares cold passes over 10 MB with the peers, up to three rounds.`;

interface Measure {
  /** MB/s. */
  readonly cold: number;
  readonly warm: number;
  readonly peakMegabytes: number;
}

interface Pair {
  readonly ours: string;
  readonly other: string;
  /** Minimum ratio of our cold speed to the other, where there is a goal. */
  readonly atLeast?: number;
}

interface Extent {
  readonly megabytes: number;
  readonly layout: BenchLayout;
  readonly rounds: number;
  /** Further passes after the cold one make warm figures. */
  readonly passes: number;
  /** After these seconds no further round begins. */
  readonly seconds: number;
}

const kinds = ['837', '835'] as const satisfies readonly BenchFileKind[];

/** What users would take instead. staedi reads and checks the segments of the envelope, but no segment of a set. */
const peerPairs: readonly Pair[] = [
  { ours: 'reader', other: 'node-x12 stream', atLeast: 5 },
  { ours: 'typed', other: 'x12-parser group', atLeast: 4 },
  { ours: 'typed', other: 'node-x12 object', atLeast: 7 },
  { ours: 'validate', other: 'x12-parser stream', atLeast: 1.5 },
  { ours: 'reader, streamed', other: staedi },
  { ours: 'validate', other: staedi },
];
/** Goals of the reader for a floor that finds only ends of segments. */
const readerOnFloor = {
  10: { ours: 'reader', other: floor, atLeast: 0.6 },
  100: { ours: 'reader', other: floor, atLeast: 0.8 },
} as const satisfies Readonly<Record<number, Pair>>;

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  if (args.includes('--help')) {
    console.log(help);
    return [];
  }
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const only = args.includes('--short') ? 'short' : option('--only');
  const rounds = Number(option('--rounds')) || 5;
  const layouts = (['short', 'long'] as const).filter((one) => (option('--layout') ?? one) === one);
  const load = loadavg()[0]?.toFixed(1);
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${load}`;
  console.log(`${machine}, Node ${process.version}`);
  if (only === 'short')
    return comparePeers({ megabytes: 10, layout: 'short', rounds: 3, passes: 1, seconds: 25 });
  const rows: Row[] = [];
  if ((only ?? '10') === '10')
    for (const layout of layouts) rows.push(...comparePeers({ ...longExtent, layout, rounds }));
  if ((only ?? '100') === '100') for (const layout of layouts) rows.push(...compareLarge(layout, rounds));
  if ((only ?? 'imports') === 'imports') await measureImports(rounds);
  if ((only ?? 'commands') === 'commands') await measureCommands(args.includes('--gigabyte') ? 1000 : 100);
  return rows;
}

const longExtent = { megabytes: 10, passes: 3, seconds: Number.POSITIVE_INFINITY };

function comparePeers(extent: Extent): Row[] {
  const found = findStaedi();
  const isShort = extent.passes === 1;
  const cases = [
    ...(isShort ? [floor] : floorNames),
    ...granaryNames.filter((name) => !isShort || peerPairs.some(({ ours }) => ours === name)),
    ...peerNames,
    ...('command' in found ? [staedi] : []),
  ];
  const rows = compare(cases, [readerOnFloor[10], ...peerPairs], extent);
  return 'leftOut' in found ? [...rows, { what: 'reading by staedi', leftOut: found.leftOut }] : rows;
}

/** Peers are left out, because one of them keeps the whole file in memory. */
function compareLarge(layout: BenchLayout, rounds: number): Row[] {
  const cases = [floor, ...granaryNames.filter((name) => name !== 'writer')];
  const extent = { ...longExtent, megabytes: 100, passes: 1, layout, rounds: Math.min(rounds, 3) };
  return compare(cases, [readerOnFloor[100]], extent);
}

function compare(cases: readonly string[], pairs: readonly Pair[], extent: Extent): Row[] {
  const measures = measure(cases, extent);
  print(extent, measures);
  return kinds.flatMap((kind) => pairs.flatMap((pair) => rowsOf(kind, pair, extent, measures)));
}

function rowsOf(
  kind: BenchFileKind,
  { ours, other, atLeast }: Pair,
  { megabytes, layout }: Extent,
  measures: ReadonlyMap<string, Measure>,
): Row[] {
  const [mine, theirs] = [measures.get(`${kind} ${ours}`), measures.get(`${kind} ${other}`)];
  if (mine === undefined || theirs === undefined) return [];
  const goal = atLeast === undefined ? '' : ` [${atLeast}]`;
  return (['cold', 'warm'] as const)
    .filter((state) => Number.isFinite(mine[state]))
    .map((state) => ({
      what: `${kind} ${ours}, ${megabytes} MB ${layout}, ${state}`,
      figure: mine[state],
      unit: 'MB/s',
      other: `${other}${state === 'cold' ? goal : ''}`,
      otherFigure: theirs[state],
    }));
}

function measure(
  cases: readonly string[],
  { megabytes, layout, rounds, passes, seconds: most }: Extent,
): ReadonlyMap<string, Measure> {
  const found = new Map<string, { cold: number[]; warm: number[]; size: number; peak: number }>();
  const began = performance.now();
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && performance.now() - began > most * 1000) break;
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

function print({ megabytes, layout }: Extent, measures: ReadonlyMap<string, Measure>): void {
  console.log(`\n${megabytes} MB, ${layout} layout: MB/s cold and warm, peak resident MB`);
  for (const [key, { cold, warm, peakMegabytes }] of measures) {
    console.log(`  ${key.padEnd(24)}${number(cold, 1)}${number(warm, 1)}${number(peakMegabytes, 0)}`);
  }
}

const number = (value: number, digits: number) =>
  (Number.isFinite(value) ? value.toFixed(digits) : '-').padStart(9);
