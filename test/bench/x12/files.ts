import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateClaimFile } from './claim-file.ts';
import { generateRemittanceFile } from './remittance-file.ts';

/**
 * Returns the same file as other software writes it: `|` and `>` as separators, CR LF after each terminator, and longer
 * segments. The number of segments stays the same, so its counts and balances stay correct.
 */
export function longLayout(text: string): string {
  return text
    .split('~\n')
    .map((segment) => translated(longer(segment)))
    .join('~\r\n');
}

function longer(segment: string): string {
  const id = segment.slice(0, segment.indexOf('*'));
  switch (id) {
    case 'NM1':
      return segment.replace(/^NM1\*(IL|QC|82|DN)\*1\*([^*]*)\*([^*]*)\*?/, 'NM1*$1*1*$2-SMITH*$3*MARGARET');
    case 'N3':
      return `${segment}*BUILDING 12 SUITE 3400`;
    case 'PER':
      return `${segment}*FX*3035550199*EM*BILLING.OFFICE@CLINIC.EXAMPLE`;
    case 'HI':
      return ['E785', 'M25511', 'Z79899', 'G4733', 'J4520']
        .filter((code) => !segment.includes(`:${code}`))
        .reduce((codes, code) => `${codes}*ABF:${code}`, segment);
    case 'SV1':
      return segment.replace(/^SV1\*HC:(\w+)\*/, 'SV1*HC:$1:25:59*');
    case 'REF':
      return segment.replace(/^REF\*(G1|D9|6R)\*/, 'REF*$1*CLINIC2026LONG');
    default:
      return segment;
  }
}

const translated = (segment: string) => segment.replace(/[*:]/g, (mark) => (mark === '*' ? '|' : '>'));

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
