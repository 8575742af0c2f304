import type { JsonValue } from '#audit/entries/canonical-json.ts';
import { claimBalances } from '#x12/835/balance.ts';
import { isReversal } from '#x12/835/reversal.ts';
import type { ClaimPayment } from '#x12/835/types.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { addConflict, type Claim, type ResponseConflict } from '../../claim/claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  type ClaimPatch,
  leaveOverdue,
  moveClaim,
} from '../../claim/claim-change.ts';
import { eventTypeOf, type Trigger, transitions } from '../../claim/lifecycle.ts';
import { plusShare, shareOfClaim } from '../../claim/patient-share.ts';
import {
  type ClaimResponse,
  conflictsAfterResponse,
  hasOpenConflict,
  openConflict,
} from '../../claim/review.ts';
import { unmatchedItemId } from '../../unmatched/unmatched-item.ts';
import type { ItemOutcome } from '../engine/item-queue.ts';
import { codeOrMask } from '../engine/json.ts';
import type { LineMatch } from './match-lines.ts';
import type { PaymentMatch } from './match-payment.ts';
import { afterPayment } from './overpayment.ts';
import {
  movesMoney,
  type PaymentOutcome,
  patientResponsibility,
  paymentOutcome,
  reductions,
  shareOfPayment,
} from './payment-outcome.ts';
import type { Posting, StoredRemittance } from './stored-remittance.ts';

export interface PostingFacts {
  readonly remittance: StoredRemittance;
  readonly actor: string;
  readonly now: Date;
  /** Time of the posting, shown on the claim. */
  readonly at: string;
  /** Amount that a person states in place of the remittance. */
  readonly patient_responsibility?: number;
}

/** Claims that an ambiguous payment puts in review: as many as one transaction takes. */
export const maxAmbiguous = 24;

/**
 * Decides the effect of a payment on its claim. Payments add up. A payment that does not balance is not posted; its claim
 * goes to review.
 *
 * @param current the claim as earlier payments of the transaction leave it
 */
export function applyPayment(
  payment: ClaimPayment,
  match: PaymentMatch,
  lines: readonly LineMatch[],
  facts: PostingFacts,
  current: (claim: Claim) => Claim,
): ItemOutcome<Posting> {
  if (match.result === 'unmatched') return { result: { match, lines: [] }, isMatched: false };
  if (match.result === 'ambiguous') {
    const claims = match.claims.slice(0, maxAmbiguous).map(current);
    const text = `835: the payment matches ${match.claims.length} claims`;
    const changes = claims.map((claim) => question(claim, 'ambiguous', text, payment, facts));
    const claim_ids = match.claims.map(({ id }) => id);
    return { result: { match: { result: 'ambiguous', claim_ids }, lines: [] }, isMatched: false, changes };
  }
  const claim = current(match.claim);
  const outcome = paymentOutcome(payment);
  const held = heldBy(payment, facts.remittance);
  const change =
    held === undefined
      ? post(payment, outcome, claim, facts)
      : question(claim, 'unbalanced', `835: ${heldText[held]}`, payment, facts);
  const { by, narrowed_by, differs_in } = match;
  const posting: Posting = {
    match: { result: 'matched', claim_id: claim.id, by, narrowed_by, differs_in },
    outcome,
    ...(held !== undefined && { held }),
    lines,
    lane: change.after.lane,
    posted_at: facts.at,
  };
  const detail = detailOf(payment, posting);
  const event = { at: facts.at, kind: 'payment', reference: facts.remittance.id, detail } as const;
  return { result: posting, isMatched: true, changes: [change], event: { claimId: claim.id, event } };
}

const heldText = {
  claim_unbalanced: 'the claim does not balance; nothing was posted',
  transaction_unbalanced: 'the remittance does not balance; nothing was posted',
} as const;

/** Why a payment is not posted to its claim; undefined if it is. */
export function heldBy(payment: ClaimPayment, { balance }: StoredRemittance): Posting['held'] {
  const { lines, payment: isPaid, charge } = claimBalances(payment);
  if (!lines || !isPaid || !charge) return 'claim_unbalanced';
  const isAddedUp = balance === undefined || balance.transaction.difference === 0;
  return isAddedUp ? undefined : 'transaction_unbalanced';
}

const triggers: Readonly<Record<Exclude<PaymentOutcome, 'estimate'>, Trigger>> = {
  paid: 'paid',
  denied: 'denied',
  underpaid: 'underpaid',
  reversed: 'reversed',
  forwarded: 'pended',
};

/** Amounts and outcome by which a person posts a payment. */
export interface PostedByHand {
  readonly paid?: number | undefined;
  readonly patient_responsibility?: number | undefined;
  readonly outcome?: 'paid' | 'underpaid' | 'denied' | undefined;
}

/**
 * Posts a payment to the claim that a person chose, with the effects of an automatic match. Whether it balances does not
 * matter.
 *
 * @param claim without the conflict that kept the payment from being posted
 */
