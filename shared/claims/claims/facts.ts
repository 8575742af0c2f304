import type { Classification, Disposition, StatusReason } from '#x12/277ca/model.ts';
import type { AnswerVerdict } from './account-fields.ts';
import type { PatientShare } from './patient-share.ts';

/**
 * What happened to the claims of one visit: the original, its corrections and voids, and the claims for later payers (the
 * chain). Facts are kept by content and never change. {@link stateOf} in `state.ts` derives everything else from them.
 *
 * Amounts are integer cents. A day is `YYYY-MM-DD` in the calendar of its writer, an instant RFC 3339 UTC.
 */
export type Fact =
  | Submission
  | Answer
  | Adjudication
  | Recovery
  | Decision
  | LateResponse
  | Doubt
  | Screening;

/** The facts that are stored with a claim. The others follow from its record. */
export type KeptFact = Answer | Adjudication | Recovery | Decision | LateResponse | Doubt;

declare const nameOf: unique symbol;
type Named<Name extends string> = string & { readonly [nameOf]: Name };

export type ClaimId = Named<'claim'>;
/** Identifies a fact by its content, so that a fact that arrives again adds nothing. */
export type FactKey = Named<'fact'>;
export type Day = string;
export type Instant = string;

const isClaimId = (text: string): text is ClaimId => text !== '';
const isFactKey = (text: string): text is FactKey => text !== '';

export function claimId(text: string): ClaimId {
  if (!isClaimId(text)) throw new RangeError('The id of a claim is empty');
  return text;
}

export function factKey(text: string): FactKey {
  if (!isFactKey(text)) throw new RangeError('The key of a fact is empty');
  return text;
}

/** A claim as it was sent, or as it is known (`n` 0, without `sent_at`) if it was never sent from here. */
export interface Submission {
  readonly fact: 'submission';
  readonly key: FactKey;
  readonly claim: ClaimId;
  /** From 1, for each time that the claim was sent. */
  readonly n: number;
  /** CLM01. */
  readonly number: string;
  /** CLM05-3: 1 original, 7 replacement, 8 void. */
  readonly frequency: string;
  /** Place of the payer among those of the patient (2000B SBR01): 1 primary, 2 secondary, 3 tertiary. */
  readonly level: number;
  /** CLM02. */
  readonly charge: number;
  /** Procedure codes of the lines, in their order. */
  readonly codes: readonly string[];
  /** The batch that it went out in. */
  readonly batch?: string;
  readonly sent_at?: Instant;
  /** Day of `sent_at` (UTC). */
  readonly sent_on?: Day;
  /** The claim that this one corrects, voids or repeats as a new claim. */
  readonly corrects?: ClaimId;
  /** Of a claim for a later payer that was made here: the adjudication whose amounts it states. */
  readonly made_from?: Pick<Adjudication, 'remittance' | 'payment_number'>;
}

/** Why a claim was answered as it was: one composite of an STC, or an error of a 999 or TA1. */
export interface AnswerReason extends StatusReason {
  /** STC12. */
  readonly message?: string;
  /** The line of the reason (2220D). */
  readonly line?: string;
}

/** The statement of a TA1, 999 or 277CA about a claim. */
export interface Answer {
  readonly fact: 'answer';
  readonly key: FactKey;
  /** The claim that it matched when it arrived. */
  readonly claim: ClaimId;
  readonly response: string;
  readonly from: 'TA1' | '999' | '277CA';
  /** The number that it names (2200D TRN02); none in a 999 and TA1. */
  readonly number?: string;
  /** The batch that it names: by 2200B TRN02 of a 277CA, AK102 of a 999, TA101 of a TA1. */
  readonly batch?: string;
  /** 2100A NM1 of a 277CA (entity and id), else GS02 or ISA06. */
  readonly sender: string;
  /** 2200A DTP*009: day of processing. */
  readonly day?: Day;
  /** GS04 of its file. */
  readonly written_on: Day;
  /** GS04 and GS05 of its file, where they are a valid time. */
  readonly written_at?: Instant;
  readonly received_at: Instant;
  /** Of a 277CA: when its sender processed the claim, else wrote the file. */
  readonly answered_at?: Instant;
  /** Of a 277CA: category and status code, `A7:562`. */
  readonly code?: string;
  /** Of a rejection: the code that rejects, if it is not `code`, which is that of the last STC. */
  readonly rejecting_code?: string;
  readonly verdict: AnswerVerdict;
  /** Class of the last STC in the table of the service contract. */
  readonly contract_class?: Classification;
  /** Of an unclear 277CA: its disposition by the standard. */
  readonly disposition?: Disposition;
  /** All composites of all STC, lines included. */
  readonly reasons: readonly AnswerReason[];
  /** REF*1K of an acceptance. */
  readonly payer_number?: string;
  /** Of a rejected file: whether this claim is its cause. */
  readonly cause?: 'cause' | 'collateral';
}

/** How a line of an 835 counts; see the table in `../remittances/judge.ts`. */
export type LineOutcome = 'paid' | 'settled' | 'denied' | 'pended' | 'neutral';

/** A reduction that somebody has to look at. `amount` is positive. */
export interface Denial {
  readonly group: string;
  readonly code: string;
  readonly amount: number;
}

/** One triplet of a CAS, summed over the line. */
export interface LineAdjustment {
  readonly group: string;
  readonly code: string;
  readonly amount: number;
}

