import { readdirSync, readFileSync } from 'node:fs';

export const processKinds = ['runtime', 'authorizers', 'functions', 'DynamoDB', 'S3'] as const;
type ProcessKind = (typeof processKinds)[number];

/** Processor milliseconds by kind of process. */
type ProcessTimes = Readonly<Record<ProcessKind, number>>;

/** A tick of utime and stime in /proc/PID/stat (`getconf CLK_TCK`), on every Linux that Node supports. */
const millisecondsPerTick = 10;

/** Processor milliseconds of each running process of a runtime since its start, by pid. Linux only. */
export function processTimes(runtime: number): ReadonlyMap<number, number> {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []));
  const tree = new Set([runtime]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
  }
  return new Map(
    all.flatMap(({ pid, milliseconds }) => (tree.has(pid) ? [[pid, milliseconds] as const] : [])),
  );
}

/** Processor milliseconds by kind of process since an earlier reading. */
export function timesSince(runtime: number, before: ReadonlyMap<number, number>): ProcessTimes {
  const times: Record<ProcessKind, number> = { runtime: 0, authorizers: 0, functions: 0, DynamoDB: 0, S3: 0 };
  for (const [pid, milliseconds] of processTimes(runtime)) {
    times[pid === runtime ? 'runtime' : kindOf(pid)] += milliseconds - (before.get(pid) ?? 0);
  }
  return times;
}

function readStat(pid: number) {
  const stat = read(pid, 'stat');
  // The name of the program comes first, in brackets, and may have blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (stat === '') return [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return [{ pid, parent: Number(fields[1]), milliseconds: ticks * millisecondsPerTick }];
}

function kindOf(pid: number): ProcessKind {
  const [, name] = /\0AWS_LAMBDA_FUNCTION_NAME=([^\0]*)/.exec(`\0${read(pid, 'environ')}`) ?? [];
  if (name !== undefined) return /authorizer/i.test(name) ? 'authorizers' : 'functions';
  return read(pid, 'cmdline').includes('s3-process') ? 'S3' : 'DynamoDB';
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}
