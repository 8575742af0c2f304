import type { ClaimStatus } from '#x12/277ca/types.ts';
import { billingProviderId, type Claim } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';
import type { FileRun } from '../../files/file-run.ts';
import type { Effect, Judge, Steps } from '../engine/answer-run.ts';
import type { ClaimsByNumber, NumberQuery } from '../engine/claim-lookup.ts';
import { applyStatus, questionCandidate, type StatusFacts, statusCodeText } from './apply-status.ts';
import { candidatesOf, matchStatus, type StatusMatch } from './match-status.ts';
import type { OpenAnswer } from './open-answer.ts';
import { type StatusPolicy, saysRejected } from './status-policy.ts';
import type { StatusPorts } from './store.ts';
import {
  payerControlNumberOf,
  type StatusCounts,
  type StatusResult,
  type StoredClaimAcknowledgment,
  statusResult,
} from './stored-acknowledgment.ts';

/** Steps that can look up the claims of statuses while others are applied. */
export interface StatusSteps extends Steps<StoredClaimAcknowledgment, ClaimStatus, StatusResult> {
  lookAhead(statuses: readonly ClaimStatus[]): void;
  /** How many of the statuses, from the first on, fit into one transaction. */
  fitting(statuses: readonly ClaimStatus[]): Promise<number>;
}

/** What the claims and the results of one transaction may weigh beside the figures of all lanes and the 277CA. */
export const mostStatuses = 27;
const mostWeight = 3 * mostStatuses;
/** Claims that a rejection fits alike and that go to review: as many as one transaction takes. */
const mostCandidates = 40;

/** How the statuses of a 277CA are applied, chunk by chunk. */
export function statusSteps(run: FileRun, ports: StatusPorts) {
  const ahead = new Map<ClaimStatus, Promise<ClaimsByNumber>>();

  return {
    of: (open: OpenAnswer): StatusSteps => ({
      kind: '277CA',
      book: ports.answers,
      claims: ports.claims,
      lookAhead(statuses) {
        const unknown = statuses.filter((status) => !ahead.has(status));
        if (unknown.length === 0) return;
        const found = lookUp(unknown);
        // Its failure is heard by whoever waits for it.
        found.catch(() => {});
        for (const [n, status] of unknown.entries()) {
          const own = found.then((all) => all[n] ?? new Map());
          own.catch(() => {});
          ahead.set(status, own);
        }
      },
      async fitting(statuses) {
        const known = await Promise.all(statuses.map((status) => ahead.get(status) ?? new Map()));
        let weight = 0;
        const beyond = statuses.findIndex((status, n) => {
          weight += weightOf(status, matchStatus(status, known[n] ?? new Map(), open.isInBatch));
          return n > 0 && weight > mostWeight;
        });
        return beyond === -1 ? statuses.length : beyond;
      },
      async prepare(statuses) {
        const known = await takeAhead(statuses);
        const byStatus = new Map(statuses.map((status, n) => [status, known[n] ?? new Map()]));
        return judge(open, (status) => byStatus.get(status) ?? new Map());
      },
      tally: (answer, results) => ({ ...answer, counts: plus(answer.counts, results) }),
      keep: ({ id }, first, results) => [ports.answers.putStatuses(id, first, results)],
    }),
  };

  /** What was looked up ahead serves once: after a change of claims it is of the past. */
  async function takeAhead(statuses: readonly ClaimStatus[]): Promise<readonly ClaimsByNumber[]> {
    const known = statuses.flatMap((status) => ahead.get(status) ?? []);
    for (const status of statuses) ahead.delete(status);
    return known.length === statuses.length ? Promise.all(known) : lookUp(statuses);
  }

  function lookUp(statuses: readonly ClaimStatus[]): Promise<readonly ClaimsByNumber[]> {
    return ports.claims.findByNumbers(statuses.map(lookUpOf));
  }

  function candidateChange(
    status: ClaimStatus,
    match: StatusMatch,
    claim: Claim,
    facts: StatusFacts,
  ): ClaimChange {
    const candidates = match.result === 'ambiguous' ? match.claims.length : 0;
    return questionCandidate(status, claim, candidates, ports.policyOf(claim.payer_id), facts);
  }

  function judge(
    open: OpenAnswer,
    knownOf: (status: ClaimStatus) => ClaimsByNumber,
  ): Judge<ClaimStatus, StatusResult> {
    const { id, received_at } = open.record;
    const shared = { acknowledgment_id: id, received_at, actor: run.actor, now: run.now() };
    const factsFor = (policy: StatusPolicy): StatusFacts => ({ ...shared, ...open.timesFor(policy) });
    return (status, current): Effect<StatusResult> => {
      const match = matchStatus(status, knownOf(status), open.isInBatch);
      if (match.result !== 'matched') {
        const result = statusResult(status, match, { outcome: match.result });
        const further = questioned(status, match).map((claim) =>
          candidateChange(status, match, current(claim), factsFor(ports.policyOf(claim.payer_id))),
        );
        return { result, isMatched: false, further };
      }
      const claim = current(match.claim);
      const policy = ports.policyOf(claim.payer_id);
      const number = payerControlNumberOf(status, match);
      const { change, outcome } = applyStatus(status, claim, policy, factsFor(policy), number);
      const lane = change?.after.lane ?? claim.lane;
      const result = statusResult(status, match, { outcome, lane });
      // A change has its entry in the audit log, which the timeline shows; what changed nothing is told by an event.
      if (change !== undefined) return { claim, change, result, isMatched: true };
      const detail = detailOf(status, match, result);
      const event = { at: received_at, kind: 'acknowledgment' as const, reference: id, detail };
      return { claim, event, result, isMatched: true };
    };
  }
}

