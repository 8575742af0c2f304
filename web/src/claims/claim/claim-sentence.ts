import { payerMayHave } from '#claims/claims/claim.ts';
import type { Claim, ClaimDetail } from '#claims/claims/claim-fields.ts';
import { formatDate, formatDateOf } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';

/** Errors that keep a claim from being submitted. */
export const errorCount = ({ finding_counts: { error, fatal } }: Claim): number => error + fatal;

/** The state of a claim in one sentence, which can name the payer. */
export function claimSentence(claim: ClaimDetail, payer: string): string {
  const words = texts.claim.state;
  switch (claim.lane) {
    case 'draft':
      return words.draft(errorCount(claim));
    case 'ready':
      return words.ready(payer);
    case 'review':
      if (payerMayHave(claim)) return words.reviewSent;
      return claim.duplicates.length > 0 ? words.reviewDuplicate : words.reviewUnsent;
    case 'submitted': {
      const acceptance = acceptanceOf(claim);
      if (acceptance !== undefined) return words.acknowledged(dayOf(acceptance.received_at));
      return words.submitted(payer, dayOf(claim.submitted_at));
    }
    case 'accepted':
      return words.accepted(payer, answeredOn(claim));
    case 'pending':
      return words.pending(payer);
    case 'rejected':
      return claim.rejected_as === 'collateral' ? words.rejectedWithOthers : words.rejected;
    case 'payer_rejected':
      return words.payer_rejected(payer);
    case 'paid':
      return words.paid(dollars(claim.paid ?? 0), paidOn(claim));
    case 'underpaid':
      return words.paidLess(dollars(claim.paid ?? 0), dollars(claim.total_charge), paidOn(claim));
    case 'denied':
      return words.denied(payer, paidOn(claim));
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
    case 'denied':
      return claim.is_unprocessable ? words.unprocessable : words.denied;
    case 'paid':
      return (claim.patient_responsibility ?? 0) > 0
        ? words.patientOwes(dollars(claim.patient_responsibility ?? 0))
        : words.paid;
    default:
      return words[claim.lane];
  }
}

/** The 999 that accepted the file of the claim, as it was sent last. */
export const acceptanceOf = ({ account }: ClaimDetail) =>
  account?.answers.findLast(
    ({ kind, verdict, effect }) => kind === '999' && verdict === 'accepted' && effect === 'counts',
  );

const dayOf = (instant: string | undefined): string => (instant === undefined ? '' : formatDateOf(instant));

/** The day of payment (BPR16). The API writes it as the beginning of that day in UTC. */
const paidOn = ({ remitted_at = '' }: Claim): string => formatDate(remitted_at.slice(0, 'YYYY-MM-DD'.length));

/** The day that the payer states in its 277CA, in the payer's own calendar. */
function answeredOn({ account, payer_status_at, payer_status_by_277ca_id }: ClaimDetail): string {
  const answer = account?.answers.find(({ response_id }) => response_id === payer_status_by_277ca_id);
  return answer === undefined ? dayOf(payer_status_at) : formatDate(answer.answered_on);
}
