import { type AnsweredIn, answer, maxErrors } from '../../acknowledgments/answer.ts';
import type { Claim } from '../../claim/claim.ts';
import { claimId, type Doubt, factKey } from '../../claims/facts.ts';
import { foldChain, type NewFacts } from '../../claims/fold-chain.ts';
import { deterministicId } from '../../deterministic-id.ts';
import type { ItemOutcome } from '../engine/item-queue.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import type { VerdictResult } from './stored-acknowledgment.ts';

export interface VerdictFacts extends Pick<AnsweredIn, 'acknowledgment' | 'batch'> {
  /** Number of batches that the acknowledgment fits equally well, if more than one. */
  readonly candidates?: number;
  readonly actor: string;
  readonly now: Date;
}

/**
 * Adds the verdict of a 999 or TA1 to the facts of a claim. Every claim of a rejected set has its entry `claim.rejected`.
 *
 * @param chain the claims of its chain, as they are now
 */
export function applyVerdict(
  verdict: ClaimVerdict,
  claim: Claim | undefined,
  chain: readonly Claim[],
  facts: VerdictFacts,
): ItemOutcome<VerdictResult> {
  if (claim === undefined) return { result: { ...verdict, outcome: 'missing' }, isMatched: false };
  // An acceptance of a file that another system sent says nothing that a claim shows.
  if (verdict.verdict === 'accepted' && (claim.sent ?? []).length === 0) {
    return { result: { ...verdict, lane: claim.lane, outcome: 'unchanged' }, isMatched: true };
  }
  const { actor, now, candidates, acknowledgment, batch } = facts;
  const fact =
    candidates === undefined
      ? answer(verdict, { acknowledgment, batch, claim: claimId(claim.id) })
      : doubt(claim, candidates, facts);
  const added: NewFacts = {
    claim: claim.id,
    facts: [fact],
    entry: (before, after) => ({
      type: eventOf(verdict, before, after),
      payload: payloadOf(verdict, facts),
    }),
  };
  const { changes, claims, states } = foldChain(chain, [added], { actor, now });
  const after = claims.find(({ id }) => id === claim.id) ?? claim;
  const placed = states.get(claimId(claim.id))?.answers.find((one) => one.answer.key === fact.key);
  const isEarlier = placed?.effect === 'earlier';
  const moved = after.lane === claim.lane ? 'noted' : 'moved';
  const outcome = isEarlier ? 'superseded' : changes.length === 0 ? 'unchanged' : moved;
  return { changes, read: chain, result: { ...verdict, lane: after.lane, outcome }, isMatched: true };
}

function doubt(claim: Claim, candidates: number, { acknowledgment }: VerdictFacts): Doubt {
  const { kind, id: response, received_at } = acknowledgment;
  return {
    fact: 'doubt',
    key: factKey(deterministicId('doubt', response, claim.id)),
    claim: claimId(claim.id),
    at: received_at,
    about: 'ambiguous',
    source_id: response,
    response: kind,
    text: `${kind}: the rejection matches ${candidates} batches`,
  };
}

function eventOf({ verdict }: ClaimVerdict, before: Claim, after: Claim): string {
  if (verdict === 'rejected') return 'claim.rejected';
  return verdict === 'unknown' && before.lane !== after.lane ? 'claim.review' : 'claim.acknowledged';
}

const payloadOf = ({ set, role, errors }: ClaimVerdict, { acknowledgment, batch }: VerdictFacts) => ({
  acknowledgment: acknowledgment.kind,
  acknowledgment_id: acknowledgment.id,
  batch_id: batch.id,
  set,
  ...(role && { role }),
  ...(errors.length > 0 && { errors: errors.slice(0, maxErrors) }),
});