/** The claims that an ambiguous rejection puts before somebody. */
function questioned(status: ClaimStatus, match: StatusMatch): readonly Claim[] {
  if (match.result !== 'ambiguous' || !saysRejected(status)) return [];
  const standing = match.claims.filter(({ lane }) => lane !== 'closed');
  return standing.slice(0, mostCandidates);
}

/** An entry, a claim and the payer's number or an event; of an ambiguous rejection an entry and a claim for each. */
const weightOf = (status: ClaimStatus, match: StatusMatch): number =>
  match.result === 'matched' ? 3 : 2 * questioned(status, match).length;

function lookUpOf({ numbers, provider, taxId }: ClaimStatus): NumberQuery {
  const npi = provider?.idQualifier === 'XX' ? provider.id : undefined;
  const known = billingProviderId({ billing_npi: npi ?? '', ...(taxId !== undefined && { tax_id: taxId }) });
  return {
    numbers: [...new Set(candidatesOf(numbers).map(({ number }) => number))],
    ...(known !== '' && { provider: known }),
  };
}

/** What the timeline of the claim shows; the status in full stands in the 277CA. */
function detailOf(status: ClaimStatus, match: StatusMatch & { result: 'matched' }, result: StatusResult) {
  return {
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
  };
}

function plus(counts: StatusCounts, results: readonly StatusResult[]): StatusCounts {
  const count = (holds: (result: StatusResult) => boolean) => results.filter(holds).length;
  const matches = (wanted: StatusResult['match']['result']) => count(({ match }) => match.result === wanted);
  const classes = (wanted: StatusResult['classification']) =>
    count(({ classification }) => classification === wanted);
  return {
    ...counts,
    statuses: counts.statuses + results.length,
    matched: counts.matched + matches('matched'),
    unmatched: counts.unmatched + matches('unmatched'),
    ambiguous: counts.ambiguous + matches('ambiguous'),
    conflicts: counts.conflicts + count(({ conflict }) => conflict),
    accepted: counts.accepted + classes('accepted'),
    rejected: counts.rejected + classes('rejected'),
    pended: counts.pended + classes('pended'),
    paid: counts.paid + classes('paid'),
    unknown: counts.unknown + classes('unknown'),
  };
}
