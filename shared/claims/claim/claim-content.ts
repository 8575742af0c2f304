import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { claimCodec } from '#x12/837p/json/claim.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { readJson } from '#x12/values/json-codec.ts';
import type { FindingRecord } from './finding.ts';

/** The 837P of a claim, which never changes, and the findings of its last check. */
export interface ClaimContent {
  /** JSON in snake_case with amounts as decimal strings. */
  readonly claim: unknown;
  readonly findings: readonly FindingRecord[];
}

/** Content as it is stored: deflated JSON (RFC 1951) in base64, a third of the length that DynamoDB bills. */
export type PackedContent = string;

/** Maximum length of packed content, because DynamoDB limits items to 400 kB. */
export const maxPackedContent = 390_000;

export const claimContent = (claim: ProfessionalClaim, findings: readonly FindingRecord[]): ClaimContent => ({
  claim: claimCodec.toJson(claim),
  findings,
});

export const packContent = (claim: ProfessionalClaim, findings: readonly FindingRecord[]): PackedContent =>
  packJson(claimContent(claim, findings));

export const unpackContent = (packed: PackedContent): ClaimContent => unpackJson<ClaimContent>(packed);

export const packJson = (value: unknown): PackedContent =>
  deflateRawSync(JSON.stringify(value), { level: 3 }).toString('base64');

/** The inverse of {@link packJson}; the caller knows the type. */
export const unpackJson = <T>(packed: PackedContent): T =>
  JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));

export const typedClaim = ({ claim }: ClaimContent): ProfessionalClaim => readJson(claimCodec, claim);
