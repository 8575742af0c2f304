import type { Claim } from '#claims/claims/claim-fields.ts';
import type { Tone } from '#web/components/badge.tsx';

/** Where a claim is; `closed` and `dismissed` claims are in no lane of the board. */
export type ClaimLane = Claim['lane'];
/** A lane of the board. */
export type Lane = Exclude<ClaimLane, 'closed' | 'dismissed'>;

/** The lanes from left to right: before sending, with the payer, answered. */
export const stages = [
  { id: 'prepare', lanes: ['draft', 'review', 'held', 'ready'] },
  { id: 'payer', lanes: ['submitted', 'accepted', 'pending', 'overdue'] },
  { id: 'result', lanes: ['rejected', 'payer_rejected', 'denied', 'underpaid', 'paid'] },
] as const satisfies readonly { readonly id: string; readonly lanes: readonly Lane[] }[];

/** All lanes in the order of the board. */
export const laneOrder: readonly Lane[] = stages.flatMap(({ lanes }): readonly Lane[] => lanes);

/** The lanes by which a search can be limited. */
export const searchedLanes: readonly ClaimLane[] = [...laneOrder, 'closed', 'dismissed'];

const stuckLanes: ReadonlySet<ClaimLane> = new Set([
  'draft',
  'review',
  'overdue',
  'rejected',
  'payer_rejected',
  'denied',
  'underpaid',
]);

/** Whether claims of the lane stay there until a person works on them. */
export const needsWork = (lane: ClaimLane): boolean => stuckLanes.has(lane);

const tones: Readonly<Record<ClaimLane, Tone>> = {
  draft: 'danger',
  review: 'warning',
  held: 'neutral',
  ready: 'info',
  submitted: 'neutral',
  accepted: 'info',
  pending: 'info',
  overdue: 'danger',
  rejected: 'danger',
  payer_rejected: 'danger',
  denied: 'danger',
  underpaid: 'warning',
  paid: 'good',
  closed: 'neutral',
  dismissed: 'neutral',
};

/** Tone of the badge of a lane. */
export const toneOf = (lane: ClaimLane): Tone => tones[lane];

const day = 86_400_000;

/** Longest time that a claim should be in a lane; a paid claim is settled. */
const limits: Readonly<Partial<Record<ClaimLane, number>>> = {
  draft: 3 * day,
  review: 3 * day,
  held: 14 * day,
  ready: day,
  submitted: day,
  accepted: 30 * day,
  pending: 30 * day,
  overdue: day,
  rejected: 2 * day,
  payer_rejected: 3 * day,
  denied: 14 * day,
  underpaid: 14 * day,
};

/** Whether a claim has been in its lane for too long. */
export function isTooOld(lane: ClaimLane, since: string, now: number): boolean {
  const limit = limits[lane];
  return limit !== undefined && now - Date.parse(since) > limit;
}

/** Whether a lane of the API or the address is one of the board or `dismissed`. */
export const isListedLane = (text: string): text is Lane | 'dismissed' =>
  text === 'dismissed' || laneOrder.some((lane) => lane === text);
