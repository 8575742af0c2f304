import { laneNames } from '#contract/claims/state-names.ts';

/**
 * Where a claim can be. The inbox shows each as a lane with its count and amount (issue: "Lanes"; spec
 * claims-service.md names `rejected` and `payer_rejected`).
 *
 * - `draft`: has error findings. `ready`: may be submitted. `review`: somebody must decide, because it may be a
 *   duplicate, answers contradict each other, or a match is ambiguous.
 * - `submitted`: sent. `accepted`: a 999 or a 277CA took it. `pending`: the payer is working on it.
 * - `rejected`: refused with its envelope (999, TA1). `payer_rejected`: refused by a 277CA.
 * - `paid`, `denied`, `underpaid`: by the last remittance.
 * - `overdue`: an answer is missing for too long; it goes back to where it was when one comes.
 */
export const lanes = laneNames;

export type Lane = (typeof lanes)[number];

/** A claim that another one has taken the place of is in no lane. */
export type ClaimLane = Lane | 'closed';

/** Events of claims in the audit log. The first three are the spec's. */
export type ClaimEventType =
  | 'claim.rejected'
  | 'claim.payer_rejected'
  | 'clearhouse.submitted'
  | 'claim.received'
  | 'claim.acknowledged'
  | 'claim.accepted'
  | 'claim.pending'
  | 'claim.paid'
  | 'claim.denied'
  | 'claim.underpaid'
  | 'claim.reversed'
  | 'claim.review'
  | 'claim.released'
  | 'claim.overdue'
  | 'claim.corrected'
  | 'claim.voided'
  | 'claim.checked';

interface Transition {
  readonly from: readonly ClaimLane[];
  readonly to: ClaimLane;
  readonly event: ClaimEventType;
}

/** Not sent from here. An answer shows that it went out by other means, from the system that dropped its file. */
const unsent = ['draft', 'ready'] as const;
/** Sent, and no remittance yet. */
const open = ['submitted', 'accepted', 'pending', 'overdue'] as const;
/** Where an answer of the payer may find a claim: also a reject that the payer has thought better of. */
const answerable = [...unsent, ...open, 'rejected', 'payer_rejected', 'review'] as const;
const settled = ['paid', 'denied', 'underpaid'] as const;

/**
 * Every way of a claim from lane to lane. What is not here does not happen: a late 999 does not move a claim that
 * the payer has answered, an older 277CA does not undo a newer one (x12/277ca.md, section 2).
 */
export const transitions = {
  /** The clearinghouse has it. */
  submitted: { from: ['ready'], to: 'submitted', event: 'clearhouse.submitted' },
  /** 999: the set was taken, its syntax is right. Out of review only where an earlier 999 did not say so. */
  acknowledged: { from: ['submitted', 'overdue', 'review'], to: 'accepted', event: 'claim.acknowledged' },
  /** 999 or TA1: the set, its group or its interchange was refused. */
  rejected: {
    from: [...unsent, 'submitted', 'accepted', 'overdue', 'review', 'rejected'],
    to: 'rejected',
    event: 'claim.rejected',
  },
  /** 277CA. Which of two answers counts is decided by their age (shared/claims/responses/claim-acknowledgment/recency.ts). */
  accepted: {
    from: [...unsent, 'submitted', 'accepted', 'overdue', 'rejected', 'payer_rejected', 'review'],
    to: 'accepted',
    event: 'claim.accepted',
  },
  payer_rejected: { from: answerable, to: 'payer_rejected', event: 'claim.payer_rejected' },
  pended: { from: answerable, to: 'pending', event: 'claim.pending' },
  /** 835. */
  paid: { from: [...answerable, ...settled], to: 'paid', event: 'claim.paid' },
  denied: { from: [...answerable, ...settled], to: 'denied', event: 'claim.denied' },
  underpaid: { from: [...answerable, ...settled], to: 'underpaid', event: 'claim.underpaid' },
  /** The payer took its decision back and will send another. */
  reversed: { from: [...settled, 'review'], to: 'pending', event: 'claim.reversed' },
  /** Answers contradict each other, or a match is ambiguous. */
  questioned: { from: [...answerable, ...settled], to: 'review', event: 'claim.review' },
  overdue: { from: ['submitted', 'accepted', 'pending'], to: 'overdue', event: 'claim.overdue' },
  /** Somebody looked at it and found that it may go out. */
  released: { from: ['review'], to: 'ready', event: 'claim.released' },
  /** Checked again under another configuration: without errors, with errors, or for somebody to decide. */
  cleared: { from: ['draft', 'review'], to: 'ready', event: 'claim.checked' },
  held: { from: ['ready', 'review'], to: 'draft', event: 'claim.checked' },
  heldForReview: { from: ['draft', 'ready'], to: 'review', event: 'claim.checked' },
  /** Another claim takes its place and the payer never had this one. */
  replaced: {
    from: ['draft', 'ready', 'rejected', 'payer_rejected', 'review'],
    to: 'closed',
    event: 'claim.corrected',
  },
} as const satisfies Record<string, Transition>;

export type Trigger = keyof typeof transitions;

/** Where the trigger takes a claim that is in `lane`; undefined when it leaves it there. */
export function laneAfter(trigger: Trigger, lane: ClaimLane): ClaimLane | undefined {
  const { from, to }: Transition = transitions[trigger];
  return from.includes(lane) ? to : undefined;
}

/** The audit event of a trigger. */
export const eventTypeOf = (trigger: Trigger): ClaimEventType => transitions[trigger].event;

/**
 * Where a new claim begins: not with errors, and not as the duplicate of another before somebody has seen it.
 *
 * @param claim.heldIn lane in which its findings keep it
 */
export function firstLane(claim: {
  readonly heldIn: 'draft' | 'review' | undefined;
  readonly isDuplicate: boolean;
}): Lane {
  return claim.heldIn ?? (claim.isDuplicate ? 'review' : 'ready');
}
