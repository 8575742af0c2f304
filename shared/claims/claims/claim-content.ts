import { claimCodec } from '#x12/837p/json/claim.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { readJson } from '#x12/values/json-codec.ts';
import { type PackedContent, packJson, unpackJson } from '../packed-json.ts';
import type { FindingRecord } from './finding.ts';

/** The 837P of a claim, which only an edit changes (shared/claims/edit), and the findings of its last check. */
export interface ClaimContent {
  /** JSON in snake_case with amounts as decimal strings. */
  readonly claim: unknown;
  readonly findings: readonly FindingRecord[];
}

export const claimContent = (claim: ProfessionalClaim, findings: readonly FindingRecord[]): ClaimContent => ({
  claim: claimCodec.toJson(claim),
  findings,
});

export const packContent = (claim: ProfessionalClaim, findings: readonly FindingRecord[]): PackedContent =>
  packJson(claimContent(claim, findings));

export const unpackContent = (packed: PackedContent): ClaimContent => unpackJson<ClaimContent>(packed);

/** The claim of a content, ready to be written as X12. */
export const typedClaim = ({ claim }: ClaimContent): ProfessionalClaim => readJson(claimCodec, claim);
