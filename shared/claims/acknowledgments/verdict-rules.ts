import type { Batch, BatchAcceptances } from '#claims/claims/batch.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { claimId, type Doubt } from '#claims/claims/facts.ts';
import { foldChain, type NewFacts } from '#claims/claims/fold-chain.ts';
import { ambiguous } from '#claims/claims/known-facts.ts';
import { type Chains, currentChain, readChains, weightOf } from '#claims/claims/read-chains.ts';
import type { FileRun } from '#claims/files/file-run.ts';
import type { ItemOutcome, ItemRules } from '#claims/files/item-queue.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import type {
  EnvelopeAcknowledgmentPorts,
  StoredEnvelopeAcknowledgment,
  VerdictCounts,
  VerdictResult,
} from './stored-acknowledgment.ts';
import { type AnsweredIn, acceptancesOf, answer, heedsAcceptance, maxErrors } from './verdict-answer.ts';

export interface VerdictFacts extends Pick<AnsweredIn, 'acknowledgment' | 'batch'> {
  /** Number of batches that the acknowledgment fits equally well, if more than one. */
  readonly candidates?: number;
  /** Acceptances of the batch that are known already. */
  readonly acceptances: BatchAcceptances | undefined;
  readonly actor: string;
  readonly now: Date;
}

/**
 * Adds the verdict of a 999 or TA1 to the facts of a claim. Every claim of a rejected set has its entry `claim.rejected`. An
 * acceptance is recorded with the batch; it is a fact of a claim only where it can change the state of the claim.
 *
 * @param chain the claims of its chain, as they are now
 */
function applyVerdict(
  verdict: ClaimVerdict,
  claim: Claim | undefined,
  chain: readonly Claim[],
  facts: VerdictFacts,
): ItemOutcome<VerdictResult> {
  if (claim === undefined) return { result: { ...verdict, outcome: 'missing' }, isMatched: false };
  // A claim does not show the acceptance of a file that another system sent.
  if (verdict.verdict === 'accepted' && (claim.sent ?? []).length === 0) {
    return { result: { ...verdict, lane: claim.lane, outcome: 'unchanged' }, isMatched: true };
  }
  const { actor, now, candidates, acknowledgment, batch, acceptances } = facts;
  const fact =
    candidates === undefined
      ? answer(verdict, { acknowledgment, batch, claim: claimId(claim.id) })
      : doubt(claim, candidates, facts);
  const added: NewFacts = {
    claim: claim.id,
    facts: fact.fact === 'answer' ? [...acceptancesOf(claim, acceptances), fact] : [fact],
    entry: (before, after) => ({
      type: eventOf(verdict, before, after),
      payload: payloadOf(verdict, facts),
    }),
  };
  const folded = foldChain(chain, [added], { actor, now });
  const { claims, states } = folded;
  const isStored = verdict.verdict !== 'accepted' || heedsAcceptance(claim, batch.id);
  const changes = isStored ? folded.changes : [];
  const after = claims.find(({ id }) => id === claim.id) ?? claim;
  const placed = states.get(claimId(claim.id))?.answers.find((one) => one.answer.key === fact.key);
  const isEarlier = placed?.effect === 'earlier';
  const moved = after.lane === claim.lane ? 'noted' : 'moved';
  const outcome = isEarlier ? 'superseded' : folded.changes.length === 0 ? 'unchanged' : moved;
  const read = isStored ? chain : [];
  const version = acceptances?.version;
  const writes =
    verdict.verdict === 'accepted'
      ? []
      : [{ kind: 'batch-acceptances-unchanged', batchId: batch.id, version } as const];
  return { changes, read, writes, result: { ...verdict, lane: after.lane, outcome }, isMatched: true };
}

