import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { claimCodec } from '#x12/837p/json/claim.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { readJson } from '#x12/values/json-codec.ts';
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

/**
 * Content as it is stored: JSON, deflated (RFC 1951), in base64. A third of its length, which is what DynamoDB
 * charges for, and a text without escapes.
 */
export type PackedContent = string;

/** Longest packed content: DynamoDB holds items of 400 kB. */
export const maxPackedContent = 390_000;

export const packContent = (claim: ProfessionalClaim, findings: readonly FindingRecord[]): PackedContent =>
  packJson(claimContent(claim, findings));

export const claimContent = (claim: ProfessionalClaim, findings: readonly FindingRecord[]): ClaimContent => ({
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
export const typedClaim = ({ claim }: ClaimContent): ProfessionalClaim => readJson(claimCodec, claim);
