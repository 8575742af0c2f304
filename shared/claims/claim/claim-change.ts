import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { UnsentLane } from '../claims/facts.ts';
import type { Claim } from './claim.ts';
import { eventTypeOf, laneAfter, type Trigger } from './lifecycle.ts';

/** A claim before and after a change, and the audit entry of the change. `before` is absent for a new claim. */
export interface ClaimChange {
  readonly before?: Claim;
  readonly after: Claim;
  readonly entry: EntryDraft;
}

/** Who changes a claim and when. `payload` goes to the audit log: ids, codes and amounts, no patient data. */
export interface ChangeFacts {
  readonly actor: string;
  readonly now: Date;
  readonly payload?: Readonly<Record<string, JsonValue | undefined>>;
}

/** Fields that a change may set; the trigger decides the others. */
export type ClaimPatch = Partial<
  Omit<
    Claim,
    'id' | 'version' | 'lane' | 'lane_since' | 'lane_before' | 'received_at' | 'updated_at' | 'source'
  >
>;

/**
 * Moves a claim to the lane that a trigger leads to. `lane_since` stays if that is the lane of the claim.
 *
 * @returns undefined if the trigger does not move a claim of this lane
 */
export function moveClaim(
  claim: Claim,
  trigger: Trigger,
  facts: ChangeFacts,
  patch: ClaimPatch = {},
): ClaimChange | undefined {
  const lane = laneAfter(trigger, claim.lane);
  return lane && moveUnsent(claim, lane, facts, patch, eventTypeOf(trigger));
}

/**
 * Moves a claim that the payer does not have to a lane before its submission. One that was sent before, and came back, waits
 * from then on to be sent again: no response to the earlier submission moves it.
 */
export function moveUnsent(
  claim: Claim,
  lane: UnsentLane,
  facts: ChangeFacts,
  patch: ClaimPatch,
  eventType: string,
): ClaimChange {
  const at = facts.now.toISOString();
  const { lane_before, lane_reason, waits_for, ...rest } = claim;
  const after: Claim = {
    ...rest,
    ...patch,
    ...waitingToBeSent(claim, lane),
    version: claim.version + 1,
    lane,
    lane_since: lane === claim.lane ? claim.lane_since : at,
    updated_at: at,
  };
  return claimChange(after, eventType, facts, claim);
}

function waitingToBeSent(
  { sent = [], facts = [], received_at }: Claim,
  lane: UnsentLane,
): Pick<Claim, 'sent' | 'unsent_lane'> {
  const hasResponses = facts.some(({ fact }) => fact === 'answer' || fact === 'adjudication');
  if (sent.length === 0 && !hasResponses) return facts.length === 0 ? {} : { unsent_lane: lane };
  const before = sent.length > 0 ? sent : [{ sent_at: received_at }];
  const isWaiting = before.at(-1)?.sent_at === undefined;
  return { sent: isWaiting ? before : [...before, {}], unsent_lane: lane };
}

export function amendClaim(
  claim: Claim,
  eventType: string,
  facts: ChangeFacts,
  patch: ClaimPatch,
): ClaimChange {
  const after = { ...claim, ...patch, version: claim.version + 1, updated_at: facts.now.toISOString() };
  return claimChange(after, eventType, facts, claim);
}

export const claimReceived = (claim: Claim, facts: ChangeFacts): ClaimChange =>
  claimChange(claim, 'claim.received', facts);

/** A change with its audit entry, which has the lanes before and after it. */
export function claimChange(
  after: Claim,
  event_type: string,
  { actor, payload = {} }: ChangeFacts,
  before?: Claim,
): ClaimChange {
  return {
    ...(before && { before }),
    after,
    entry: {
      event_type,
      entity_type: 'claim',
      entity_id: after.id,
      actor,
      payload: { ...payload, ...(before && { from: before.lane }), to: after.lane, version: after.version },
    },
  };
}
