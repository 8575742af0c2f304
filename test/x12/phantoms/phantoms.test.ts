import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { sized } from '#test/soak.ts';
import type { ClaimStatus } from '#x12/277ca/model.ts';
import { X12Document } from '#x12/engine/document.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { allGuides, transactionListeners } from '#x12/engine/transactions.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { type ValidFile, validFiles } from './valid-files.ts';

/** Effects of the mutations of one kind. */
interface Tally {
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

type Tallies = Readonly<Record<MutationKind, Tally>>;

const kinds: readonly MutationKind[] = ['drop', 'duplicate', 'swap', 'move'];

/** Applies every mutation to every file and reads the result. Each segment moves to `targets` places. */
function measure(files: readonly ValidFile[], targets: number): Tallies {
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
function table(tallies: Tallies): string {
  const rows = kinds.map((kind) => {
    const tally = tallies[kind];
    const share = (count: number) => `${((count / tally.mutations) * 100).toFixed(2)} %`;
    const parts = [share(tally.phantoms), share(tally.lost), share(tally.changed)];
    const findings = (tally.findings / tally.mutations).toFixed(2);
    return `${kind}: ${tally.mutations}, phantoms ${parts[0]}, lost ${parts[1]}, changed ${parts[2]}, ${findings} findings each, more than two ${share(tally.cascades)}`;
  });
  return `${rows.join('\n')}\n`;
}

/** A mutation of one segment. */
type MutationKind = 'drop' | 'duplicate' | 'swap' | 'move';

interface Mutation {
  readonly kind: MutationKind;
  /** Index of the segment, which is swapped with the next one or moved before the segment at `to`. */
  readonly at: number;
  readonly to: number;
}

/** A file as its segments, each with its terminator and the text up to the next segment. */
interface Pieces {
  readonly pieces: readonly Buffer[];
  readonly segments: readonly (readonly string[])[];
}

function piecesOf(bytes: Buffer): Pieces {
  const { segments } = new X12Document(bytes);
  const pieces = segments.map(({ start }, i) => bytes.subarray(i === 0 ? 0 : start, segments[i + 1]?.start));
  return { pieces, segments: segments.map(({ elements }) => elements) };
}

/** The order of segments after a mutation, by their numbers. */
function mutated(count: number, { kind, at, to }: Mutation): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  if (kind === 'duplicate') order.splice(at, 0, at);
  else order.splice(at, 1);
  if (kind === 'swap') order.splice(at + 1, 0, at);
  if (kind === 'move') order.splice(to > at ? to - 1 : to, 0, at);
  return order;
}

/**
 * Every segment between ST and SE, with `targets` places that it moves to. Places are spread over the whole set by
 * a step that has no divisor with its length, so that every distance occurs.
 */
function* mutationsOf(segments: Pieces['segments'], targets: number): Generator<Mutation> {
  const body = segments.flatMap(([id = ''], i) => (envelope.has(id) ? [] : [i]));
  for (const [n, at] of body.entries()) {
    yield { kind: 'drop', at, to: at };
    yield { kind: 'duplicate', at, to: at };
    if (body[n + 1] === at + 1) yield { kind: 'swap', at, to: at + 1 };
    const places = body.filter((to) => to !== at && to !== at + 1);
    const step = Math.max(1, places.length / targets);
    for (let k = n % Math.ceil(step); k < places.length; k += step) {
      yield { kind: 'move', at, to: places[Math.floor(k)] ?? at };
    }
  }
}

const envelope = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA', 'TA1']);

/** Claims and lines of a file by number and amounts. */
interface ClaimContent {
  readonly key: string;
  readonly lines: readonly string[];
}

interface Reading {
  readonly claims: readonly ClaimContent[];
  readonly findings: readonly Finding[];
}

/** Reads claims (837P), payments (835), statuses (277CA, 277) and acknowledged groups (999). */
function contentOf(bytes: Uint8Array): Reading {
  const claims: ClaimContent[] = [];
  const findings: Finding[] = [];
  const take = (lines: readonly string[], ...parts: readonly unknown[]) => {
    claims.push({ key: parts.join(' '), lines });
  };
  const listeners = transactionListeners({
    claim: ({ patientControlNumber, totalCharge, lines }) =>
      take(
        lines.map(({ procedure: { code, modifiers }, charge, quantity }) =>
          key(code, modifiers, charge, quantity),
        ),
        patientControlNumber,
        totalCharge,
      ),
    remittances: {
      claim: ({ patientControlNumber, statusCode, charge, paid, lines }) =>
        take(
          lines.map((line) => key(line.procedure.code, line.procedure.modifiers, line.charge, line.paid)),
          patientControlNumber,
          statusCode,
          charge,
          paid,
        ),
    },
    claimAcknowledgments: {
      status: (status) => take(statusLines(status), status.numbers.trn02, status.numbers.ref_1k),
    },
    claimStatusResponses: {
      status: ({ trace, serviceLines }) =>
        take(
          serviceLines.map(({ procedure, modifiers, charge }) => key(procedure, modifiers, charge)),
          trace,
        ),
    },
    implementationAcknowledgment: ({ functionalId, controlNumber, sets }) =>
      take(
        sets.map((set) => key(set.set, set.controlNumber)),
        functionalId,
        controlNumber,
      ),
  });
  const engine = new X12Engine({
    guides: allGuides,
    listeners,
    onFinding: (finding) => findings.push(finding),
  });
  engine.write(bytes);
  engine.end();
  return { claims, findings };
}

function statusLines({ serviceLines }: ClaimStatus): string[] {
  return serviceLines.map(({ procedure, modifiers, charge }) => key(procedure, modifiers, charge));
}

function key(...parts: readonly unknown[]): string {
  return parts.join(' ');
}

/** `npm run soak -- phantoms` uses every file and moves each segment to four places. */
const share = sized('valid files with a segment out of place, one in', { short: 24, soak: 1 });
const targets = sized('places that each segment moves to', { short: 1, soak: 4 });

const valid = validFiles();

describe('one segment of a valid file dropped, doubled, swapped or moved', () => {
  test('has at least 135 valid files, or 90 without public ones', async () => {
    const files = await valid;
    const arePublic = files.some(({ name }) => name.includes('/'));
    expect(files.length).toBeGreaterThanOrEqual(arePublic ? 135 : 90);
  });

  test('begins no claim or line that the intact file does not have', async () => {
    const files = (await valid).filter((_, i) => i % share === 0);
    const tallies = measure(files, targets);
    if (share === 1) process.stdout.write(table(tallies));
    for (const { phantoms, mutations } of Object.values(tallies))
      expect(phantoms / mutations).toBeLessThan(0.01);
    for (const { lost } of [tallies.drop, tallies.duplicate, tallies.swap]) expect(lost).toBe(0);
    expect(tallies.move.lost / tallies.move.mutations).toBeLessThan(0.003);
    expect(tallies.swap.findings / tallies.swap.mutations).toBeLessThan(1);
    expect(tallies.move.findings / tallies.move.mutations).toBeLessThan(1.5);
  }, 600_000);
});
