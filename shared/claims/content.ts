import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ProfessionalClaim } from '#x12/837p/claim.ts';
import { claimFields } from '#x12/837p/claim-json.ts';
import { readJson, record } from '#x12/json-codec.ts';
import type { FindingRecord } from './finding.ts';

/** What a claim says in full: the 837P as typed JSON, and what was found about it when it came. Never changes. */
export interface ClaimContent {
  /** In snake_case, amounts as decimal strings. */
  readonly claim: unknown;
  readonly findings: readonly FindingRecord[];
}

const claimCodec = record<ProfessionalClaim>(claimFields);

/** Content as it is stored: JSON text, compressed where it is long. */
export interface PackedContent {
  /** `deflated` text is base64. */
  readonly form: 'json' | 'deflated';
  readonly content: string;
}

/** Longest packed content: DynamoDB holds items of 400 kB. */
export const longestContent = 390_000;

/** Characters up to which text is stored as it is. */
const plainLength = 50_000;

export function packContent(claim: ProfessionalClaim, findings: readonly FindingRecord[]): PackedContent {
  const content = JSON.stringify({ claim: claimCodec.toJson(claim), findings } satisfies ClaimContent);
  if (content.length <= plainLength) return { form: 'json', content };
  return { form: 'deflated', content: deflateRawSync(content).toString('base64') };
}

export function unpackContent(packed: PackedContent): ClaimContent {
  const { form, content } = packed;
  return JSON.parse(
    form === 'json' ? content : inflateRawSync(Buffer.from(content, 'base64')).toString('utf8'),
  );
}

/** The typed claim in a content, ready to be written as X12. */
export const claimOf = ({ claim }: ClaimContent): ProfessionalClaim => readJson(claimCodec, claim);
