import { laneNames } from '#contract/claims/state-names.ts';

/**
 * Lanes of the inbox.
 *
 * - `draft`: has errors. `ready`: may be submitted. `held`: a person keeps it from being submitted. `review`: a person must decide, because the claim may be a duplicate,
 *   responses contradict each other, or a match is ambiguous.
 * - `submitted`: sent. `accepted`: by a 999 or a 277CA. `pending`: the payer is working on it.
 * - `rejected`: by a 999 or TA1. `payer_rejected`: by a 277CA.
 * - `paid`, `denied`, `underpaid`: by the last remittance.
 * - `overdue`: a response is late; the claim returns to its lane when the response arrives.
 */
export const lanes = laneNames;

export type Lane = (typeof lanes)[number];

/** In no lane: a claim that another one replaced (`closed`), and one that a person dismissed (`dismissed`). */
export type ClaimLane = Lane | 'closed' | 'dismissed';

interface Transition {
  readonly from: readonly ClaimLane[];
  readonly to: ClaimLane;
  readonly event: `claim.${string}` | 'clearhouse.submitted';
}

/** Not sent by Granary. A response shows that another system sent the claim. */
const unsent = ['draft', 'ready', 'held', 'dismissed'] as const;
/** Sent, and no remittance yet. */
const open = ['submitted', 'accepted', 'pending', 'overdue'] as const;
/** Lanes that a response of the payer may move a claim from; a payer may revoke a rejection. */
const movable = [...unsent, ...open, 'rejected', 'payer_rejected', 'review'] as const;
const settled = ['paid', 'denied', 'underpaid'] as const;

/** All transitions between lanes. A trigger leaves a claim of any other lane where it is: a late 999 does not move a paid claim. */
export const transitions = {
  /** The clearinghouse has it. */
  submitted: { from: ['ready'], to: 'submitted', event: 'clearhouse.submitted' },
  /** 999: the set is accepted. Leaves `review` only if the open conflict came from an earlier 999. */
  acknowledged: { from: ['submitted', 'overdue', 'review'], to: 'accepted', event: 'claim.acknowledged' },
  /** 999 or TA1: the set, its group or its interchange is rejected. */
  rejected: {
    from: [...unsent, 'submitted', 'accepted', 'overdue', 'review', 'rejected'],
    to: 'rejected',
    event: 'claim.rejected',
  },
  /** 277CA. The newer one counts (shared/claims/responses/claim-acknowledgment/recency.ts). */
  accepted: {
    from: [...unsent, 'submitted', 'accepted', 'overdue', 'rejected', 'payer_rejected', 'review'],
    to: 'accepted',
    event: 'claim.accepted',
  },
  payer_rejected: { from: movable, to: 'payer_rejected', event: 'claim.payer_rejected' },
  pended: { from: movable, to: 'pending', event: 'claim.pending' },
  /** 835. */
  paid: { from: [...movable, ...settled], to: 'paid', event: 'claim.paid' },
  denied: { from: [...movable, ...settled], to: 'denied', event: 'claim.denied' },
  underpaid: { from: [...movable, ...settled], to: 'underpaid', event: 'claim.underpaid' },
  /** The payer reversed its payment and will decide again. */
  reversed: { from: [...settled, 'review'], to: 'pending', event: 'claim.reversed' },
  /** Responses contradict each other, or a match is ambiguous. */
  questioned: { from: [...movable, ...settled], to: 'review', event: 'claim.review' },
  overdue: { from: ['submitted', 'accepted', 'pending'], to: 'overdue', event: 'claim.overdue' },
  released: { from: ['review'], to: 'ready', event: 'claim.released' },
  /** Checked again under another configuration: no errors, errors, or a decision is needed. */
  cleared: { from: ['draft', 'review'], to: 'ready', event: 'claim.checked' },
  held: { from: ['ready', 'review'], to: 'draft', event: 'claim.checked' },
  heldForReview: { from: ['draft', 'ready'], to: 'review', event: 'claim.checked' },
  /** A person keeps it from being submitted, or sets it aside; see shared/claims/bulk/operations. */
  putOnHold: { from: ['ready'], to: 'held', event: 'claim.held' },
  dismissed: { from: ['draft', 'held', 'review'], to: 'dismissed', event: 'claim.dismissed' },
  /** Rejected only because of another claim of its set, group or interchange: it may be sent again unchanged. */
  resent: { from: ['rejected'], to: 'ready', event: 'claim.resent' },
  /** Another claim replaces this one, which the payer never had. */
  replaced: {
    from: [...unsent, 'rejected', 'payer_rejected', 'review'],
    to: 'closed',
    event: 'claim.corrected',
  },
} as const satisfies Record<string, Transition>;

export type Trigger = keyof typeof transitions;

export type ClaimEventType = (typeof transitions)[Trigger]['event'];

/** The lane that a trigger leads to from `lane`; undefined if it does not apply there. */
export function laneAfter(trigger: Trigger, lane: ClaimLane): ClaimLane | undefined {
  const { from, to }: Transition = transitions[trigger];
  return from.includes(lane) ? to : undefined;
}

export const eventTypeOf = (trigger: Trigger): ClaimEventType => transitions[trigger].event;

/** The lane of a new claim. `heldIn` is the lane in which its findings keep it. */
export function firstLane(claim: {
  readonly heldIn: 'draft' | 'review' | undefined;
  readonly isDuplicate: boolean;
}): Lane {
  return claim.heldIn ?? (claim.isDuplicate ? 'review' : 'ready');
}
