import type {
  ClaimAcknowledgment,
  ClaimStatus,
  Classification,
  Disposition,
  LineStatus,
  Organization,
  StatusInformation,
  UnscopedStatus,
} from '#x12/277ca/types.ts';
import type { ClaimLane } from '../../claim/lifecycle.ts';
import type { StoredResponse } from '../engine/stored-response.ts';
import type { NumberCandidate, StatusMatch } from './match-status.ts';

/** A stored 277CA (spec, "two77ca_acks"). Amounts are integer cents. */
export interface StoredClaimAcknowledgment extends StoredResponse {
  readonly kind: '277CA';
  /** ISA06, ISA08, ISA13, GS06 and ST02 of the 277CA. */
  readonly sender: string;
  readonly receiver: string;
  readonly interchange_control_number: string;
  readonly group_control_number: string;
  readonly set_control_number: string;
  /** When the payer gave the answer, which decides between answers; see {@link answerTime}. */
  readonly answered_at: string;
  readonly written_at?: string | undefined;
  /** BHT03 and BHT04. */
  readonly reference: string;
  readonly created?: string | undefined;
  readonly source: StoredParty;
  readonly source_trace?: string | undefined;
  /** 2200A DTP 050 and 009. */
  readonly received?: string | undefined;
  readonly processed?: string | undefined;
  readonly submitter: StoredParty;
  /** 2200B TRN02: BHT03 of the 837 that is answered, and the batches with it that are meant. */
  readonly batch?: string | undefined;
  readonly batch_ids: readonly string[];
  readonly totals: StatusTotals;
  readonly counts: StatusCounts;
  /** Statuses that name no claim (spec, "unscoped_statuses"), as far as they are kept; `counts` has their number. */
  readonly unscoped_statuses: readonly UnscopedResult[];
  /** Of the statuses of its set: tells a repetition from another file with the same numbers. */
  readonly digest: string;
}

export interface StoredParty {
  readonly entity: string;
  readonly name: string;
  readonly id_qualifier?: string | undefined;
  readonly id?: string | undefined;
}

export interface StatusTotals {
  readonly accepted?: number | undefined;
  readonly rejected?: number | undefined;
  readonly accepted_amount?: number | undefined;
  readonly rejected_amount?: number | undefined;
}

export interface StatusCounts {
  readonly statuses: number;
  readonly matched: number;
  readonly unmatched: number;
  readonly ambiguous: number;
  readonly conflicts: number;
  /** By the class of the contract. */
  readonly accepted: number;
  readonly rejected: number;
  readonly pended: number;
  readonly paid: number;
  readonly unknown: number;
  readonly unscoped: number;
  /** Claims that an unscoped rejection reached. */
  readonly fanned_out: number;
}

export const noStatuses: StatusCounts = {
  statuses: 0,
  matched: 0,
  unmatched: 0,
  ambiguous: 0,
  conflicts: 0,
  accepted: 0,
  rejected: 0,
  pended: 0,
  paid: 0,
  unknown: 0,
  unscoped: 0,
  fanned_out: 0,
};

/** One patient-level status and what it did. Names of patients are left out: the claim has them. */
export interface StatusResult {
  readonly patient_control_number: string;
  readonly tax_id?: string | undefined;
  readonly category: string;
  readonly status_code: string;
  readonly entity?: string | undefined;
  readonly action?: string | undefined;
  readonly amount?: number | undefined;
  readonly service_date?: string | undefined;
  readonly service_date_end?: string | undefined;
  readonly effective_date?: string | undefined;
  readonly message?: string | undefined;
  readonly classification: Classification;
  readonly disposition: Disposition;
  readonly conflict: boolean;
  /** REF*1K where it is not the patient control number. */
  readonly payer_control_number?: string | undefined;
  readonly numbers: {
    readonly trn02?: string | undefined;
    readonly ref_1k?: string | undefined;
    readonly ref_ej?: string | undefined;
    readonly ref_d9?: string | undefined;
    readonly ref_blt?: string | undefined;
  };
  readonly billing_provider?: StoredParty | undefined;
  readonly statuses: readonly StatusSegment[];
  readonly service_lines: readonly StatusLine[];
  readonly match: StoredStatusMatch;
  readonly outcome: StatusOutcome;
  /** Where the claim is now. */
  readonly lane?: ClaimLane;
}

/**
 * What a status did to its claim: moved it to another lane, was noted, came too late (`superseded`), or changed
 * nothing.
 */
export type StatusOutcome = 'moved' | 'noted' | 'superseded' | 'unchanged' | 'ambiguous' | 'unmatched';

export type StoredStatusMatch =
  | {
      readonly result: 'matched';
      readonly claim_id: string;
      /** The number that decided. */
      readonly by: NumberCandidate['key'];
      readonly narrowed_by: readonly string[];
      readonly differs_in: readonly string[];
    }
  | { readonly result: 'ambiguous'; readonly claim_ids: readonly string[] }
  | { readonly result: 'unmatched' };

