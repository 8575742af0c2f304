import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Claim } from './claim.ts';
import { type ClaimLane, eventTypeOf, type Lane, laneAfter, type Trigger } from './lifecycle.ts';

/** A claim before and after a change, and the entry that records it. `before` is absent for a new claim. */
export interface ClaimChange {
  readonly before?: Claim;
  readonly after: Claim;
  readonly entry: EntryDraft;
  /** Payer's numbers that the claim had between the two, where this is several changes in one. */
  readonly payer_control_numbers?: readonly string[];
}

/** Who changes a claim, when, and what else the audit log is to know: ids, codes and amounts, no patient data. */
export interface ChangeFacts {
  readonly actor: string;
  readonly now: Date;
  readonly payload?: Readonly<Record<string, JsonValue | undefined>>;
}

/** Fields that a change may set; the rest follows from the trigger. */
export type ClaimPatch = Partial<
  Omit<
    Claim,
    'id' | 'version' | 'lane' | 'lane_since' | 'lane_before' | 'received_at' | 'updated_at' | 'source'
  >
>;

/**
 * The claim after a trigger, with its audit entry; undefined where the trigger does not move a claim of this lane.
 * A trigger that leads back into the same lane keeps the time since when it is there.
 */
export function moveClaim(
  claim: Claim,
  trigger: Trigger,
  facts: ChangeFacts,
  patch: ClaimPatch = {},
): ClaimChange | undefined {
  const lane = laneAfter(trigger, claim.lane);
  if (lane === undefined) return undefined;
  const after = inLane(claim, lane, facts, patch);
  return { before: claim, after, entry: entryOf(eventTypeOf(trigger), claim, after, facts) };
}

/** What a claim in review has by its responses stays known: it goes back there when what is open is resolved. */
function laneBehindReview({ lane, lane_before }: Claim): Pick<Claim, 'lane_before'> {
  const behind = lane === 'review' || lane === 'overdue' ? lane_before : lane;
  return behind === undefined ? {} : { lane_before: behind };
}

/** The claim with other fields in the lane where it is, with an audit entry of the given type. */
export function amendClaim(
  claim: Claim,
  eventType: string,
  facts: ChangeFacts,
  patch: ClaimPatch,
): ClaimChange {
  const after: Claim = {
    ...claim,
    ...patch,
    version: claim.version + 1,
    updated_at: facts.now.toISOString(),
  };
  return { before: claim, after, entry: entryOf(eventType, claim, after, facts) };
}

/** The claim in the lane that a person has decided on. */
export function moveByDecision(claim: Claim, lane: Lane, facts: ChangeFacts, patch: ClaimPatch): ClaimChange {
  const after = inLane(claim, lane, facts, patch);
  return { before: claim, after, entry: entryOf('claim.released', claim, after, facts) };
}

function inLane(claim: Claim, lane: ClaimLane, { now }: ChangeFacts, patch: ClaimPatch): Claim {
  const at = now.toISOString();
  const { lane_before, ...rest } = claim;
  return {
    ...rest,
    ...patch,
    version: claim.version + 1,
    lane,
    lane_since: lane === claim.lane ? claim.lane_since : at,
    ...(lane === 'overdue' && { lane_before: claim.lane }),
    ...(lane === 'review' && laneBehindReview(claim)),
    updated_at: at,
  };
}

/** The entry of a new claim. */
export function claimReceived(claim: Claim, facts: ChangeFacts): ClaimChange {
  return { after: claim, entry: entryOf('claim.received', undefined, claim, facts) };
}

function entryOf(
  event_type: string,
  before: Claim | undefined,
  after: Claim,
  { actor, payload = {} }: ChangeFacts,
): EntryDraft {
  return {
    event_type,
    entity_type: 'claim',
    entity_id: after.id,
    actor,
    payload: { ...payload, ...(before && { from: before.lane }), to: after.lane, version: after.version },
  };
}
