import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateClaimFile } from './claim-file.ts';
import { longLayout } from './long-layout.ts';
import { generateRemittanceFile } from './remittance-file.ts';

export type BenchFileKind = '837' | '835';

/** `short`: the segments of the generator, a line each. `long`: other separators, CR LF, longer segments. */
export type BenchLayout = 'short' | 'long';

/** Size of a file in the short layout for one of 1 byte in the long layout. */
const shortSize = { '837': 0.735, '835': 0.83 } as const;

const seed = 20_260_116;
const generators = { '837': generateClaimFile, '835': generateRemittanceFile } as const;

/** Returns a generated file of about this size, deterministic and cached. */
export function benchFile(kind: BenchFileKind, megabytes: number, layout: BenchLayout = 'short'): string {
  const folder = join(tmpdir(), 'granary-bench');
  const suffix = layout === 'short' ? '' : `-${layout}`;
  const path = join(folder, `${kind}-${megabytes}-${seed}${suffix}.x12`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const file = openSync(unfinished, 'w');
  let waiting = '';
  const share = layout === 'short' ? 1 : shortSize[kind];
  for (const piece of generators[kind](megabytes * 1e6 * share, seed)) {
    waiting += layout === 'short' ? piece : longLayout(piece);
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
