import type { Buffer } from 'node:buffer';
import { X12Engine } from '../../engine/engine.ts';
import type { FileEnvelope } from '../../envelope/file-envelope.ts';
import type { Finding } from '../../findings/finding.ts';
import { X12Error } from '../../findings/x12-error.ts';
import { guide837p } from '../../guides/837p.ts';
import { fitsDecimal } from '../../values/decimal-text.ts';
import { JsonInputError, type JsonIssue, readJson } from '../../values/json-codec.ts';
import { type CharacterRule, x12Texts } from '../../writer/character-set.ts';
import { claimListener } from '../build/claim-listener.ts';
import { claimCodec, claimToJson } from '../json/claim.ts';
import { claimFileFromJson } from '../json/claim-file.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { WrittenClaim } from '../write/claim-set-writer.ts';
import { writeClaims } from '../write/claims.ts';

export interface GenerateOptions {
  /** Time of writing for an envelope without one. */
  readonly moment: Date;
  /** Default: refuse. */
  readonly characters?: CharacterRule;
  readonly lineEnd?: string;
}

export interface GeneratedFile {
  readonly bytes: Buffer;
  /** Paths of the texts that were transliterated. */
  readonly changed: readonly string[];
}

/**
 * Writes an 837P from claims in JSON and reads it back. A value that the file lost, or that the guide does not allow,
 * is an error at its path. Throws JsonInputError with all errors.
 */
export function generateClaims(input: unknown, options: GenerateOptions): GeneratedFile {
  const { moment, characters = 'refuse', lineEnd } = options;
  const { json, changed, issues } = x12Texts(input, characters);
  stopAt([...issues, ...tooLongNumbers(json)]);
  const { claims, envelope } = claimFileFromJson(json, moment);
  stopAt([...envelopeIssues(envelope), ...(claims.length === 0 ? [noClaim] : [])]);

  const written: WrittenClaim[] = [];
  const bytes = writeClaims(claims, envelope, {
    onWritten: (claim) => written.push(claim),
    ...(lineEnd !== undefined && { lineEnd }),
  });
  const read = readWritten(bytes);
  const places = new Map<unknown, GivenClaim>(
    claims.map((claim, i) => [claim, { claim, place: new ClaimPlace(json, i) }]),
  );
  const lost = written.flatMap(({ claim, batchId }, i) => {
    const given = places.get(claim);
    return given ? lostOf(given, batchId, read.claims[i]) : [];
  });
  stopAt(lost);
  if (read.surplus.length > 0) stopAt(surplusIssues([...places.values()], envelope));
  return { bytes, changed };
}

/** Writes the claim as a file and returns the parts that are lost when the file is read. */
export function partsLostInWriting(claim: ProfessionalClaim): JsonIssue[] {
  const [read] = readWritten(writeClaims([claim], anyEnvelope)).claims;
  return lostParts(contentOf(claim), read && contentOf(read), '');
}

/** The search for errors stops at this number. */
const maxIssues = 20;

const noClaim: JsonIssue = { path: 'claims', message: 'must hold at least one claim' };

/** Paths in the JSON of one claim; its transaction may be the one that all claims share. */
class ClaimPlace {
  private readonly prefix: string;
  private readonly hasTransaction: boolean;

  constructor(json: unknown, index: number) {
    this.prefix = `claims[${index}]`;
    this.hasTransaction = member(member(member(json, 'claims'), String(index)), 'transaction') !== undefined;
  }

  /** @param path in the claim */
  of(path: string): string {
    const isShared = !this.hasTransaction && /^transaction\b/.test(path);
    return isShared ? path : `${this.prefix}${path === '' ? '' : '.'}${path}`;
  }
}

interface GivenClaim {
  readonly claim: ProfessionalClaim;
  readonly place: ClaimPlace;
}

function lostOf(
  { claim, place }: GivenClaim,
  batchId: string,
  read: ProfessionalClaim | undefined,
): JsonIssue[] {
  // Each further set of a split transaction has another batch id.
  const given = claimToJson({ ...claim, transaction: { ...claim.transaction, batchId } });
  const lost = lostParts(given, read && claimToJson(read), '');
  return lost.map(({ path, message }) => ({ path: place.of(path), message }));
}

function surplusIssues(claims: readonly GivenClaim[], envelope: FileEnvelope): JsonIssue[] {
  const issues = new Map<string, JsonIssue>();
  for (const { claim, place } of claims) {
    for (const { path, message } of surplusParts(claim, envelope)) {
      const at = place.of(path);
      issues.set(at, { path: at, message });
    }
    if (issues.size >= maxIssues) break;
  }
  const some = { path: 'claims', message: 'too many for one file; send fewer claims' };
  return issues.size > 0 ? [...issues.values()] : [some];
}