function doubt(claim: Claim, candidates: number, { acknowledgment }: VerdictFacts): Doubt {
  const { kind, id: response, received_at } = acknowledgment;
  return ambiguous(claim.id, {
    ...{ at: received_at, source_id: response, response: kind },
    text: `${kind}: the rejection matches ${candidates} batches`,
  });
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

export interface VerdictInBatch {
  readonly batch: Pick<Batch, 'id'>;
  readonly verdict: ClaimVerdict;
  /** Number of batches that the acknowledgment fits equally well, if more than one. */
  readonly candidates?: number;
}

type MatchedVerdict = VerdictInBatch & {
  readonly claim: Claim | undefined;
  readonly chains: Chains;
  /** Of the batch, for a verdict that does not accept. */
  readonly acceptances: BatchAcceptances | undefined;
};

/**
 * Verdicts on one of several batches that an acknowledgment fits. Each claim that it refuses is in doubt. An acceptance
 * decides nothing.
 */
export const inDoubt = (
  batch: VerdictInBatch['batch'],
  verdicts: readonly ClaimVerdict[],
  candidates: number,
): readonly VerdictInBatch[] =>
  verdicts
    .filter(({ verdict }) => verdict !== 'accepted')
    .map(({ role, ...one }) => ({ batch, verdict: { ...one, verdict: 'unknown' }, candidates }));

/** Audit entries, lanes, figures, acknowledgment and results are stored beside them. */
const limits = { items: 72, weight: 72, size: Number.POSITIVE_INFINITY, matchedTogether: 72 };

export const verdictRules = (
  run: Pick<FileRun, 'actor' | 'now'>,
  {
    acknowledgments,
    claims,
    batches,
  }: Pick<EnvelopeAcknowledgmentPorts, 'acknowledgments' | 'claims' | 'batches'>,
  acknowledgment: StoredEnvelopeAcknowledgment,
): ItemRules<StoredEnvelopeAcknowledgment, VerdictInBatch, MatchedVerdict, VerdictResult> => ({
  responses: acknowledgments,
  limits,
  // A verdict that does not accept has a condition on the acceptances of its batch.
  weigh: ({ claim, chains, verdict }) =>
    claim === undefined ? 0 : weightOf(chains, [claim]) + (verdict.verdict === 'accepted' ? 0 : 1),
  async match(items) {
    const found = await claims.findClaims(items.map(({ verdict }) => verdict.claim_id));
    const byId = new Map(found.map((claim) => [claim.id, claim]));
    const refused = items.filter(({ verdict }) => verdict.verdict !== 'accepted');
    const [chains, accepted] = await Promise.all([
      readChains(claims.findClaims, found),
      batches.acceptancesOf(refused.map(({ batch }) => batch.id)),
    ]);
    return items.map((item) => ({
      ...item,
      claim: byId.get(item.verdict.claim_id),
      chains,
      acceptances: accepted.get(item.batch.id),
    }));
  },
  decide({ batch, verdict, candidates, claim, chains, acceptances }, current) {
    const chain = claim === undefined ? [] : currentChain(chains, claim, current);
    return applyVerdict(verdict, claim && current(claim), chain, {
      acknowledgment,
      batch,
      acceptances,
      ...(candidates !== undefined && { candidates }),
      actor: run.actor,
      now: run.now(),
    });
  },
  tally: (acknowledgment, results) => ({
    ...acknowledgment,
    claim_counts: plus(acknowledgment.claim_counts, results),
  }),
  resultWrites: (first, results) => [
    { kind: 'acknowledgment-results', id: acknowledgment.id, first, results },
  ],
});

function plus(counts: VerdictCounts, results: readonly VerdictResult[]): VerdictCounts {
  const current = results.filter(({ outcome }) => outcome !== 'superseded');
  const count = (matches: (result: VerdictResult) => boolean) => current.filter(matches).length;
  return {
    accepted: counts.accepted + count(({ verdict }) => verdict === 'accepted'),
    rejected: counts.rejected + count(({ verdict }) => verdict === 'rejected'),
    causes: counts.causes + count(({ role }) => role === 'cause'),
    unknown: counts.unknown + count(({ verdict }) => verdict === 'unknown'),
    superseded: counts.superseded + results.length - current.length,
  };
}
