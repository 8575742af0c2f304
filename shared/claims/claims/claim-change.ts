import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { EditedClaimWrite } from '#claims/edits/claim-version.ts';
import type { PackedContent } from '#claims/packed-json.ts';
import type { Batch, SetClaims } from './batch.ts';
import type { Claim, ClaimOrigin } from './claim.ts';
import type { UnsentLane } from './facts.ts';
import { withUnsentLane } from './known-facts.ts';
import { eventTypeOf, laneAfter, type Trigger } from './lifecycle.ts';

export type ClaimWrite =
  | ClaimsWrite
  | NewClaimWrite
  | ReplacementWrite
  | EditedClaimWrite
  /** New findings; the claim has the same content hash as before. */
  | { readonly kind: 'claim-content'; readonly claim: Claim; readonly content: PackedContent }
  /** Condition: no submission has reserved the claim. */
  | { readonly kind: 'not-being-sent'; readonly claim: ClaimOrigin }
  | { readonly kind: 'batch'; readonly batch: Batch }
  /** Some claims of a transaction set, and when its batch was received or sent. */
  | { readonly kind: 'set-claims'; readonly part: SetClaims; readonly at: string };

/**
 * Claims that change, at most one change of each, with the counts and amounts of their lanes. Condition: each claim still
 * has the version that was read.
 */
export interface ClaimsWrite {
  readonly kind: 'claims';
  readonly changes: readonly ClaimChange[];
  /** Claims by which the changes were decided. Condition: they have the version that was read. */
  readonly unchanged?: readonly Claim[];
}

/** The content of a new claim and the records by which it is found; the claim itself is in a {@link ClaimsWrite}. */
export interface NewClaimWrite {
  readonly kind: 'new-claim';
  readonly claim: Claim;
  readonly content: PackedContent;
  /** Place among the claims of the provider with this patient control number, from 0. Condition: it is free. */
  readonly ordinal: number;
  /** Whether the claim is found by its content from now on. Condition: `contentOwner` is still the one that was read. */
  readonly ownsContent: boolean;
  readonly contentOwner?: string;
}

/** Gives a correction or void the right to be sent. Condition: the holder of that right is still the one that was read. */
export interface ReplacementWrite {
  readonly kind: 'hold-replacement';
  /** See {@link replacementTarget}. */
  readonly target: string;
  readonly claimId: string;
  readonly holder: Claim | undefined;
}

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
    ...waitingToBeSent(claim),
    version: claim.version + 1,
    lane,
    lane_since: lane === claim.lane ? claim.lane_since : at,
    updated_at: at,
  };
  return claimChange(withUnsentLane(after, lane), eventType, facts, claim);
}

function waitingToBeSent({ sent = [], facts = [], received_at }: Claim): Pick<Claim, 'sent'> {
  const hasResponses = facts.some(({ fact }) => fact === 'answer' || fact === 'adjudication');
  if (sent.length === 0 && !hasResponses) return {};
  const before = sent.length > 0 ? sent : [{ sent_at: received_at }];
  const isWaiting = before.at(-1)?.sent_at === undefined;
  return { sent: isWaiting ? before : [...before, {}] };
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