function contentOf(claim: ProfessionalClaim): unknown {
  const json = claimToJson(claim);
  return typeof json === 'object' && json !== null ? { ...json, transaction: undefined } : json;
}

/** Reports numbers that have too many digits for X12. */
export function tooLongNumbers(json: unknown, path = ''): JsonIssue[] {
  if (typeof json === 'number') {
    return fitsDecimal(json) ? [] : [{ path, message: 'must be a number of at most 15 digits' }];
  }
  if (Array.isArray(json)) return json.flatMap((entry, i) => tooLongNumbers(entry, `${path}[${i}]`));
  if (typeof json !== 'object' || json === null) return [];
  const prefix = path === '' ? '' : `${path}.`;
  return Object.entries(json).flatMap(([key, part]) => tooLongNumbers(part, prefix + key));
}

/** Checks the lengths of the fixed-width fields of ISA and GS. */
function envelopeIssues(envelope: FileEnvelope): JsonIssue[] {
  const { senderQualifier, sender, receiverQualifier, receiver, interchangeNumber, groupNumber } = envelope;
  const texts = [
    ['sender_qualifier', senderQualifier, 2, 2],
    ['sender', sender, 2, 15],
    ['receiver_qualifier', receiverQualifier, 2, 2],
    ['receiver', receiver, 2, 15],
  ] as const;
  const numbers = [
    ['interchange_number', interchangeNumber],
    ['group_number', groupNumber],
  ] as const;
  return [
    ...texts.flatMap(([key, value, least, most]): JsonIssue[] => {
      if (value.length >= least && value.length <= most && value.trim() === value) return [];
      const size = least === most ? String(most) : `${least} to ${most}`;
      return [{ path: `envelope.${key}`, message: `must have ${size} characters, no space at either end` }];
    }),
    ...numbers.flatMap(([key, value]): JsonIssue[] => {
      if (Number.isInteger(value) && value >= 1 && value <= 999_999_999) return [];
      return [{ path: `envelope.${key}`, message: 'must be a whole number of at most nine digits' }];
    }),
  ];
}

function member(json: unknown, key: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined;
  return Object.entries(json).find(([name]) => name === key)?.[1] ?? undefined;
}

function stopAt(issues: readonly JsonIssue[]): void {
  if (issues.length > 0) throw new JsonInputError(issues);
}

const anyEnvelope: FileEnvelope = {
  senderQualifier: 'ZZ',
  sender: 'SENDER',
  receiverQualifier: 'ZZ',
  receiver: 'RECEIVER',
  moment: new Date(0),
  interchangeNumber: 1,
  groupNumber: 1,
  usage: 'T',
};

/**
 * Compares a claim's JSON with the JSON of the claim that was read back, and returns the parts that were lost, each
 * at its path. Empty texts cannot be lost.
 */
function lostParts(given: unknown, read: unknown, path: string): JsonIssue[] {
  if (given === undefined || given === null || given === '') return [];
  if (Array.isArray(given)) return lostItems(given, Array.isArray(read) ? read : [], path);
  if (typeof given === 'object') {
    const prefix = path === '' ? '' : `${path}.`;
    const found = new Map<string, unknown>(typeof read === 'object' && read ? Object.entries(read) : []);
    return Object.entries(given).flatMap(([key, part]) => lostParts(part, found.get(key), prefix + key));
  }
  return given === read ? [] : [{ path, message }];
}

const message = 'has no place in an 837P; leave it out';

/** Matches items in order; in lists of the same length, reports the lost parts of each item. */
function lostItems(given: readonly unknown[], read: readonly unknown[], path: string): JsonIssue[] {
  const at = (i: number) => `${path}[${i}]`;
  if (given.length === read.length) return given.flatMap((item, i) => lostItem(item, read[i], at(i)));
  let next = 0;
  return given.flatMap((item, i): JsonIssue[] => {
    if (next >= read.length || lostItem(item, read[next], at(i)).length > 0)
      return [{ path: at(i), message }];
    next++;
    return [];
  });
}

/** An empty text that reads back as something else means that the items moved. */
function lostItem(given: unknown, read: unknown, path: string): JsonIssue[] {
  return given === '' && read !== '' ? [{ path, message }] : lostParts(given, read, path);
}

/** Finds the parts of written claims that exceed the guide: repeats, lengths, elements and segments. */

interface WrittenFile {
  readonly claims: readonly ProfessionalClaim[];
  readonly surplus: readonly Finding[];
}

/** Reads a written file and checks it against the guide. */
function readWritten(bytes: Uint8Array): WrittenFile {
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
function surplusParts(claim: ProfessionalClaim, envelope: FileEnvelope): JsonIssue[] {
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
