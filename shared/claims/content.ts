import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ApiError } from '#contract/errors.ts';
import type { ProfessionalClaim } from '#x12/837p/claim.ts';
import { claimFields } from '#x12/837p/claim-json.ts';
import { longNumbers, lostInWriting } from '#x12/837p/generate-claims.ts';
import { type CharacterRule, x12Texts } from '#x12/character-set.ts';
import { X12Error } from '#x12/error.ts';
import { JsonInputError, readJson, record } from '#x12/json-codec.ts';
import type { FindingRecord } from './finding.ts';

/**
 * What a claim says in full: the 837P as typed JSON, which never changes, and what was found about it when it was
 * checked last.
 */
export interface ClaimContent {
  /** In snake_case, amounts as decimal strings. */
  readonly claim: unknown;
  readonly findings: readonly FindingRecord[];
}

const claimCodec = record<ProfessionalClaim>(claimFields);

/**
 * Content as it is stored: JSON, deflated (RFC 1951), in base64. A third of its length, which is what DynamoDB
 * charges for, and a text without escapes.
 */
export type PackedContent = string;

/** Longest packed content: DynamoDB holds items of 400 kB. */
export const longestContent = 390_000;

export const packContent = (claim: ProfessionalClaim, findings: readonly FindingRecord[]): PackedContent =>
  packJson(contentOf(claim, findings));

export const contentOf = (claim: ProfessionalClaim, findings: readonly FindingRecord[]): ClaimContent => ({
  claim: claimCodec.toJson(claim),
  findings,
});

export const packJson = (value: unknown): PackedContent =>
  deflateRawSync(JSON.stringify(value), { level: 3 }).toString('base64');

export const unpackContent = (packed: PackedContent): ClaimContent => unpackJson<ClaimContent>(packed);

/** What {@link packJson} packed; the caller knows its type. */
export const unpackJson = <T>(packed: PackedContent): T =>
  JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));

/** The typed claim in a content, ready to be written as X12. */
export const claimOf = ({ claim }: ClaimContent): ProfessionalClaim => readJson(claimCodec, claim);

/**
 * The typed claim in JSON that came by the API; submitter, receiver and batch are those of whatever it is sent in.
 *
 * @param characters what to do with characters outside of the X12 sets
 * @throws ApiError validation_failed with everything that X12 cannot hold, such as a day of the year 0 or a third
 *   related cause, each with its path
 */
export function claimFromJson(json: object, characters: CharacterRule = 'refuse'): ProfessionalClaim {
  try {
    const { json: texts, issues } = x12Texts(json, characters);
    const unwritable = [...issues, ...longNumbers(texts)];
    if (unwritable.length > 0) throw new JsonInputError(unwritable);
    const claim = readJson(claimCodec, { ...asRecord(texts), transaction: { batch_id: 'NONE' } });
    const lost = lostInWriting(claim);
    if (lost.length > 0) throw new JsonInputError(lost);
    return claim;
  } catch (error) {
    throw refusalOf(error);
  }
}

const asRecord = (json: unknown): object => (typeof json === 'object' && json !== null ? json : {});

function refusalOf(error: unknown): unknown {
  if (error instanceof X12Error) {
    const details = [{ path: ['body'], message: error.message, code: error.code }];
    return new ApiError('validation_failed', { details, cause: error });
  }
  if (!(error instanceof JsonInputError)) return error;
  const details = error.issues.map(({ path, message }) => ({
    path: ['body', ...path.split(/[.[\]]+/)].filter((part) => part !== ''),
    message,
    code: 'invalid_value',
  }));
  return new ApiError('validation_failed', { details, cause: error });
}