export function postByHand(
  payment: ClaimPayment,
  claim: Claim,
  lines: readonly LineMatch[],
  facts: PostingFacts,
  by: PostedByHand,
): { readonly posting: Posting; readonly change: ClaimChange; readonly detail: ReturnType<typeof detailOf> } {
  const posted = { ...payment, paid: by.paid ?? payment.paid };
  const outcome = by.outcome ?? paymentOutcome(posted);
  const { patient_responsibility } = by;
  const change = post(posted, outcome, claim, {
    ...facts,
    ...(patient_responsibility !== undefined && { patient_responsibility }),
  });
  const match = {
    result: 'matched',
    claim_id: claim.id,
    by: 'hand',
    narrowed_by: [],
    differs_in: [],
  } as const;
  const posting: Posting = { match, outcome, lines, lane: change.after.lane, posted_at: facts.at };
  return { posting, change, detail: detailOf(posted, posting, patient_responsibility) };
}

/** The newest remittance decides the lane of the claim. An older one that arrives late only adds its amounts. */
function post(
  payment: ClaimPayment,
  outcome: PaymentOutcome,
  claim: Claim,
  facts: PostingFacts,
): ClaimChange {
  const { remittance, at } = facts;
  const remittedAt = timeOf(remittance);
  const isLate = claim.remitted_at !== undefined && remittedAt < claim.remitted_at;
  const change = changeFacts(payment, facts, { outcome, ...(isLate && { late: true }) });
  if (outcome === 'estimate') {
    const back = leaveOverdue(claim, 'claim.acknowledged', change, {});
    return back ?? amendClaim(claim, 'claim.acknowledged', change, {});
  }
  const source = { remittance_id: remittance.id, remitted_at: remittedAt };
  const newest: ClaimPatch = isLate
    ? {}
    : { ...source, ...payerNumber(payment, claim), ...reportFacts(payment, outcome, claim, remittedAt) };
  const kind = outcome === 'reversed' ? 'reversal' : 'decision';
  const response: ClaimResponse = { kind, id: remittance.id, at };
  const remaining = isLate ? claim.conflicts : conflictsAfterResponse(claim.conflicts, response);
  const responsibility = facts.patient_responsibility ?? patientResponsibility(payment);
  const { conflicts, ...money } = moneyOf(payment, outcome, claim, remaining, response, responsibility);
  const patch = { ...newest, ...money, conflicts };
  const trigger = triggers[outcome];
  const stays = isLate || (outcome === 'reversed' && isDecidedAnew(payment, claim, remittance));
  const decision = stays || outcome === 'reversed' ? decisionBehind(claim, patch) : undefined;
  const target = decision ?? (stays ? undefined : trigger);
  if (hasOpenConflict(conflicts)) return heldChange(claim, target, eventTypeOf(trigger), change, patch);
  const moved = target && moveClaim(claim, target, change, patch);
  if (moved === undefined) return amendClaim(claim, eventTypeOf(trigger), change, patch);
  return { ...moved, entry: { ...moved.entry, event_type: eventTypeOf(trigger) } };
}

/**
 * Puts the claim in review with the payment posted. The audit event is that of the payment.
 *
 * @param trigger transition that the remittance asks for; undefined if it does not affect the lane
 */
function heldChange(
  claim: Claim,
  trigger: Trigger | undefined,
  event: string,
  change: ChangeFacts,
  patch: ClaimPatch,
): ClaimChange {
  const conflict = patch.conflicts?.findLast(({ open }) => open)?.kind;
  const facts = { ...change, payload: { ...change.payload, ...(conflict && { conflict }) } };
  const moved = moveClaim(claim, 'questioned', facts, patch) ?? amendClaim(claim, event, facts, patch);
  const { lane, lane_before } = moved.after;
  const behind = trigger === undefined ? lane_before : transitions[trigger].to;
  return {
    ...moved,
    after: { ...moved.after, ...(lane === 'review' && behind !== undefined && { lane_before: behind }) },
    entry: { ...moved.entry, event_type: event },
  };
}

/** The decision by the remaining payments, for a claim that is in review with an open conflict. */
function decisionBehind(
  { lane, lane_before, conflicts }: Claim,
  { paid = 0 }: ClaimPatch,
): 'paid' | 'underpaid' | 'denied' | undefined {
  if (lane !== 'review' || paid <= 0 || !hasOpenConflict(conflicts)) return undefined;
  const isDecision = lane_before === 'paid' || lane_before === 'underpaid' || lane_before === 'denied';
  return isDecision ? lane_before : undefined;
}

/**
 * Whether the same remittance has corrected the claim before it reverses the earlier payment: the order inside a
 * remittance is free. The corrected payment or denial is then the decision.
 */
