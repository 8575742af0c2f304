import { billingProviderId, type Claim } from '#claims/claims/claim.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import type { ClaimStatus } from '#x12/277ca/model.ts';
import {
  type Chains,
  chainsOf,
  currentChain,
  latest,
  questionable,
  readChains,
  weightOf,
} from '../claims/read-chains.ts';
import type { NumberQuery } from '../files/claim-lookup.ts';
import type { ItemOutcome, ItemRules } from '../files/item-queue.ts';
import { itemOfStatus } from '../unmatched/new-items.ts';
import { unmatchedItemId } from '../unmatched/unmatched-item.ts';
import {
  type AcknowledgmentContext,
  applyStatus,
  type ClaimAcknowledgmentPorts,
  questionCandidate,
} from './apply-status.ts';
import { candidatesOf, type MatchableStatus, matchStatus, type StatusMatch } from './match-status.ts';
import { saysRejected } from './status-policy.ts';
import {
  payerControlNumberOf,
  type StatusCounts,
  type StatusResult,
  type StoredClaimAcknowledgment,
  statusResult,
} from './stored-claim-acknowledgment.ts';

interface MatchedStatus {
  readonly status: ClaimStatus;
  readonly match: StatusMatch;
  /** The chains of the claims of the match, by claim. */
  readonly chains: Chains;
}

/** One transaction takes 72 actions in addition to audit entries, lanes, figures and 277CA, and its results as one item of 400 kB. */
const limits = { items: 36, weight: 72, size: 350_000, matchedTogether: 72 };

export const statusRules = (
  { acknowledgments, claims, policyOf }: ClaimAcknowledgmentPorts,
  context: AcknowledgmentContext,
): ItemRules<StoredClaimAcknowledgment, ClaimStatus, MatchedStatus, StatusResult> => ({
  responses: acknowledgments,
  limits,
  // Each claim of the chain, the payer's number, and the items that it resolves; an ambiguous rejection: each chain, and its item.
  weigh: ({ status, match, chains }) =>
    match.result === 'matched'
      ? 1 + weightOf(chains, [match.claim])
      : 1 + weightOf(chains, questionedClaims(status, match, chains)),
  sizeOf: (status) => JSON.stringify(status).length,
  async match(statuses) {
    const known = await claims.findByNumbers(statuses.map(numberQuery));
    const matches = statuses.map((status, n) => ({
      status,
      match: matchStatus(status, known[n] ?? new Map(), context.isInBatch),
    }));
    const found = matches.flatMap(({ status, match }) =>
      match.result === 'matched' ? [match.claim] : questionedClaims(status, match),
    );
    const chains = await readChains(claims.findClaims, found);
    return matches.map((one) => ({ ...one, chains }));
  },
  decide({ status, match, chains }, current, place): ItemOutcome<StatusResult> {
    if (match.result !== 'matched') {
      const result = statusResult(status, match, { outcome: match.result });
      const candidates = match.result === 'ambiguous' ? match.claims.length : 0;
      const itemId = unmatchedItemId(context.acknowledgment.id, place);
      const questioned = questionedClaims(status, match, chains);
      const changes: ClaimChange[] = [];
      for (const claim of questioned) {
        const policy = policyOf(claim.payer_id);
        const chain = currentChain(chains, claim, (one) => latest(changes, current(one)));
        changes.push(
          ...questionCandidate(status, claim, chain, candidates, policy, context.factsFor(policy), itemId),
        );
      }
      const item = itemOfStatus(result, place, context.acknowledgment, status.patient);
      const writes = item === undefined ? [] : [{ kind: 'unmatched-item', item } as const];
      return { result, isMatched: false, changes, read: chainsOf(chains, questioned), writes };
    }
    const chain = currentChain(chains, match.claim, current);
    const policy = policyOf(match.claim.payer_id);
    const number = match.key === 'REF*D9' ? undefined : match.number;
    const payerNumber = payerControlNumberOf(status, match);
    const applied = applyStatus(
      { status, policy, n: place, number, payerNumber },
      match.claim,
      chain,
      context.factsFor(policy),
    );
    const { changes, claim, outcome } = applied;
    const result = statusResult(status, match, { outcome, lane: claim.lane });
    return { result, isMatched: true, changes, read: chain };
  },
  tally: (acknowledgment, results) => ({ ...acknowledgment, counts: plus(acknowledgment.counts, results) }),
  resultWrites: (first, results) => [
    { kind: 'acknowledgment-results', id: context.acknowledgment.id, first, results },
  ],
});

const questionedClaims = (
  status: ClaimStatus,
  match: StatusMatch,
  chains: Chains = new Map(),
): readonly Claim[] =>
  match.result === 'ambiguous' && saysRejected(status)
    ? questionable(
        match.claims.filter(({ lane }) => lane !== 'closed'),
        (claim) => chainsOf(chains, [claim]),
      )
    : [];

export function numberQuery({ numbers, billingProvider, taxId }: MatchableStatus): NumberQuery {
  const npi = billingProvider?.idQualifier === 'XX' ? billingProvider.id : undefined;
  const known = billingProviderId({ billing_npi: npi ?? '', ...(taxId !== undefined && { tax_id: taxId }) });
  return {
    numbers: [...new Set(candidatesOf(numbers).map(({ number }) => number))],
    ...(known !== '' && { provider: known }),
  };
}

function plus(counts: StatusCounts, results: readonly StatusResult[]): StatusCounts {
  const sums = { ...counts, statuses: counts.statuses + results.length };
  for (const { match, classification, conflict } of results) {
    sums[match.result]++;
    sums[classification]++;
    if (conflict) sums.conflicts++;
  }
  return sums;
}
