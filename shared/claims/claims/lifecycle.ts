import { laneNames } from '#contract/claims/state-names.ts';
import type { UnsentLane } from './facts.ts';

/**
 * Lanes of the inbox.
 *
 * - `draft`: has errors. `ready`: may be submitted. `held`: a person keeps it from being submitted. `review`: a person must decide, because the claim may be a duplicate,
 *   responses contradict each other, or a match is ambiguous.
 * - `submitted`: sent. `accepted`: by a 277CA. `pending`: the payer is working on it.
 * - `rejected`: by a 999 or TA1. `payer_rejected`: by a 277CA.
 * - `paid`, `denied`, `underpaid`: by the remittances.
 * - `overdue`: a response is late; the claim returns to its lane when the response arrives.
 */
export const lanes = laneNames;

export type Lane = (typeof lanes)[number];

/** In no lane: a claim that another one replaced (`closed`), and one that a person dismissed (`dismissed`). */
export type ClaimLane = Lane | 'closed' | 'dismissed';

const refusedLanes: ReadonlySet<ClaimLane> = new Set(['rejected', 'payer_rejected', 'denied', 'underpaid']);

/** Whether the payer refused a claim of this lane or a part of it, and a person may leave it at that. */
export const isRefused = (lane: ClaimLane): boolean => refusedLanes.has(lane);

interface Transition {
  readonly from: readonly ClaimLane[];
  readonly to: UnsentLane;
  readonly event: `claim.${string}`;
}

/** All transitions that people and checks make. Responses move claims by `shared/claims/claims/state.ts`. */
export const transitions = {
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
    from: ['draft', 'ready', 'held', 'dismissed', 'rejected', 'payer_rejected', 'review'],
    to: 'closed',
    event: 'claim.corrected',
  },
} as const satisfies Record<string, Transition>;

export type Trigger = keyof typeof transitions;

/** The lane that a trigger leads to from `lane`; undefined if it does not apply there. */
export function laneAfter(trigger: Trigger, lane: ClaimLane): UnsentLane | undefined {
  const { from, to }: Transition = transitions[trigger];
  return from.includes(lane) ? to : undefined;
}

export const eventTypeOf = (trigger: Trigger): string => transitions[trigger].event;

/** The lane of a new claim. `heldIn` is the lane in which its findings keep it. */
export function firstLane(claim: {
  readonly heldIn: 'draft' | 'review' | undefined;
  readonly isDuplicate: boolean;
}): Lane {
  return claim.heldIn ?? (claim.isDuplicate ? 'review' : 'ready');
}
