import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Claim } from './claim.ts';
import {
  type ClaimEventType,
  type ClaimLane,
  eventTypeOf,
  type Lane,
  laneAfter,
  type Trigger,
} from './lifecycle.ts';

/** A claim before and after a change, and the audit entry of the change. `before` is absent for a new claim. */
export interface ClaimChange {
  readonly before?: Claim;
  readonly after: Claim;
  readonly entry: EntryDraft;
  /** Payer claim control numbers between the two, where this is several changes in one. */
  readonly payer_control_numbers?: readonly string[];
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
  return lane && changeTo(inLane(claim, lane, facts, patch), eventTypeOf(trigger), facts, claim);
}

export const moveByDecision = (
  claim: Claim,
  lane: Lane,
  facts: ChangeFacts,
  patch: ClaimPatch,
  eventType = 'claim.released',
): ClaimChange => changeTo(inLane(claim, lane, facts, patch), eventType, facts, claim);

export function amendClaim(
  claim: Claim,
  eventType: string,
  facts: ChangeFacts,
  patch: ClaimPatch,
): ClaimChange {
  const after = { ...claim, ...patch, version: claim.version + 1, updated_at: facts.now.toISOString() };
  return changeTo(after, eventType, facts, claim);
}

export const claimReceived = (claim: Claim, facts: ChangeFacts): ClaimChange =>
  changeTo(claim, 'claim.received', facts);

function inLane(claim: Claim, lane: ClaimLane, { now }: ChangeFacts, patch: ClaimPatch): Claim {
  const at = now.toISOString();
  const { lane_before, lane_reason, ...rest } = claim;
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

/** The lane by its responses, to which a claim in review returns. */
function laneBehindReview({ lane, lane_before }: Claim): Pick<Claim, 'lane_before'> {
  const behind = lane === 'review' || lane === 'overdue' ? lane_before : lane;
  return behind === undefined ? {} : { lane_before: behind };
}

/** The changed claim with the number that the payer gave it before, if that is another one. */
export function keepingPayerNumber(before: Claim, after: Claim): Claim {
  const { payer_control_number: number } = before;
  if (number === undefined || number === after.payer_control_number) return after;
  const earlier = [...(before.earlier_payer_numbers ?? []), ...(after.earlier_payer_numbers ?? []), number];
  return { ...after, earlier_payer_numbers: [...new Set(earlier)] };
}

function changeTo(
  changed: Claim,
  event_type: string,
  { actor, payload = {} }: ChangeFacts,
  before?: Claim,
): ClaimChange {
  const after = before === undefined ? changed : keepingPayerNumber(before, changed);
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

/**
 * Moves an overdue claim back to its earlier lane when a response arrives that does not move it elsewhere. Undefined for a
 * claim that is not overdue.
 */
export function leaveOverdue(
  claim: Claim,
  eventType: ClaimEventType,
  facts: ChangeFacts,
  patch: ClaimPatch,
): ClaimChange | undefined {
  const { lane_before: lane = 'submitted', ...rest } = claim;
  if (claim.lane !== 'overdue') return undefined;
  const back: Claim = { ...rest, lane, lane_since: facts.now.toISOString() };
  const { after, entry } = amendClaim(back, eventType, facts, patch);
  const payload = { ...facts.payload, from: claim.lane, to: lane, version: after.version };
  return { before: claim, after, entry: { ...entry, payload } };
}
