import type { ClaimLane } from '#claims/claims/lifecycle.ts';
import type { StoredResponse } from '#claims/files/claim-lookup.ts';
import { type Reply, storedForm } from '#contract/claims/described-reply.ts';
import {
  acknowledgmentContent,
  batchTotals,
  type ClaimAcknowledgment,
  type ClaimStatus,
  claimContent,
  organization,
  type StatusInformation,
  statusInformation,
  type UnscopedStatus,
} from '#x12/277ca/model.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import type { ClaimStatusJson } from './contract.ts';
import type { NumberCandidate, StatusMatch } from './match-status.ts';

export const noStatuses = {
  statuses: 0,
  matched: 0,
  unmatched: 0,
  ambiguous: 0,
  conflicts: 0,
  // By the classification of the contract.
  accepted: 0,
  rejected: 0,
  pended: 0,
  paid: 0,
  unknown: 0,
  unscoped: 0,
  // Claims that an unscoped rejection reached.
  fanned_out: 0,
};

export type StatusCounts = Readonly<typeof noStatuses>;

/** A stored 277CA. Amounts are integer cents. */
export interface StoredClaimAcknowledgment extends StoredResponse, ReturnType<typeof acknowledgmentFacts> {
  readonly kind: '277CA';
  readonly digest: string;
  /** When the payer gave it, which decides between acknowledgments; see {@link acknowledgmentTime}. */
  readonly answered_at: string;
  readonly written_on: string;
  readonly written_at?: string | undefined;
  /** GS02. */
  readonly application_sender: string;
  readonly batch_ids: readonly string[];
  /** An earlier one with the same numbers and other content. */
  readonly same_numbers_as?: string;
  readonly counts: StatusCounts;
  /** The first statuses that name no claim; `counts` has the number of all. */
  readonly unscoped_statuses: readonly UnscopedResult[];
}

export function acknowledgmentFacts(
  { interchange, group, set }: SetContext,
  acknowledgment: ClaimAcknowledgment,
) {
  const { receiver: submitter, ...content } = storedForm(acknowledgmentContent, acknowledgment);
  return {
    ...content,
    sender: interchange.sender,
    receiver: interchange.receiver,
    interchange_control_number: interchange.controlNumber,
    group_control_number: group.controlNumber,
    set_control_number: set.controlNumber,
    submitter,
  };
}

/** The effect of a status on its claim. */
export type StatusOutcome = ClaimStatusJson['outcome'];

/** Further segments and lines are left out, because an item holds 400 kB. No decision depends on them. */
const maxSegments = 100;
const maxLineCharacters = 250_000;
/** STC12 has 264 characters. */
const maxMessage = 300;

/** A status of a claim and its effect. Names of patients are left out: the claim has them. */
export type StatusResult = ReturnType<typeof statusResult>;

export function statusResult(
  status: ClaimStatus,
  match: StatusMatch,
  done: { readonly outcome: StatusOutcome; readonly lane?: ClaimLane },
) {
  const number = match.result === 'matched' ? match.number : status.patientControlNumber;
  const { patient: _, statuses, service_lines, ...content } = storedForm(claimContent, status);
  const lines = service_lines.map((line) => ({ ...line, statuses: line.statuses.map(shortened) }));
  return {
    ...content,
    // The number that matched.
    patient_control_number: number,
    tax_id: status.taxId,
    category: status.category,
    status_code: status.statusCode,
    entity: status.entity,
    action: status.action,
    amount: status.amount,
    effective_date: status.effectiveDate,
    message: status.message?.slice(0, maxMessage),
    classification: status.classification,
    disposition: status.disposition,
    conflict: status.conflict,
    payer_control_number: payerControlNumberOf(status, match),
    statuses: statuses.slice(0, maxSegments).map(shortened),
    service_lines: JSON.stringify(lines).length > maxLineCharacters ? [] : lines,
    match: matchResult(match),
    ...done,
  };
}

/** REF*1K, unless the sender uses it for the patient control number, as the contract does. */
export function payerControlNumberOf(status: ClaimStatus, match: StatusMatch): string | undefined {
  if (match.result === 'unmatched') return status.standard.payerControlNumber;
  return match.result === 'matched' && match.key !== 'REF*1K' ? status.numbers.ref_1k : undefined;
}

type StatusMatchResult =
  | {
      readonly result: 'matched';
      readonly claim_id: string;
      /** The key that decided, or a person. */
      readonly by: NumberCandidate['key'] | 'hand';
      readonly narrowed_by: readonly string[];
      readonly differs_in: readonly string[];
    }
  | { readonly result: 'ambiguous'; readonly claim_ids: readonly string[] }
  | { readonly result: 'unmatched' };

function matchResult(match: StatusMatch): StatusMatchResult {
  switch (match.result) {
    case 'unmatched':
      return match;
    case 'ambiguous':
      return { result: match.result, claim_ids: match.claims.map(({ id }) => id) };
    case 'matched': {
      const { claim, key: by, narrowed_by, differs_in } = match;
      return { result: match.result, claim_id: claim.id, by, narrowed_by, differs_in };
    }
  }
}

export type UnscopedResult = ReturnType<typeof unscopedResult>;

export const unscopedResult = (unscoped: UnscopedStatus) => ({
  level: unscoped.level,
  category: unscoped.category,
  status_code: unscoped.statusCode,
  classification: unscoped.classification,
  disposition: unscoped.disposition,
  conflict: unscoped.conflict,
  trace: unscoped.trace,
  about: unscoped.about && storedForm(organization, unscoped.about),
  totals: storedForm(batchTotals, unscoped.totals),
  status: shortened(storedForm(statusInformation, unscoped.status)),
});

export type StatusSegment = Reply<StatusInformation>;

const shortened = ({ message, ...segment }: StatusSegment): StatusSegment => ({
  ...segment,
  ...(message !== undefined && { message: message.slice(0, maxMessage) }),
});
