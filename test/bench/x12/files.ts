import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateClaimFile } from './claim-file.ts';
import { generateRemittanceFile } from './remittance-file.ts';

export type BenchFileKind = '837' | '835';

const seed = 20_260_116;
const generators = { '837': generateClaimFile, '835': generateRemittanceFile } as const;

/** Returns a generated file of about this size, deterministic and cached. */
export function benchFile(kind: BenchFileKind, megabytes: number): string {
  const folder = join(tmpdir(), 'granary-bench');
  const path = join(folder, `${kind}-${megabytes}-${seed}.x12`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const file = openSync(unfinished, 'w');
  let waiting = '';
  for (const piece of generators[kind](megabytes * 1e6, seed)) {
    waiting += piece;
    if (waiting.length < 1 << 20) continue;
    writeSync(file, waiting);
    waiting = '';
  }
  writeSync(file, waiting);
  closeSync(file);
  renameSync(unfinished, path);
  return path;
}

export function sizeOf(path: string): number {
  return statSync(path).size;
}