function isDecidedAnew({ paid }: ClaimPayment, claim: Claim, { id }: StoredRemittance): boolean {
  if (claim.remittance_id !== id) return false;
  return (claim.paid ?? 0) + paid > 0 || (claim.lane === 'denied' && paid < 0);
}

/** A reversal has the payer's number of the reversed payment, which the correction may have replaced. */
function payerNumber(payment: ClaimPayment, { payer_control_number }: Claim): ClaimPatch {
  const { payerControlNumber: number } = payment;
  const isOld = isReversal(payment) && payer_control_number !== undefined;
  return number === '' || isOld ? {} : { payer_control_number: number };
}

/** Day of the check or transfer, else the day on which the remittance was received. */
const timeOf = ({ payment, received_at }: StoredRemittance): string =>
  `${payment.date ?? received_at.slice(0, 10)}T00:00:00.000Z`;

function question(
  claim: Claim,
  kind: ResponseConflict['kind'],
  text: string,
  payment: ClaimPayment,
  facts: PostingFacts,
): ClaimChange {
  const source = { id: facts.remittance.id, at: facts.at };
  const conflict = {
    ...openConflict(kind, '835', { ...source, text }),
    unmatched_item_id: unmatchedItemId(facts.remittance.id, payment.number),
  };
  const conflicts = addConflict(claim, conflict);
  const change = changeFacts(payment, facts, { conflict: kind });
  return (
    moveClaim(claim, 'questioned', change, { conflicts }) ??
    amendClaim(claim, 'claim.review', change, { conflicts })
  );
}

/** Codes and amounts. */
const changeFacts = (
  payment: ClaimPayment,
  { remittance, actor, now, patient_responsibility }: PostingFacts,
  more: Readonly<Record<string, JsonValue>>,
): ChangeFacts => ({
  actor,
  now,
  payload: {
    remittance_id: remittance.id,
    number: payment.number,
    status_code: codeOrMask(payment.statusCode),
    charge: payment.charge / 100,
    paid: payment.paid / 100,
    patient_responsibility: (patient_responsibility ?? patientResponsibility(payment)) / 100,
    ...more,
  },
});

/** More than any payment has. */
const maxAdjustments = 50;

/** A payment as the timeline of its claim shows it. */
function detailOf(payment: ClaimPayment, posting: Posting, responsibility = patientResponsibility(payment)) {
  return {
    type: '835',
    number: payment.number,
    status_code: payment.statusCode,
    charge: payment.charge / 100,
    paid: payment.paid / 100,
    patient_responsibility: responsibility / 100,
    payer_control_number: payment.payerControlNumber,
    adjustments: adjustmentSums(payment),
    outcome: posting.outcome,
    held: posting.held,
    match: posting.match,
  };
}

/** Sums of the adjustments of claim and lines by group and reason. */
function adjustmentSums({ adjustments, lines }: ClaimPayment) {
  const sums = new Map<string, { group: string; reason: string; amount: number }>();
  for (const { group, reason, amount } of [...adjustments, ...lines.flatMap((line) => line.adjustments)]) {
    const key = `${group} ${reason}`;
    const sum = sums.get(key) ?? { group, reason, amount: 0 };
    sum.amount += amount;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .slice(0, maxAdjustments)
    .map((sum) => ({ ...sum, amount: sum.amount / 100, text: adjustmentReasonText(sum.reason) }));
}

/** The sums of the claim with the payment, and a conflict if the claim is overpaid. */
function moneyOf(
  payment: ClaimPayment,
  outcome: PaymentOutcome,
  claim: Claim,
  conflicts: readonly ResponseConflict[],
  { id, at }: ClaimResponse,
  responsibility: number,
): ClaimPatch & { readonly conflicts: readonly ResponseConflict[] } {
  if (!movesMoney(outcome)) return { conflicts };
  const paid = (claim.paid ?? 0) + payment.paid;
  return {
    paid,
    patient_responsibility: (claim.patient_responsibility ?? 0) + responsibility,
    patient_responsibility_by: plusShare(shareOfClaim(claim), shareOfPayment(payment, responsibility)),
    ...afterPayment(payment, claim, paid, conflicts, { id, at }),
  };
}

const maxDenialReasons = 5;

/** What reports need of the newest payment: why it is lower, and when the claim was paid first. */
function reportFacts(
  payment: ClaimPayment,
  outcome: PaymentOutcome,
  { denial_reasons = [], first_paid_on }: Claim,
  remittedAt: string,
): ClaimPatch {
  const isLower = outcome === 'denied' || outcome === 'underpaid';
  const reasons = isLower ? reductions(payment).slice(0, maxDenialReasons) : [];
  const isFirst = first_paid_on === undefined && payment.paid > 0 && movesMoney(outcome);
  return {
    ...((reasons.length > 0 || denial_reasons.length > 0) && { denial_reasons: reasons }),
    ...(isFirst && { first_paid_on: remittedAt.slice(0, 10) }),
  };
}
