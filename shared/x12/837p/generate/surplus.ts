import { X12Engine } from '../../engine/engine.ts';
import type { FileEnvelope } from '../../envelope/file-envelope.ts';
import type { Finding } from '../../findings/finding.ts';
import { X12Error } from '../../findings/x12-error.ts';
import { guide837p } from '../../guides/837p.ts';
import { JsonInputError, type JsonIssue, readJson } from '../../values/json-codec.ts';
import { claimListener } from '../build/claim-listener.ts';
import { claimCodec, claimToJson } from '../json/claim.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import { writeClaims } from '../write/claims.ts';

/** Finds the parts of written claims that exceed the guide: repeats, lengths, elements and segments. */

export interface WrittenFile {
  readonly claims: readonly ProfessionalClaim[];
  readonly surplus: readonly Finding[];
}

/** Reads a written file and checks it against the guide. */
export function readWritten(bytes: Uint8Array): WrittenFile {
  const claims: ProfessionalClaim[] = [];
  const surplus: Finding[] = [];
  const engine = new X12Engine({
    guides: [guide837p],
    listeners: [claimListener({ onClaim: (claim) => claims.push(claim) })],
    onFinding: (finding) => {
      if (isSurplus(finding)) surplus.push(finding);
    },
  });
  engine.write(bytes);
  engine.end();
  return { claims, surplus };
}

/** Element too long, surplus, not used, repeated too often (IK403); segment unexpected, surplus, not used (IK304). */
const elementCodes: ReadonlySet<string> = new Set(['3', '5', '12', '13', 'I10', 'I12', 'I13']);
const segmentCodes: ReadonlySet<string> = new Set(['1', '2', '4', '5', '6', '7', 'I4']);

function isSurplus({ codes, id }: Finding): boolean {
  if (id === 'V015' || id === 'V016') return false;
  return elementCodes.has(codes?.element ?? '') || segmentCodes.has(codes?.segment ?? '');
}

/**
 * Returns the paths in a claim's JSON of the parts that exceed the guide. A part is at fault when the file without it
 * has fewer faults of a kind. The search descends from the claim to the innermost such parts; in a list that is too
 * long, the last items are at fault.
 */
export function surplusParts(claim: ProfessionalClaim, envelope: FileEnvelope): JsonIssue[] {
  const whole = countsOf(writeClaims([claim], envelope));
  const search = new Search(claimToJson(claim), envelope);
  return [...whole].flatMap(([kind, { count, message }]) =>
    search
      .culprits(kind, count, [])
      .slice(-count)
      .map((path) => ({ path: textOf(path), message: `exceeds the guide: ${message}` })),
  );
}

/** After this number of trials, the search returns the part that it has reached. */
const maxTrials = 400;

type Path = readonly (string | number)[];

/** Faults of the claim without a part; `refused` when the claim cannot be written without it. */
type Trial = Counts | 'refused';

class Search {
  private readonly json: unknown;
  private readonly envelope: FileEnvelope;
  private readonly trials = new Map<string, Trial>();

  constructor(json: unknown, envelope: FileEnvelope) {
    this.json = json;
    this.envelope = envelope;
  }

  /**
   * Innermost parts at or below a path whose removal leaves fewer than `count` faults of a kind. Lists are searched
   * from the end, because the last items of a list that is too long are at fault.
   */
  culprits(kind: string, count: number, path: Path): Path[] {
    const part = partAt(this.json, path);
    const inner: Path[] = [];
    for (const step of stepsOf(part).toReversed()) {
      if (Array.isArray(part) && inner.length >= count) break;
      inner.unshift(...this.culpritsOf(kind, count, [...path, step]));
    }
    return inner.length > 0 ? inner : [path];
  }

  private culpritsOf(kind: string, count: number, path: Path): Path[] {
    const trial = this.without(path);
    if (trial === undefined) return [];
    if (trial === 'refused') return this.culpritsOfRequired(kind, count, path);
    return (trial.get(kind)?.count ?? 0) < count ? this.culprits(kind, count, path) : [];
  }

  /** A required part is at fault if one of its own parts is, or if it is a text that is too long. */
  private culpritsOfRequired(kind: string, count: number, path: Path): Path[] {
    const part = partAt(this.json, path);
    if (typeof part !== 'string')
      return this.culprits(kind, count, path).filter((one) => one.length > path.length);
    const trial = this.with(path, part.substring(0, 1));
    return trial !== undefined && trial !== 'refused' && (trial.get(kind)?.count ?? 0) < count ? [path] : [];
  }

  private without(path: Path): Trial | undefined {
    return this.with(path, undefined);
  }

  /** Undefined after the last trial. */
  private with(path: Path, changed: unknown): Trial | undefined {
    const key = textOf(path);
    const known = this.trials.get(key);
    if (known !== undefined && changed === undefined) return known;
    if (this.trials.size >= maxTrials) return undefined;
    const trial = countsWith(this.json, path, changed, this.envelope) ?? 'refused';
    this.trials.set(changed === undefined ? key : `${key} cut`, trial);
    return trial;
  }
}

function stepsOf(part: unknown): (string | number)[] {
  if (Array.isArray(part)) return [...part.keys()];
  return typeof part === 'object' && part !== null ? Object.keys(part) : [];
}

function partAt(json: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, step) => {
    const parts = typeof part === 'object' && part !== null ? Object.entries(part) : [];
    return new Map<string, unknown>(parts).get(String(step));
  }, json);
}

type Counts = ReadonlyMap<string, { readonly count: number; readonly message: string }>;

function countsOf(bytes: Uint8Array): Counts {
  const counts = new Map<string, { count: number; message: string }>();
  for (const { id, loop = '', segment = '', element = 0, component = 0, message } of readWritten(bytes)
    .surplus) {
    const kind = [id, loop, segment, element, component].join(' ');
    const known = counts.get(kind);
    if (known) known.count++;
    else counts.set(kind, { count: 1, message });
  }
  return counts;
}

/** Undefined when the claim cannot be written without the part. */
function countsWith(json: unknown, path: Path, changed: unknown, envelope: FileEnvelope): Counts | undefined {
  try {
    const claim = readJson(claimCodec, replaced(json, path, changed));
    return countsOf(writeClaims([claim], envelope));
  } catch (error) {
    if (error instanceof JsonInputError || error instanceof X12Error) return undefined;
    throw error;
  }
}

function replaced(json: unknown, [step, ...rest]: Path, changed: unknown): unknown {
  if (step === undefined) return changed;
  if (Array.isArray(json)) {
    const items = json.map((item: unknown, i) => (i === step ? replaced(item, rest, changed) : item));
    return items.filter((item) => item !== undefined);
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, part]) => [key, key === step ? replaced(part, rest, changed) : part]),
  );
}

function textOf(path: Path): string {
  return path.reduce<string>(
    (text, step) => text + (typeof step === 'number' ? `[${step}]` : text === '' ? step : `.${step}`),
    '',
  );
}
