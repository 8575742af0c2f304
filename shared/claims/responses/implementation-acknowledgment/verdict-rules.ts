import type { Batch } from '../../claim/batch.ts';
import type { Claim } from '../../claim/claim.ts';
import { type Chains, currentChain, readChains, weightOf } from '../../claims/read-chains.ts';
import type { FileRun } from '../../files/file-run.ts';
import type { ItemRules } from '../engine/item-queue.ts';
import { applyVerdict } from './apply-verdict.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import type {
  EnvelopeAcknowledgmentPorts,
  StoredEnvelopeAcknowledgment,
  VerdictCounts,
  VerdictResult,
} from './stored-acknowledgment.ts';

export interface VerdictInBatch {
  readonly batch: Pick<Batch, 'id'>;
  readonly verdict: ClaimVerdict;
  /** Number of batches that the acknowledgment fits equally well, if more than one. */
  readonly candidates?: number;
}

type MatchedVerdict = VerdictInBatch & { readonly claim: Claim | undefined; readonly chains: Chains };

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
  { acknowledgments, claims }: Pick<EnvelopeAcknowledgmentPorts, 'acknowledgments' | 'claims'>,
  acknowledgment: StoredEnvelopeAcknowledgment,
): ItemRules<StoredEnvelopeAcknowledgment, VerdictInBatch, MatchedVerdict, VerdictResult> => ({
  responses: acknowledgments,
  limits,
  weigh: ({ claim, chains }) => (claim === undefined ? 0 : weightOf(chains, [claim])),
  async match(items) {
    const found = await claims.findClaims(items.map(({ verdict }) => verdict.claim_id));
    const byId = new Map(found.map((claim) => [claim.id, claim]));
    const chains = await readChains(claims.findClaims, found);
    return items.map((item) => ({ ...item, claim: byId.get(item.verdict.claim_id), chains }));
  },
  decide({ batch, verdict, candidates, claim, chains }, current) {
    const chain = claim === undefined ? [] : currentChain(chains, claim, current);
    return applyVerdict(verdict, claim && current(claim), chain, {
      acknowledgment,
      batch,
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
