import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { Batch } from '../../claim/batch.ts';
import type { Claim } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';
import { type AnsweredIn, answer, statusCodeText } from '../../claim-acknowledgments/answer.ts';
import type { PlacedAnswer } from '../../claims/answers.ts';
import { type Answer, claimId, type Doubt, type FactKey, factKey } from '../../claims/facts.ts';
import { foldChain, memberAbout, type NewFacts } from '../../claims/fold-chain.ts';
import type { ClaimState } from '../../claims/state.ts';
import { deterministicId } from '../../deterministic-id.ts';
import type { BatchLookup, ClaimLookup, ResponseStore } from '../engine/claim-lookup.ts';
import type { StatusPolicy, StatusView } from './status-policy.ts';
import type { StatusOutcome, StoredClaimAcknowledgment } from './stored-acknowledgment.ts';

export interface ClaimAcknowledgmentPorts {
  readonly acknowledgments: ResponseStore<StoredClaimAcknowledgment>;
  readonly claims: ClaimLookup;
  readonly batches: BatchLookup;
  /** Posts the payments that wait under these numbers of payers, now that claims have them. */
  postPaymentsUnder(payerNumbers: readonly string[]): Promise<void>;
  /** How the statuses of a payer are read, by the payer's id or its interchange id. */
  policyOf(payerId: string): StatusPolicy;
}

export interface AcknowledgmentContext {
  readonly acknowledgment: StoredClaimAcknowledgment;
  readonly batches: readonly Batch[];
  readonly isInBatch: (claim: Claim) => boolean;
  readonly factsFor: (policy: StatusPolicy) => StatusFacts;
}

export interface StatusFacts
  extends Pick<
    AnsweredIn,
    | 'response'
    | 'sender'
    | 'batch'
    | 'processed'
    | 'written_on'
    | 'written_at'
    | 'received_at'
    | 'answered_at'
  > {
  readonly actor: string;
  readonly now: Date;
}

/** 2100A NM1 (entity and id), else GS02. */
export const senderOf = ({
  source,
  application_sender,
}: Pick<StoredClaimAcknowledgment, 'source' | 'application_sender'>): string =>
  source.id === undefined ? application_sender : `${source.entity}:${source.id}`;

export interface AppliedStatus {
  readonly changes: readonly ClaimChange[];
  readonly key: FactKey;
  readonly outcome: Extract<StatusOutcome, 'moved' | 'noted' | 'superseded' | 'unchanged'>;
  /** The claim of the chain that it is about, as it is now. */
  readonly claim: Claim;
}

/** A status, and how it was found. */
export interface FoundStatus extends Pick<AnsweredIn, 'n' | 'number' | 'payerNumber'> {
  readonly status: StatusView;
  readonly policy: StatusPolicy;
}

/**
 * Adds a status to the facts of the chain of its claim. A rejection always has its entry `claim.payer_rejected`, whatever it does
 * to the lane.
 *
 * @param chain the claims of the chain, as they are now
 * @param by goes to the audit entry of the claim
 */
export function applyStatus(
  { status, policy, ...found }: FoundStatus,
  matched: Claim,
  chain: readonly Claim[],
  { actor, now, ...from }: StatusFacts,
  by: Readonly<Record<string, JsonValue>> = {},
): AppliedStatus {
  const stated = answer(status, { ...from, ...found, policy, claim: claimId(matched.id) });
  const about = claimId(memberAbout(chain, stated));
  const fact: Answer = { ...stated, claim: about };
  const entry: NewFacts['entry'] = (before, after, state) => ({
    type: eventOf(fact, before, after),
    payload: { ...payloadOf(status, policy, fact), ...effectIn(state, fact), ...by },
  });
  const { changes, claims, states } = foldChain(chain, [{ claim: about, facts: [fact], entry }], {
    actor,
    now,
  });
  const before = chain.find(({ id }) => id === about) ?? matched;
  const claim = claims.find(({ id }) => id === about) ?? matched;
  const placed = states.get(about)?.answers.find((one) => one.answer.key === fact.key);
  return { changes, key: fact.key, claim, outcome: outcomeOf(changes, placed, before, claim) };
}

/** Where a response does not count for the lane: why. */
function effectIn(state: ClaimState | undefined, { key }: Answer): { readonly effect?: string } {
  const effect = state?.answers.find(({ answer }) => answer.key === key)?.effect;
  return effect === undefined || effect === 'counts' ? {} : { effect };
}

function outcomeOf(
  changes: readonly ClaimChange[],
  placed: PlacedAnswer | undefined,
  before: Claim,
  after: Claim,
): AppliedStatus['outcome'] {
  if (changes.length === 0) return 'unchanged';
  if (placed?.effect === 'earlier' || placed?.effect === 'replaced') return 'superseded';
  return before.lane === after.lane ? 'noted' : 'moved';
}

/** The event of the fact, not of the difference that it makes. */
function eventOf({ verdict }: Answer, before: Claim, after: Claim): string {
  switch (verdict) {
    case 'rejected':
      return 'claim.payer_rejected';
    case 'accepted':
      return 'claim.accepted';
    case 'pended':
      return 'claim.pending';
    case 'unclear':
      return after.lane === 'review' && before.lane !== 'review' ? 'claim.review' : 'claim.acknowledged';
    case 'receipt':
      return 'claim.acknowledged';
  }
}

/** Codes only: the payer's message may be about the patient. */
const payloadOf = (status: StatusView, { reading }: StatusPolicy, { response, code }: Answer) => ({
  acknowledgment: '277CA',
  acknowledgment_id: response,
  code,
  classification: status.classification,
  disposition: status.disposition,
  ...(status.conflict && { conflict: true }),
  ...(reading === 'standard' && { reading }),
});

/**
 * Puts a claim in review that may be the rejected one.
 *
 * @param chain the claims of its chain, as they are now
 */
export function questionCandidate(
  status: StatusView,
  claim: Claim,
  chain: readonly Claim[],
  candidates: number,
  policy: StatusPolicy,
  { response, received_at, actor, now }: StatusFacts,
  item: string,
): readonly ClaimChange[] {
  const code = statusCodeText(status);
  const doubt: Doubt = {
    fact: 'doubt',
    key: factKey(deterministicId('doubt', item, claim.id)),
    claim: claimId(claim.id),
    at: received_at,
    about: 'ambiguous',
    source_id: response,
    response: '277CA',
    item,
    text: `277CA ${code}: the rejection matches ${candidates} claims`,
  };
  const payload = {
    acknowledgment: '277CA',
    acknowledgment_id: response,
    code,
    classification: status.classification,
    disposition: status.disposition,
    ...(policy.reading === 'standard' && { reading: policy.reading }),
  };
  const entry = () => ({ type: 'claim.review', payload });
  return foldChain(chain, [{ claim: claim.id, facts: [doubt], entry }], { actor, now }).changes;
}
