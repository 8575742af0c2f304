import type { Claim } from '../../claim/claim.ts';
import { replacementTargets } from '../../claim/replacement.ts';
import type { BlockedClaim } from '../file/check-file.ts';
import { holdersOf, type UnreadyClaim } from '../held-claims.ts';
import type { SubmissionPorts } from '../ports.ts';
import { blockedAsNotReady } from './refusals.ts';

export async function readinessOf(ids: readonly string[], ports: SubmissionPorts) {
  if (ids.length === 0) return { claims: [], unready: new Map<string, UnreadyClaim>() };
  const claims = await ports.claims.find(ids);
  const lanes = new Map(claims.map(({ id, lane }) => [id, lane]));
  const waiting = new Set(await ports.store.blockedByOpenCorrection(replacementTargets(claims)));
  const holders = await holdersOf(claims, ports);
  const unready = ids.flatMap((claim_id): UnreadyClaim[] => {
    const lane = lanes.get(claim_id) ?? 'unknown';
    if (lane !== 'ready') return [{ claim_id, lane }];
    const holder = holders.get(claim_id);
    if (holder !== undefined) return [holder];
    return waiting.has(claim_id) ? [{ claim_id, lane: 'correction_open' }] : [];
  });
  return { claims, unready: new Map(unready.map((claim) => [claim.claim_id, claim])) };
}

export interface ReadyClaims {
  readonly claims: readonly Claim[];
  readonly blocked: readonly BlockedClaim[];
  /** More claims are ready than one submission takes. */
  readonly hasMore: boolean;
}

/** Maximum claims of one submission (TR3: 5,000 in a set) and of one call. */
const maxClaimsPerSubmission = 5000;

/**
 * Yields a payer's ready claims that no submission holds, as many at a time as one submission takes.
 *
 * @param held receives the claims that a submission holds, each with the id of the submission
 */
export async function* readyClaims(
  payerId: string,
  { claims, store, maxClaims = maxClaimsPerSubmission }: SubmissionPorts,
  held: Map<string, string>,
): AsyncGenerator<ReadyClaims> {
  let free: Claim[] = [];
  for await (const listed of claims.ready(payerId)) {
    const ids = listed.map(({ id }) => id);
    const reserved = await store.reservedBy(listed);
    for (const [claimId, submissionId] of reserved) held.set(claimId, submissionId);
    const found = await claims.find(ids.filter((id) => !reserved.has(id)));
    free.push(...found.filter(({ lane }) => lane === 'ready'));
    while (free.length > maxClaims) {
      yield { ...(await withoutWaiting(free.slice(0, maxClaims), store)), hasMore: true };
      free = free.slice(maxClaims);
    }
  }
  if (free.length > 0) yield { ...(await withoutWaiting(free, store)), hasMore: false };
}

/** Leaves out corrections and voids that wait for another one of the same claim. */
async function withoutWaiting(claims: readonly Claim[], store: SubmissionPorts['store']) {
  const waiting = new Set(await store.blockedByOpenCorrection(replacementTargets(claims)));
  const blocked = [...waiting].map((claim_id) => blockedAsNotReady({ claim_id, lane: 'correction_open' }));
  return { claims: claims.filter(({ id }) => !waiting.has(id)), blocked };
}