/** All SVC of a 2110 that are about one billed line. */
export interface AdjudicatedLine {
  /** `1` the first billed line; `+1` a line that the payer added; `claim` the CAS of the claim; `all` a payment without billed lines. */
  readonly line: string;
  readonly charge: number;
  readonly paid: number;
  /** CAS of group PR. */
  readonly patient: PatientShare;
  /** Net of the adjustments that bring the charge to what was agreed, without those of group PR. */
  readonly agreed: number;
  readonly adjustments: readonly LineAdjustment[];
  /** LQ*HE, and MOA or MIA on `claim` and `all`. */
  readonly remarks: readonly string[];
  readonly outcome: LineOutcome;
  readonly denied: readonly Denial[];
  /** Whether by every reason this payer does not cover the patient. */
  readonly not_covered: boolean;
}

export type AdjudicationKind = 'decision' | 'duplicate' | 'reversal' | 'estimate' | 'forwarded';

/** One CLP of an 835, judged when it arrived. */
export interface Adjudication {
  readonly fact: 'adjudication';
  readonly key: FactKey;
  /** The claim that it matched when it arrived. */
  readonly claim: ClaimId;
  readonly remittance: string;
  /** Place in the remittance, from 1. */
  readonly payment_number: number;
  readonly received_at: Instant;
  /** CLP01. */
  readonly number: string;
  /** TRN02. */
  readonly trace: string;
  /** BPR16. */
  readonly paid_on: Day;
  /** GS04. */
  readonly written_on: Day;
  /** 1000A N104 or REF*2U, and TRN03. */
  readonly payer: { readonly id: string; readonly originator: string };
  /** CLP07. */
  readonly payer_number: string;
  /** CLP09. */
  readonly frequency?: string;
  /** REF*F8 of 2100. */
  readonly corrects_number?: string;
  readonly level: number;
  readonly kind: AdjudicationKind;
  /** CLP02. */
  readonly status_code: string;
  /** CLP03. */
  readonly charge: number;
  /** CLP04. */
  readonly paid: number;
  /** Billed procedure codes of its SVC, in their order. */
  readonly codes: readonly string[];
  readonly lines: readonly AdjudicatedLine[];
  /** CARC outside of the published list. */
  readonly unknown_codes: readonly string[];
  /** CARC without a row in `../remittances/carc.ts`. */
  readonly unclassified_codes: readonly string[];
  /** Not posted, because it or its remittance does not balance. */
  readonly held?: 'unbalanced';
  /** The claim that a person posted it to. */
  readonly assigned?: ClaimId;
}

/** A PLB that names a claim. It is shown and never part of `paid`. */
export interface Recovery {
  readonly fact: 'recovery';
  readonly key: FactKey;
  readonly claim: ClaimId;
  readonly remittance: string;
  /** PLB03-1. */
  readonly code: string;
  /** PLB03-2. */
  readonly reference: string;
  readonly amount: number;
}

/** Lanes of a claim that was not sent. In `closed` another claim took its place. */
export type UnsentLane = 'draft' | 'ready' | 'held' | 'review' | 'dismissed' | 'closed';

/** Lanes that facts lead to. `overdue`, and `review` because of open conflicts, are added on top of one of these. */
export type BaseLane =
  | UnsentLane
  | 'submitted'
  | 'accepted'
  | 'rejected'
  | 'payer_rejected'
  | 'pending'
  | 'paid'
  | 'denied'
  | 'underpaid';

/** What a person decided about a claim. */
export interface Decision {
  readonly fact: 'decision';
  readonly key: FactKey;
  readonly claim: ClaimId;
  readonly by: string;
  readonly at: Instant;
  /** Keys of conflicts. */
  readonly resolves: readonly string[];
  /** Holds while the other facts are those that the person saw. */
  readonly lane?: BaseLane;
  /** {@link digestOf} the facts that the person saw. */
  readonly seen?: string;
  /** Moves an adjudication to another member of the chain. */
  readonly moves?: { readonly adjudication: FactKey; readonly to: ClaimId };
  /** Posts an adjudication that is held. */
  readonly posts?: FactKey;
  /** Takes back facts: other decisions, and responses that were attached by hand. */
  readonly withdraws?: readonly FactKey[];
}

/** A response did not come in time. Void once it, or a later one, is there. */
export interface LateResponse {
  readonly fact: 'late';
  readonly key: FactKey;
  readonly claim: ClaimId;
  readonly n: number;
  readonly expects: '999' | '277CA' | '835';
  /** Of an 835: the last adjudication at that time, such as a reversal that made the claim wait again. */
  readonly after?: FactKey;
}

/** A person must look at a claim for a reason that is not in its responses. */
export interface Doubt {
  readonly fact: 'doubt';
  readonly key: FactKey;
  readonly claim: ClaimId;
  readonly at: Instant;
  /**
   * `ambiguous`: a response may be about it or about other claims. `secondary`: a claim for the next payer that was made from a
   * remittance.
   */
  readonly about: 'ambiguous' | 'secondary';
  /** Id of the response. */
  readonly source_id: string;
  readonly response?: Answer['from'] | '835';
  /** The unmatched item of the response. */
  readonly item?: string;
  /** Codes and amounts only. */
  readonly text: string;
}

/** The lane of a claim before it is sent, by its check or by a person. */
export interface Screening {
  readonly fact: 'screening';
  readonly key: FactKey;
  readonly claim: ClaimId;
  readonly at: Instant;
  readonly lane: UnsentLane;
}
