import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { type BenchFileKind, benchFile, sizeOf } from './x12/files.ts';

const help = `npm run bench -- x12 [--rounds N] [--gigabyte]

Times the X12 engine, its peers and two floors on generated files of 10 MB. Each case runs in a separate process: one
pass to warm up, then at least five passes for at least a second. Rounds are interleaved. Then times the 100 MB files
end to end, and with --gigabyte one of 1 GB. Prints ratios first.`;

interface Measure {
  /** MB/s of the median pass, by elapsed time and by CPU time, which does not depend on other load. */
  readonly speed: number;
  readonly cpuSpeed: number;
  readonly peakMegabytes: number;
}

interface Target {
  readonly kind: BenchFileKind;
  readonly ours: string;
  readonly other: string;
  /** Minimum ratio of our speed to the other. A value below 1 allows us to be slower. */
  readonly atLeast: number;
}

const targets: readonly Target[] = (['837', '835'] as const).flatMap((kind) => [
  { kind, ours: 'reader', other: 'node-x12 stream', atLeast: 5 },
  { kind, ours: 'reader', other: 'indexOf loop', atLeast: 1 / 3 },
  { kind, ours: 'typed', other: 'x12-parser group', atLeast: 4 },
  { kind, ours: 'typed', other: 'node-x12 object', atLeast: 7 },
  { kind, ours: 'validate', other: 'x12-parser stream', atLeast: 1.5 },
]);

const cases: readonly string[] = [
  ...[
    'indexOf loop',
    'Latin-1 and split',
    'reader',
    'reader, streamed',
    'walk',
    'typed',
    'validate',
    'writer',
  ],
  ...['node-x12 stream', 'node-x12 object', 'x12-parser stream', 'x12-parser group'],
];

export async function bench(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(help);
    return;
  }
  const rounds = Number(args[args.indexOf('--rounds') + 1]) || 2;
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}\n`,
  );
  const measures = measureSmall(rounds);
  console.log('Ratios of speed on 10 MB, by the clock and by processor time (higher is better)');
  for (const target of targets) console.log(ratioLine(target, measures));
  console.log('\nMB/s of the median pass by the clock and by processor time, and peak resident MB on 10 MB');
  for (const [key, { speed, cpuSpeed, peakMegabytes }] of measures) {
    const speeds = [speed, cpuSpeed].map((one) => one.toFixed(1).padStart(8)).join('');
    console.log(`  ${key.padEnd(24)} ${speeds} ${peakMegabytes.toFixed(0).padStart(6)} MB`);
  }
  for (const megabytes of args.includes('--gigabyte') ? [100, 1000] : [100]) endToEnd(megabytes);
}

function measureSmall(rounds: number): Map<string, Measure> {
  const found = new Map<string, { seconds: number[]; cpuSeconds: number[]; size: number; peak: number }>();
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['837', '835'] as const) {
      const path = benchFile(kind, 10);
      for (const name of cases) {
        if (name === 'writer' && kind === '835') continue;
        const result = run(name, kind, path, path, 5);
        const key = `${kind} ${name}`;
        const entry = found.get(key) ?? { seconds: [], cpuSeconds: [], size: sizeOf(path) / 1e6, peak: 0 };
        entry.seconds.push(...result.seconds);
        entry.cpuSeconds.push(...result.cpuSeconds);
        entry.peak = Math.max(entry.peak, result.peakMegabytes);
        found.set(key, entry);
      }
    }
  }
  return new Map(
    [...found].map(([key, { seconds, cpuSeconds, size, peak }]) => [
      key,
      { speed: size / median(seconds), cpuSpeed: size / median(cpuSeconds), peakMegabytes: peak },
    ]),
  );
}

function ratioLine({ kind, ours, other, atLeast }: Target, measures: ReadonlyMap<string, Measure>): string {
  const [mine, theirs] = [measures.get(`${kind} ${ours}`), measures.get(`${kind} ${other}`)];
  if (mine === undefined || theirs === undefined) return `  ${kind} ${ours} : ${other} was not measured`;
  const ratio = mine.speed / theirs.speed;
  const cpuRatio = mine.cpuSpeed / theirs.cpuSpeed;
  const verdict = ratio >= atLeast ? 'met' : 'MISSED';
  const memory = `${mine.peakMegabytes.toFixed(0)} against ${theirs.peakMegabytes.toFixed(0)} MB`;
  const name = `${kind} ${ours} : ${other}`.padEnd(36);
  const ratios = [ratio, cpuRatio].map((one) => one.toFixed(2).padStart(7)).join('');
  return `  ${name}${ratios} (at least ${atLeast.toFixed(2)}, ${verdict}; ${memory})`;
}

function endToEnd(megabytes: number): void {
  console.log(`\n${megabytes} MB end to end, streamed from disk`);
  for (const kind of ['837', '835'] as const) {
    const path = benchFile(kind, megabytes);
    for (const name of ['reader, streamed', 'walk', 'typed', 'validate']) {
      const { seconds, peakMegabytes } = run(name, kind, path, '', 1, 'small');
      const speed = sizeOf(path) / 1e6 / (seconds[0] ?? 1);
      const verdict = peakMegabytes < 200 ? 'met' : 'MISSED';
      const memory = `${peakMegabytes.toFixed(0)} MB (under 200, ${verdict})`;
      console.log(`  ${`${kind} ${name}`.padEnd(24)} ${speed.toFixed(1).padStart(8)} MB/s, ${memory}`);
    }
  }
}

function run(
  name: string,
  kind: BenchFileKind,
  path: string,
  warmUp: string,
  passes: number,
  memory: 'small' | 'default' = 'default',
): { seconds: number[]; cpuSeconds: number[]; peakMegabytes: number } {
  const script = resolve(import.meta.dirname, 'x12/bench-case.ts');
  const output = execFileSync(process.execPath, [script, name, kind, path, warmUp, String(passes), memory], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
