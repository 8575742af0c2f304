import { retryOnConflict } from '#persistence/conflict.ts';
import { type Change, changeOf } from '../change.ts';
import type { Claim } from '../claim/claim.ts';
import { moveClaim } from '../claim/claim-change.ts';
import type { ClaimLookup } from '../responses/engine/claim-lookup.ts';
import {
  hoursInMilliseconds,
  missingResponse,
  type OverduePolicy,
  waitingLanes,
} from './missing-response.ts';

/** How far the last complete look has come. */
export interface LastOverdueCheck {
  readonly looked_at: string;
  /** Hours that it looked for: with others everything is looked at again. */
  readonly policies: string;
}

/** What the policies of all payers are. */
export interface OverduePolicies {
  readonly usual: OverduePolicy;
  readonly byPayer: ReadonlyMap<string, OverduePolicy>;
}

export interface OverduePorts {
  readonly claims: Pick<ClaimLookup, 'findClaims'>;
  readonly policies: OverduePolicies;
  readLastCheck(): Promise<LastOverdueCheck | undefined>;
  writeLastCheck(mark: LastOverdueCheck): Promise<void>;
  /** Ids of the claims that came into a lane in a span of time, page by page; may lag behind. */
  readLane(lane: string, from: string, to: string): AsyncIterable<readonly string[]>;
  write(change: Change): Promise<void>;
}

/** The index lags behind the table, and a transaction behind the time that it names. */
const margin = hoursInMilliseconds(1);
/** A move weighs an entry and a claim; beside them stand the figures of the lanes. */
const movesAtOnce = 40;

/**
 * Moves claims whose answer is missing for too long to `overdue`. Only those are read whose time has run out since
 * the last look, for each of the times that payers are given.
 *
 * @returns how many were moved
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
  for (let n = 0; n < ids.length; n += movesAtOnce) {
    const some = ids.slice(n, n + movesAtOnce);
    moved += await retryOnConflict(async () => {
      const changes = (await ports.claims.findClaims(some)).flatMap((claim) =>
        overdue(claim, ports.policies, now),
      );
      if (changes.length === 0) return 0;
      await ports.write(changeOf(changes));
      return changes.length;
    });
  }
  return moved;
}

function overdue(claim: Claim, { usual, byPayer }: OverduePolicies, now: Date) {
  const policy = byPayer.get(claim.payer_id) ?? usual;
  const missing = missingResponse(claim, policy, now);
  if (missing === undefined) return [];
  const payload = { missing, since: claim.lane_since, after_hours: policy[missing] };
  return moveClaim(claim, 'overdue', { actor: 'schedule', now, payload }) ?? [];
}
