import { payerMayHave } from '#claims/claims/claim.ts';
import type { Claim, ClaimDetail } from '#claims/claims/claim-fields.ts';
import { isRefused, laneAfter } from '#claims/claims/lifecycle.ts';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { contentOf } from './claim-facts.tsx';

/** What a person can do with one claim. */
export type ClaimAction =
  | 'edit'
  | 'submit'
  | 'hold'
  | 'unhold'
  | 'release'
  | 'dismiss'
  | 'restore'
  | 'resend'
  | 'void'
  | 'secondary'
  | 'note'
  | 'open_replacement'
  | 'open_secondary';

/** The one next action of a claim; undefined while there is nothing to do. */
export function primaryAction(claim: ClaimDetail): ClaimAction | undefined {
  switch (claim.lane) {
    case 'draft':
    case 'payer_rejected':
      return 'edit';
    case 'ready':
      return 'submit';
    case 'held':
      return 'unhold';
    case 'review':
      return 'release';
    case 'rejected':
      return claim.rejected_as === 'collateral' ? 'resend' : 'edit';
    case 'denied':
      return claim.corrected_by === undefined ? 'edit' : 'open_replacement';
    case 'underpaid':
      return claim.secondary_claim_id === undefined ? 'edit' : 'open_secondary';
    case 'paid':
      if (claim.secondary_claim_id !== undefined) return 'open_secondary';
      return owesNextPayer(claim) ? 'secondary' : undefined;
    case 'overdue':
      return 'note';
    case 'closed':
      return 'open_replacement';
    case 'dismissed':
      return 'restore';
    default:
      return undefined;
  }
}

/** Whether another payer may pay what the patient owes. */
const owesNextPayer = (claim: ClaimDetail): boolean =>
  (claim.patient_responsibility ?? 0) > 0 && (contentOf(claim).other_coverages?.length ?? 0) > 0;

/** Actions behind the menu, in its order. */
export const menuActions = ['edit', 'release', 'hold', 'dismiss', 'resend', 'secondary', 'void'] as const;

/** Why an action cannot be done now; undefined if it can. */
export function reasonAgainst(action: ClaimAction, claim: Claim): string | undefined {
  const words = texts.claim.reasons;
  const { lane } = claim;
  if (action === 'open_replacement' || action === 'open_secondary') return undefined;
  if (!mayEdit()) return words.auditor;
  if (action === 'note') return undefined;
  if (lane === 'closed') return words.closed;
  if (lane === 'dismissed') return action === 'restore' ? undefined : words.dismissed;
  switch (action) {
    case 'submit':
      return lane === 'ready' ? undefined : words.notReady;
    case 'hold':
      return laneAfter('putOnHold', lane) ? undefined : words.onlyReady;
    case 'dismiss':
      if (isRefused(lane)) return undefined;
      if (payerMayHave(claim)) return words.sent;
      return laneAfter('dismissed', lane) ? undefined : words.onlyUnsent;
    case 'release':
      return laneAfter('released', lane) ? undefined : words.notReview;
    case 'resend':
      return laneAfter('resent', lane) && claim.rejected_as === 'collateral'
        ? undefined
        : words.onlyCollateral;
    case 'secondary':
      return claim.remittance_id === undefined ? words.noPayment : undefined;
    case 'void':
      if (claim.frequency === '8') return words.voidItself;
      if (claim.voided_by !== undefined) return words.openCorrection;
      return payerMayHave(claim) ? undefined : words.notSent;
    default:
      return undefined;
  }
}

/** The name of an action for a claim. */
export function actionName(action: ClaimAction, claim: Claim): string {
  const words = texts.claim.actions;
  switch (action) {
    case 'edit':
      if (claim.lane === 'rejected' || claim.lane === 'payer_rejected') return words.replace;
      return payerMayHave(claim) ? words.editSent : words.edit;
    case 'release':
      return payerMayHave(claim) ? words.decide : words.release;
    case 'note':
      return words.noteCall;
    case 'open_replacement':
      return words.openReplacement;
    case 'open_secondary':
      return words.openSecondary;
    default:
      return words[action];
  }
}
