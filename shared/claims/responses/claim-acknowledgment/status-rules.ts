import type { ClaimStatus } from '#x12/277ca/types.ts';
import { billingProviderId, type Claim } from '../../claim/claim.ts';
import { itemOfStatus } from '../../unmatched/new-items.ts';
import { itemsAwaiting } from '../../unmatched/settle/resolved-items.ts';
import { unmatchedItemId } from '../../unmatched/unmatched-item.ts';
import type { NumberQuery } from '../engine/claim-lookup.ts';
import type { ItemOutcome, ItemRules } from '../engine/item-queue.ts';
import {
  type AcknowledgmentContext,
  applyStatus,
  type ClaimAcknowledgmentPorts,
  questionCandidate,
  statusCodeText,
} from './apply-status.ts';
import { candidatesOf, type MatchableStatus, matchStatus, type StatusMatch } from './match-status.ts';
import { saysRejected } from './status-policy.ts';
import {
  payerControlNumberOf,
  type StatusCounts,
  type StatusResult,
  type StoredClaimAcknowledgment,
  statusResult,
} from './stored-acknowledgment.ts';

interface MatchedStatus {
  readonly status: ClaimStatus;
  readonly match: StatusMatch;
}

/** One transaction takes 72 actions in addition to audit entries, lanes, figures and 277CA, and its results as one item of 400 kB. */
const limits = { items: 36, weight: 72, size: 350_000, matchedTogether: 72 };
/** Claims that an ambiguous rejection puts in review: as many as one transaction takes. */
const maxCandidates = 24;

export const statusRules = (
  { acknowledgments, claims, policyOf }: ClaimAcknowledgmentPorts,
  context: AcknowledgmentContext,
): ItemRules<StoredClaimAcknowledgment, ClaimStatus, MatchedStatus, StatusResult> => ({
  responses: acknowledgments,
  limits,
  // A claim and the payer's number or an event; an ambiguous rejection: each claim, and its item.
  weigh: ({ status, match }) =>
    match.result === 'matched' ? 2 + itemsAwaiting(match.claim) : 1 + questionedClaims(status, match).length,
  sizeOf: (status) => JSON.stringify(status).length,
  async match(statuses) {
    const known = await claims.findByNumbers(statuses.map(numberQuery));
    return statuses.map((status, n) => {
      return { status, match: matchStatus(status, known[n] ?? new Map(), context.isInBatch) };
    });
  },
  decide({ status, match }, current, place): ItemOutcome<StatusResult> {
    if (match.result !== 'matched') {
      const result = statusResult(status, match, { outcome: match.result });
      const candidates = match.result === 'ambiguous' ? match.claims.length : 0;
      const itemId = unmatchedItemId(context.acknowledgment.id, place);
      const changes = questionedClaims(status, match).map((claim) => {
        const policy = policyOf(claim.payer_id);
        const facts = { ...context.factsFor(policy), unmatched_item_id: itemId };
        return questionCandidate(status, current(claim), candidates, policy, facts);
      });
      const item = itemOfStatus(result, place, context.acknowledgment, status.patient);
      const writes = item === undefined ? [] : [{ kind: 'unmatched-item', item } as const];
      return { result, isMatched: false, changes, writes };
    }
    const claim = current(match.claim);
    const policy = policyOf(claim.payer_id);
    const number = payerControlNumberOf(status, match);
    const { change, outcome } = applyStatus(status, claim, policy, context.factsFor(policy), number);
    const lane = change?.after.lane ?? claim.lane;
    const result = statusResult(status, match, { outcome, lane });
    // The timeline shows a change by its audit entry; without a change it needs an event.
    if (change !== undefined) return { result, isMatched: true, changes: [change] };
    const { id: reference, received_at: at } = context.acknowledgment;
    const detail = detailOf(status, match, result);
    const event = { at, kind: 'acknowledgment', reference, detail } as const;
    return { result, isMatched: true, event: { claimId: claim.id, event } };
  },
  tally: (acknowledgment, results) => ({ ...acknowledgment, counts: plus(acknowledgment.counts, results) }),
  resultWrites: (first, results) => [
    { kind: 'acknowledgment-results', id: context.acknowledgment.id, first, results },
  ],
});

const questionedClaims = (status: ClaimStatus, match: StatusMatch): readonly Claim[] =>
  match.result === 'ambiguous' && saysRejected(status)
    ? match.claims.filter(({ lane }) => lane !== 'closed').slice(0, maxCandidates)
    : [];

export function numberQuery({ numbers, provider, taxId }: MatchableStatus): NumberQuery {
  const npi = provider?.idQualifier === 'XX' ? provider.id : undefined;
  const known = billingProviderId({ billing_npi: npi ?? '', ...(taxId !== undefined && { tax_id: taxId }) });
  return {
    numbers: [...new Set(candidatesOf(numbers).map(({ number }) => number))],
    ...(known !== '' && { provider: known }),
  };
}

const detailOf = (status: ClaimStatus, match: StatusMatch & { result: 'matched' }, result: StatusResult) => ({
  type: '277CA',
  code: statusCodeText(status),
  classification: status.classification,
  disposition: status.disposition,
  conflict: status.conflict,
  action: status.action,
  matched_by: match.key,
  narrowed_by: match.narrowed_by,
  differs_in: match.differs_in,
  outcome: result.outcome,
});

function plus(counts: StatusCounts, results: readonly StatusResult[]): StatusCounts {
  const sums = { ...counts, statuses: counts.statuses + results.length };
  for (const { match, classification, conflict } of results) {
    sums[match.result]++;
    sums[classification]++;
    if (conflict) sums.conflicts++;
  }
  return sums;
}
