import type { ClaimJson } from '#contract/claims/claim-records.ts';

/**
 * The record of a claim: its identifiers, its lane and the responses of its payer. Amounts are integer cents, times RFC 3339
 * UTC, dates ISO dates. The complete 837P is in its {@link ClaimContent}.
 */
export interface Claim
  extends Readonly<
    Omit<ClaimJson, 'duplicates' | 'conflicts' | 'source' | 'finding_counts' | 'denial_reasons'>
  > {
  /** See {@link contentHash}. */
  readonly content_hash?: string;
  readonly denial_reasons?: readonly Readonly<NonNullable<ClaimJson['denial_reasons']>[number]>[];
  readonly source: ClaimSource;
  readonly duplicates: readonly Duplicate[];
  readonly conflicts: readonly ResponseConflict[];
  readonly finding_counts: FindingCounts;
  /** For comparing the age of the newest 277CA: when its file was written, and whether a receipt code rejects. */
  readonly payer_status_written_at?: string;
  readonly payer_status_rejects?: true;
  /** Day of the first payment, for reports. */
  readonly first_paid_on?: string;
  /** Payments behind `paid`, oldest first; only the newest of many. */
  readonly payments?: readonly PostedPayment[];
  /** Numbers that payers gave the claim before `payer_control_number`. They still find the claim. */
  readonly earlier_payer_numbers?: readonly string[];
  /** Events that the store keeps with the claim, because they are short; the others are records of their own. */
  readonly events?: readonly KeptEvent[];
}

/** The file position or the API caller that a claim came from. */
export type ClaimSource = Readonly<ClaimJson['source']>;

/** A claim by its id and source, which never change. */
export type ClaimOrigin = Pick<Claim, 'id' | 'source'>;

/** An earlier claim that has the same number or content, or another open correction of the same claim. */
export type Duplicate = Readonly<ClaimJson['duplicates'][number]>;

/** A contradiction in the responses to a claim. Holds codes and ids only. */
export interface ResponseConflict
  extends Readonly<Omit<ClaimJson['conflicts'][number], 'kind' | 'remittance_ids'>> {
  /**
   * `classification`: the contract and the standard read a status differently. `answers`: two responses contradict each
   * other. `ambiguous`: several claims match. `unbalanced`: a payment does not add up and was not posted. `overpaid`: paid
   * above the charge, or twice. `secondary`: a claim for the next payer, before a person has reviewed it.
   * `primary_reversed`: the payment that it is based on was reversed.
   */
  readonly kind:
    | 'classification'
    | 'answers'
    | 'ambiguous'
    | 'unbalanced'
    | 'overpaid'
    | 'secondary'
    | 'primary_reversed';
  readonly remittance_ids?: readonly string[];
}

export type ResponseType = NonNullable<ResponseConflict['response']>;

/** The conflicts of a claim with one more. Above the maximum the oldest one goes, a resolved one first. */
export function addConflict(
  { conflicts }: Pick<Claim, 'conflicts'>,
  conflict: ResponseConflict,
): readonly ResponseConflict[] {
  const all = [...conflicts, conflict];
  if (all.length <= maxConflicts) return all;
  const oldest = Math.max(
    0,
    all.findIndex(({ open }) => !open),
  );
  return all.filter((_, index) => index !== oldest);
}

const maxConflicts = 20;

/** A posted payment, less what reversals took back. */
export interface PostedPayment {
  readonly remittance_id: string;
  readonly paid: number;
  /** CLP03; part of the charge of the claim if the payer split the claim. */
  readonly charge: number;
  /** Primary, secondary or tertiary payer. */
  readonly rank: 1 | 2 | 3;
}

export type FindingCounts = Readonly<ClaimJson['finding_counts']>;

export const noFindings = { fatal: 0, error: 0, warning: 0, information: 0 } satisfies FindingCounts;

/** An acknowledgment or payment of a claim, in more detail than its audit entry. */
export interface ClaimEvent {
  readonly at: string;
  readonly kind: 'acknowledgment' | 'payment';
  /** Id of the acknowledgment or remittance. */
  readonly reference: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** An event with its place among the events of its response. */
export interface KeptEvent extends ClaimEvent {
  readonly n: number;
}

/** Whether the payer may have the claim: Granary sent it, or a response to it arrived and matched unambiguously. */
export const payerMayHave = (
  claim: Pick<Claim, 'submission_id' | 'acknowledged_at' | 'payer_status_at' | 'remittance_id'> & {
    readonly conflicts: readonly { readonly kind: string }[];
  },
): boolean =>
  claim.submission_id !== undefined ||
  claim.acknowledged_at !== undefined ||
  claim.payer_status_at !== undefined ||
  claim.remittance_id !== undefined ||
  claim.conflicts.some(({ kind }) => !saysNothing.has(kind));

/** Conflicts that do not show that the payer of the claim has it. */
const saysNothing: ReadonlySet<string> = new Set(['ambiguous', 'secondary', 'primary_reversed']);

/** Identifies a billing provider: its NPI, or the tax id of an atypical provider. */
export const billingProviderId = ({ billing_npi, tax_id }: Pick<Claim, 'billing_npi' | 'tax_id'>): string =>
  billing_npi || (tax_id === undefined ? '' : `TAX-${tax_id}`);
