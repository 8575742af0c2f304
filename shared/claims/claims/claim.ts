import type { ClaimJson } from './claim-fields.ts';
import type { KeptFact, UnsentLane } from './facts.ts';
import type { Awaited } from './lanes.ts';

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
  /** Every denial of the claim, by group and reason, in cents; `open` is what nobody has paid or corrected since. */
  readonly denials?: readonly DeniedAmount[];
  /** Day of the first payment, for reports. */
  readonly first_paid_on?: string;
  /** Numbers that payers gave the claim. They find the claim. */
  readonly payer_numbers?: readonly string[];
  /** 2000B SBR01 as a number, if the payer is not the primary one. */
  readonly payer_level?: 2 | 3;
  /** Procedure codes of the lines, in their order. */
  readonly procedures?: readonly string[];
  /** The times that it was sent. The last one is without a time while the claim waits to be sent again. */
  readonly sent?: readonly Sending[];
  /** Lane before the first response, of a claim that was not sent from here. */
  readonly unsent_lane?: UnsentLane;
  /** The response that it waits for. */
  readonly waits_for?: Awaited;
  /** The first claim of its chain, if that is another one. */
  readonly chain?: string;
  /** The other claims of its chain, if it is the first one. */
  readonly members?: readonly string[];
  /** Facts from responses and persons; see {@link factsOf}. */
  readonly facts?: readonly KeptFact[];
}

export interface DeniedAmount {
  readonly group: string;
  readonly reason: string;
  readonly amount: number;
  readonly open: number;
}

/** One time that a claim was sent. */
export interface Sending {
  readonly sent_at?: string;
  readonly batch?: string;
}

/** The file position or the API caller that a claim came from. */
export type ClaimSource = Readonly<ClaimJson['source']>;

/** A claim by its id and source, which never change. */
export type ClaimOrigin = Pick<Claim, 'id' | 'source'>;

/** An earlier claim that has the same number or content, or another open correction of the same claim. */
export type Duplicate = Readonly<ClaimJson['duplicates'][number]>;

/** A contradiction in the responses to a claim. Holds codes and ids only. */
export interface ResponseConflict extends Readonly<Omit<ClaimJson['conflicts'][number], 'remittance_ids'>> {
  /** Names the conflict in the decisions of persons. */
  readonly key: string;
  readonly remittance_ids?: readonly string[];
}

export type FindingCounts = Readonly<ClaimJson['finding_counts']>;

export const noFindings = { fatal: 0, error: 0, warning: 0, information: 0 } satisfies FindingCounts;

export const hasOpenConflict = ({ conflicts }: Pick<Claim, 'conflicts'>): boolean =>
  conflicts.some(({ open }) => open);

/** Whether the payer may have the claim: Granary sent it, or a response to it arrived and matched unambiguously. */
export const payerMayHave = (
  claim: Pick<Claim, 'submission_id' | 'payer_status_at' | 'remittance_id'> & {
    readonly conflicts: readonly { readonly kind: string }[];
  },
): boolean =>
  claim.submission_id !== undefined ||
  claim.payer_status_at !== undefined ||
  claim.remittance_id !== undefined ||
  claim.conflicts.some(({ kind }) => !saysNothing.has(kind));

/** Conflicts that do not show that the payer of the claim has it. */
const saysNothing: ReadonlySet<string> = new Set(['ambiguous', 'secondary', 'primary_reversed']);

/** Identifies a billing provider: its NPI, or the tax id of an atypical provider. */
export const billingProviderId = ({ billing_npi, tax_id }: Pick<Claim, 'billing_npi' | 'tax_id'>): string =>
  billing_npi || (tax_id === undefined ? '' : `TAX-${tax_id}`);
