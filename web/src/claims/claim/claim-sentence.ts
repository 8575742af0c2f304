import { payerMayHave } from '#claims/claim/claim.ts';
import type { Claim } from '#contract/claims/claim-records.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';

/** Errors that keep a claim from being submitted. */
export const errorCount = ({ finding_counts: { error, fatal } }: Claim): number => error + fatal;

/** The name of the payer, or its id where the claim has no name. */
export const payerName = ({ payer_name, payer_id }: Claim): string => payer_name ?? payer_id;

/** The state of a claim in one sentence. */
export function claimSentence(claim: Claim): string {
  const words = texts.claim.state;
  const payer = payerName(claim);
  switch (claim.lane) {
    case 'draft':
      return words.draft(errorCount(claim));
    case 'ready':
      return words.ready(payer);
    case 'review':
      if (payerMayHave(claim)) return words.reviewSent;
      return claim.duplicates.length > 0 ? words.reviewDuplicate : words.reviewUnsent;
    case 'submitted':
      return words.submitted(payer, day(claim.submitted_at));
    case 'accepted':
      return claim.payer_status_at === undefined
        ? words.acknowledged(day(claim.acknowledged_at))
        : words.accepted(payer, day(claim.payer_status_at));
    case 'pending':
      return words.pending(payer);
    case 'rejected':
      return claim.rejected_as === 'collateral' ? words.rejectedWithOthers : words.rejected;
    case 'payer_rejected':
      return words.payer_rejected(payer);
    case 'paid':
      return words.paid(dollars(claim.paid ?? 0), day(claim.remitted_at));
    case 'underpaid':
      return words.paidLess(dollars(claim.paid ?? 0), dollars(claim.total_charge), day(claim.remitted_at));
    case 'denied':
      return words.denied(payer, day(claim.remitted_at));
    case 'overdue':
      return words.overdue(texts.board.lanes[claim.lane_before ?? 'submitted']);
    default:
      return words[claim.lane];
  }
}

/** What a person does next with a claim, or why nothing is to do. */
export function nextStep(claim: Claim): string {
  const words = texts.claim.next;
  switch (claim.lane) {
    case 'review':
      if (payerMayHave(claim)) return words.reviewSent;
      return claim.duplicates.length > 0 ? words.reviewDuplicate : words.reviewUnsent;
    case 'submitted':
    case 'accepted':
    case 'pending':
      return words.waiting;
    case 'rejected':
      return claim.rejected_as === 'collateral' ? words.resend : words.rejected;
    case 'paid':
      return (claim.patient_responsibility ?? 0) > 0
        ? words.patientOwes(dollars(claim.patient_responsibility ?? 0))
        : words.paid;
    default:
      return words[claim.lane];
  }
}

const day = (moment: string | undefined): string => (moment === undefined ? '' : formatDate(moment));
