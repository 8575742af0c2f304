import { Buffer } from 'node:buffer';
import { type Mutation, type MutationKind, mutated, mutationsOf, piecesOf } from './mutations.ts';
import { type ClaimContent, contentOf, type Reading } from './typed-parts.ts';
import type { ValidFile } from './valid-files.ts';

/** Effects of the mutations of one kind. */
export interface Tally {
  mutations: number;
  /** More claims or lines than the file has, beyond an opener that the mutation doubled. */
  phantoms: number;
  /** Fewer claims or lines than the file has, beyond an opener that the mutation dropped. */
  lost: number;
  /** A claim number, charge or paid amount that the file does not have, from the segment or its place. */
  changed: number;
  /** Findings of the structure (IK304 1 to 7). */
  findings: number;
  /** Mutations with more than two structural findings. */
  cascades: number;
}

export type Tallies = Readonly<Record<MutationKind, Tally>>;

const kinds: readonly MutationKind[] = ['drop', 'duplicate', 'swap', 'move'];

/** Applies every mutation to every file and reads the result. Each segment moves to `targets` places. */
export function measure(files: readonly ValidFile[], targets: number): Tallies {
  const tallies = Object.fromEntries(kinds.map((kind) => [kind, newTally()])) as Record<MutationKind, Tally>;
  for (const { bytes } of files) {
    const { pieces, segments } = piecesOf(bytes);
    const whole = contentOf(bytes);
    for (const mutation of mutationsOf(segments, targets)) {
      const order = mutated(pieces.length, mutation);
      const found = contentOf(Buffer.concat(order.map((i) => pieces[i] ?? Buffer.alloc(0))));
      add(tallies[mutation.kind], whole, found, openedBy(segments[mutation.at]?.[0] ?? '', mutation));
    }
  }
  return tallies;
}

function newTally(): Tally {
  return { mutations: 0, phantoms: 0, lost: 0, changed: 0, findings: 0, cascades: 0 };
}

interface Opened {
  readonly claims: number;
  readonly lines: number;
}

/** Claims and lines that a mutation of an opener may add or remove. */
function openedBy(id: string, { kind }: Mutation): Opened {
  const sign = kind === 'duplicate' ? 1 : kind === 'drop' ? -1 : 0;
  // A 277CA status without its only number is unscoped, and so are the statuses of its lines.
  if (id === 'TRN' && kind === 'drop') return { claims: -1, lines: Number.NEGATIVE_INFINITY };
  return {
    claims: claimOpeners.has(id) ? sign : 0,
    lines: lineOpeners.has(id) ? sign : 0,
  };
}

const claimOpeners = new Set(['CLM', 'CLP', 'TRN', 'AK1']);
const lineOpeners = new Set(['LX', 'SVC', 'AK2']);

function add(tally: Tally, whole: Reading, found: Reading, by: Opened): void {
  const claims = found.claims.length - whole.claims.length;
  const lines = lineCount(found) - lineCount(whole);
  const findings = structural(found) - structural(whole);
  tally.mutations++;
  if (claims > Math.max(0, by.claims) || lines > Math.max(0, by.lines)) tally.phantoms++;
  if (claims < Math.min(0, by.claims) || lines < Math.min(0, by.lines)) tally.lost++;
  if (holdsOther(found, whole)) tally.changed++;
  tally.findings += findings;
  if (findings > 2) tally.cascades++;
}

function lineCount({ claims }: Reading): number {
  return claims.reduce((count, { lines }) => count + lines.length, 0);
}

function holdsOther(found: Reading, whole: Reading): boolean {
  const known = new Set(whole.claims.flatMap(keys));
  return found.claims.flatMap(keys).some((key) => !known.has(key));
}

function keys({ key, lines }: ClaimContent): string[] {
  return [`claim ${key}`, ...lines.map((line) => `line ${line}`)];
}

function structural({ findings }: Reading): number {
  return findings.filter(({ codes }) => /^[1-7]$/.test(codes?.segment ?? '')).length;
}

/** One line for each kind of mutation. */
export function table(tallies: Tallies): string {
  const rows = kinds.map((kind) => {
    const tally = tallies[kind];
    const share = (count: number) => `${((count / tally.mutations) * 100).toFixed(2)} %`;
    const parts = [share(tally.phantoms), share(tally.lost), share(tally.changed)];
    const findings = (tally.findings / tally.mutations).toFixed(2);
    return `${kind}: ${tally.mutations}, phantoms ${parts[0]}, lost ${parts[1]}, changed ${parts[2]}, ${findings} findings each, more than two ${share(tally.cascades)}`;
  });
  return `${rows.join('\n')}\n`;
}
