import type { Buffer } from 'node:buffer';
import type { FileEnvelope } from '../../envelope/file-envelope.ts';
import { fitsDecimal } from '../../values/decimal-text.ts';
import { JsonInputError, type JsonIssue } from '../../values/json-codec.ts';
import { type CharacterRule, x12Texts } from '../../writer/character-set.ts';
import { claimToJson } from '../json/claim.ts';
import { claimFileFromJson } from '../json/claim-file.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { WrittenClaim } from '../write/claim-set-writer.ts';
import { writeClaims } from '../write/claims.ts';
import { readWritten, surplusParts } from './surplus.ts';

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
