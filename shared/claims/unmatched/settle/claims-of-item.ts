import type { JsonValue } from '#audit/entries/canonical-json.ts';
import { addConflict, type Claim, type ResponseConflict } from '../../claim/claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  moveByDecision,
  moveClaim,
} from '../../claim/claim-change.ts';
import { hasOpenConflict, openConflict, resolvedConflict } from '../../claim/review.ts';
import type { DecisionReason, ItemDecision, UnmatchedItem } from '../unmatched-item.ts';

/** A person's decision about an item. The note stays outside the audit log. */
export interface Deciding {
  readonly actor: string;
  readonly now: Date;
  readonly reason: DecisionReason;
  readonly note?: string | undefined;
}

/** The decision as its item keeps it. */
export const decisionBy = (
  { actor, now, reason, note }: Deciding,
  action: 'attached' | 'dismissed' | 'taken_back',
): ItemDecision => ({ at: now.toISOString(), by: actor, action, reason, ...(note && { note }) });

/** Facts of the audit entry of a claim that the decision changes. */
export const decisionFacts = (item: UnmatchedItem, { actor, now, reason }: Deciding): ChangeFacts => ({
  actor,
  now,
  payload: decisionPayload(item, reason),
});

export const decisionPayload = ({ id, response_id, number }: UnmatchedItem, reason: DecisionReason) => ({
  unmatched_item_id: id,
  response_id,
  number,
  reason,
});

/** A change with the decision in its audit entry. */
export function markedByHand(change: ClaimChange, item: UnmatchedItem, reason: DecisionReason): ClaimChange {
  const { payload } = change.entry;
  const known = isRecord(payload) ? payload : {};
  const { response_id, number, ...marked } = decisionPayload(item, reason);
  return { ...change, entry: { ...change.entry, payload: { ...known, by_hand: true, ...marked } } };
}

const isRecord = (value: JsonValue): value is Readonly<Record<string, JsonValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a conflict of a claim is open because of the item. */
const isOpenFor =
  ({ id }: Pick<UnmatchedItem, 'id'>) =>
  ({ open, unmatched_item_id }: ResponseConflict): boolean =>
    open === true && unmatched_item_id === id;

/** The conflicts of a claim when the item no longer keeps it in review. */
export const conflictsWithout = (
  item: UnmatchedItem,
  { conflicts }: Pick<Claim, 'conflicts'>,
  { actor, now }: Pick<Deciding, 'actor' | 'now'>,
): readonly ResponseConflict[] =>
  conflicts.map((conflict) =>
    isOpenFor(item)(conflict) ? resolvedConflict(conflict, { id: actor, at: now.toISOString() }) : conflict,
  );

/** Takes a claim out of review that only the item keeps there; undefined for a claim that the item does not concern. */
export function releaseFromItem(item: UnmatchedItem, claim: Claim, by: Deciding): ClaimChange | undefined {
  if (!claim.conflicts.some(isOpenFor(item))) return undefined;
  const conflicts = conflictsWithout(item, claim, by);
  const facts = decisionFacts(item, by);
  const { lane, lane_before } = claim;
  const isSettled = lane === 'review' && !hasOpenConflict(conflicts);
  return isSettled && lane_before !== undefined && lane_before !== 'closed' && lane_before !== 'dismissed'
    ? moveByDecision(claim, lane_before, facts, { conflicts })
    : amendClaim(claim, 'claim.review', facts, { conflicts });
}

/** Puts a claim into review again for an item that is open again. */
export function questionAgain(item: UnmatchedItem, claim: Claim, by: Deciding): ClaimChange | undefined {
  if (claim.conflicts.some(isOpenFor(item)) || !hadConflict(item, claim)) return undefined;
  const conflict: ResponseConflict = {
    ...openConflict(item.reason === 'ambiguous' ? 'ambiguous' : 'unbalanced', item.response, {
      id: item.response_id,
      at: by.now.toISOString(),
      text: `${item.response}: the decision about item ${item.id} was taken back`,
    }),
    unmatched_item_id: item.id,
  };
  const conflicts = addConflict(claim, conflict);
  const facts = decisionFacts(item, by);
  return (
    moveClaim(claim, 'questioned', facts, { conflicts }) ??
    amendClaim(claim, 'claim.review', facts, { conflicts })
  );
}

/** Whether the item has put the claim into review. An ambiguous acceptance puts no claim there. */
const hadConflict = ({ id }: UnmatchedItem, { conflicts }: Claim): boolean =>
  conflicts.some(({ unmatched_item_id }) => unmatched_item_id === id);
