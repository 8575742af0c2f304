import { retryOnConflict } from '#persistence/conflict.ts';
import { type Change, changeOf } from '../change.ts';
import { chunksOf } from '../chunks.ts';
import { shortId } from '../deterministic-id.ts';
import type { BatchLookup, ClaimLookup } from '../files/claim-lookup.ts';
import type { AcceptancesOfBatches } from './batch.ts';
import type { Claim } from './claim.ts';
import { claimChange } from './claim-change.ts';
import { claimId, factKey, type LateResponse } from './facts.ts';

export type ExpectedResponse = '999' | '277CA' | '835';

/** Hours after which a response of a payer is overdue. */
export type OverduePolicy = Readonly<Record<ExpectedResponse, number>>;

/** One hour for a 999, two days for a 277CA, 30 days for an 835. */
export const defaultOverduePolicy: OverduePolicy = { '999': 1, '277CA': 48, '835': 720 };

const waitingLanes = ['submitted', 'accepted', 'pending'] as const;

/**
 * Returns the overdue response, counted from the time at which the claim came into its lane.
 *
 * @param isAccepted whether a 999 accepted the batch of the claim
 */
export function missingResponse(
  claim: Claim,
  policy: OverduePolicy,
  now: Date,
  isAccepted: boolean,
): ExpectedResponse | undefined {
  const next = claim.waits_for === '999' && isAccepted ? '277CA' : claim.waits_for;
  if (next === undefined) return undefined;
  return Date.parse(claim.lane_since) + hoursInMilliseconds(policy[next]) <= now.getTime() ? next : undefined;
}

const hoursInMilliseconds = (count: number): number => count * 3_600_000;

export interface LastOverdueCheck {
  readonly looked_at: string;
  /** Policies of that check. Other policies cause a check of all claims. */
  readonly policies: string;
}

export interface OverduePolicies {
  readonly usual: OverduePolicy;
  readonly byPayer: ReadonlyMap<string, OverduePolicy>;
}

export interface OverduePorts {
  readonly claims: Pick<ClaimLookup, 'findClaims'>;
  readonly batches: Pick<BatchLookup, 'acceptancesOf'>;
  readonly policies: OverduePolicies;
  readLastCheck(): Promise<LastOverdueCheck | undefined>;
  writeLastCheck(mark: LastOverdueCheck): Promise<void>;
  /** Yields the ids of claims that came into a lane in a period, page by page; eventually consistent. */
  readLane(lane: string, from: string, to: string): AsyncIterable<readonly string[]>;
  write(change: Change): Promise<void>;
}

/** Overlap of two checks, because the index lags behind the table, and a transaction behind its own time. */
const margin = hoursInMilliseconds(1);
/** Claims of one transaction: each needs an audit entry, a claim record, figures and a condition on its batch, with the lane figures. */
const claimsPerWrite = 20;

/**
 * Moves claims whose next response is overdue to lane `overdue`. Reads only claims whose time has expired since the last
 * check.
 *
 * @returns the number of moved claims
 */
export async function markOverdue(ports: OverduePorts, now: Date): Promise<number> {
  const policies = JSON.stringify([ports.policies.usual, [...ports.policies.byPayer]]);
  const mark = await ports.readLastCheck();
  const isSame = mark !== undefined && mark.policies === policies;
  const since = isSame ? Date.parse(mark.looked_at) - margin : undefined;
  let moved = 0;
  for (const after of timesOf(ports.policies)) {
    const from = since === undefined ? '' : new Date(since - hoursInMilliseconds(after)).toISOString();
    const to = new Date(now.getTime() - hoursInMilliseconds(after)).toISOString();
    for (const lane of waitingLanes) {
      for await (const ids of ports.readLane(lane, from, to)) moved += await moveOverdue(ports, ids, now);
    }
  }
  await ports.writeLastCheck({ looked_at: now.toISOString(), policies });
  return moved;
}

function timesOf({ usual, byPayer }: OverduePolicies): readonly number[] {
  const all = [usual, ...byPayer.values()].flatMap((policy) => Object.values(policy));
  return [...new Set(all)];
}

async function moveOverdue(ports: OverduePorts, ids: readonly string[], now: Date): Promise<number> {
  let moved = 0;
  for (const some of chunksOf(ids, claimsPerWrite)) {
    moved += await retryOnConflict(async () => {
      const claims = await ports.claims.findClaims(some);
      const accepted = await ports.batches.acceptancesOf(claims.flatMap((claim) => lastBatch(claim) ?? []));
      const changes = claims.flatMap((claim) => overdue(claim, ports.policies, now, accepted));
      if (changes.length === 0) return 0;
      const batches = new Set(changes.flatMap(({ after }) => lastBatch(after) ?? []));
      const conditions = [...batches].map(
        (batchId) =>
          ({
            kind: 'batch-acceptances-unchanged',
            batchId,
            version: accepted.get(batchId)?.version,
          }) as const,
      );
      await ports.write(changeOf(changes, ...conditions));
      return changes.length;
    });
  }
  return moved;
}

const lastBatch = ({ sent = [] }: Claim): string | undefined => sent.at(-1)?.batch;

function overdue(
  claim: Claim,
  { usual, byPayer }: OverduePolicies,
  now: Date,
  acceptances: AcceptancesOfBatches,
) {
  const policy = byPayer.get(claim.payer_id) ?? usual;
  const missing = missingResponse(claim, policy, now, acceptances.has(lastBatch(claim) ?? ''));
  if (missing === undefined) return [];
  const payload = { missing, since: claim.lane_since, after_hours: policy[missing] };
  const { lane, facts = [], version } = claim;
  const at = now.toISOString();
  const after: Claim = {
    ...claim,
    facts: [...facts, lateResponse(claim, missing)],
    lane: 'overdue',
    lane_before: lane,
    lane_since: at,
    version: version + 1,
    updated_at: at,
  };
  return claimChange(after, 'claim.overdue', { actor: 'schedule', now, payload }, claim);
}

/** Void once the response, or a later one, is there. */
function lateResponse(
  { id, sent = [], facts = [], version }: Claim,
  expects: ExpectedResponse,
): LateResponse {
  const last = facts.findLast(({ fact }) => fact === 'adjudication');
  return {
    fact: 'late',
    key: factKey(shortId('late', id, version)),
    claim: claimId(id),
    n: sent.length,
    expects,
    ...(last && expects === '835' && { after: last.key }),
  };
}