export interface StatusSegment {
  readonly reasons: readonly {
    readonly category: string;
    readonly code: string;
    readonly entity?: string | undefined;
  }[];
  readonly date?: string | undefined;
  readonly action?: string | undefined;
  readonly amount?: number | undefined;
  readonly message?: string | undefined;
}

export interface StatusLine {
  readonly procedure: string;
  readonly procedure_qualifier: string;
  readonly modifiers: readonly string[];
  readonly charge: number;
  readonly line_control_number?: string | undefined;
  readonly service_date?: string | undefined;
  readonly statuses: readonly StatusSegment[];
}

/** A status that names no claim. */
export interface UnscopedResult {
  /** HL03: 21 the batch, 19 a billing provider, 22 a subscriber. */
  readonly level: string;
  readonly category: string;
  readonly status_code: string;
  readonly classification: Classification;
  readonly disposition: Disposition;
  readonly conflict: boolean;
  readonly trace?: string | undefined;
  readonly about?: StoredParty | undefined;
  readonly totals: StatusTotals;
  readonly status: StatusSegment;
}

/** What no item can hold is left out, and is in the archived file: nothing is decided by it. */
const mostSegments = 100;
const mostOfLines = 250_000;
/** STC12 has 264 characters. */
const longestMessage = 300;

/** The status as it is stored: the number that matched, where none did the contract's reading of the numbers. */
export function statusResult(
  status: ClaimStatus,
  match: StatusMatch,
  done: { readonly outcome: StatusOutcome; readonly lane?: ClaimLane },
): StatusResult {
  const { numbers, serviceFrom, serviceTo } = status;
  const number = match.result === 'matched' ? match.number : status.patientControlNumber;
  const lines = status.lines.map(line);
  return {
    patient_control_number: number,
    tax_id: status.taxId,
    category: status.category,
    status_code: status.statusCode,
    entity: status.entity,
    action: status.action,
    amount: status.amount,
    service_date: serviceFrom,
    service_date_end: serviceTo === serviceFrom ? undefined : serviceTo,
    effective_date: status.effectiveDate,
    message: status.message?.slice(0, longestMessage),
    classification: status.classification,
    disposition: status.disposition,
    conflict: status.conflict,
    payer_control_number: payerControlNumberOf(status, match),
    numbers: {
      trn02: numbers.trace,
      ref_1k: numbers.ref1K,
      ref_ej: numbers.refEJ,
      ref_d9: numbers.refD9,
      ref_blt: numbers.billType,
    },
    billing_provider: status.provider && storedParty(status.provider),
    statuses: status.statuses.slice(0, mostSegments).map(segment),
    service_lines: JSON.stringify(lines).length > mostOfLines ? [] : lines,
    match: matchResult(match),
    ...done,
  };
}

/** REF*1K, unless it is the patient control number in the way of the contract. */
export function payerControlNumberOf(status: ClaimStatus, match: StatusMatch): string | undefined {
  if (match.result === 'unmatched') return status.standard.payerControlNumber;
  return match.result === 'matched' && match.key !== 'REF*1K' ? status.numbers.ref1K : undefined;
}

function matchResult(match: StatusMatch): StoredStatusMatch {
  switch (match.result) {
    case 'unmatched':
      return match;
    case 'ambiguous':
      return { result: 'ambiguous', claim_ids: match.claims.map(({ id }) => id) };
    case 'matched': {
      const { claim, key, narrowed_by, differs_in } = match;
      return { result: 'matched', claim_id: claim.id, by: key, narrowed_by, differs_in };
    }
  }
}

export const unscopedResult = (unscoped: UnscopedStatus): UnscopedResult => ({
  level: unscoped.level,
  category: unscoped.category,
  status_code: unscoped.statusCode,
  classification: unscoped.classification,
  disposition: unscoped.disposition,
  conflict: unscoped.conflict,
  trace: unscoped.trace,
  about: unscoped.about && storedParty(unscoped.about),
  totals: storedTotals(unscoped.totals),
  status: segment(unscoped.status),
});

export const storedTotals = (totals: ClaimAcknowledgment['totals']): StatusTotals => ({
  accepted: totals.accepted,
  rejected: totals.rejected,
  accepted_amount: totals.acceptedAmount,
  rejected_amount: totals.rejectedAmount,
});

export const storedParty = ({ entity, name, idQualifier, id }: Organization): StoredParty => ({
  entity,
  name,
  id_qualifier: idQualifier,
  id,
});

const segment = ({ reasons, date, action, amount, message }: StatusInformation): StatusSegment => ({
  reasons: reasons.map(({ category, code, entity }) => ({ category, code, entity })),
  date,
  action,
  amount,
  message: message?.slice(0, longestMessage),
});

const line = (status: LineStatus): StatusLine => ({
  procedure: status.procedure,
  procedure_qualifier: status.qualifier,
  modifiers: status.modifiers,
  charge: status.charge,
  line_control_number: status.lineControlNumber,
  service_date: status.serviceFrom,
  statuses: status.statuses.map(segment),
});
