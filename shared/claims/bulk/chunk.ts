import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Change, Write } from '../change.ts';
import type { Claim } from '../claim/claim.ts';
import type { BulkResult, BulkRun } from './bulk-run.ts';
import { decide } from './operations.ts';
import { type Outcome, outcomeOf, unknownClaim } from './outcome.ts';
import type { DecisionPorts } from './ports.ts';

/** Claims that are committed together: their changes in one, and their results. */
export interface Chunk {
  readonly change: Change;
  readonly results: readonly BulkResult[];
}

/**
 * Decides about the next claims of a run. The chunk ends before a claim that writes the same record as an earlier one, because
 * a transaction writes a record once.
 *
 * @throws Conflict and StoreRejection
 */
export async function decideChunk(
  { id, operation }: BulkRun,
  ids: readonly string[],
  ports: DecisionPorts,
  onFailure: (error: unknown) => void,
): Promise<Chunk> {
  const claims = new Map((await ports.findClaims(ids)).map((claim) => [claim.id, claim]));
  const changes: Change[] = [];
  const results: BulkResult[] = [];
  const written = new Set<string>();
  for (const claimId of ids) {
    const claim = claims.get(claimId);
    const outcome: Outcome =
      claim === undefined
        ? unknownClaim
        : await outcomeOf(() => decide(operation, claim, id, ports), onFailure);
    const change = outcome.skip === undefined ? outcome.decision.change : undefined;
    const records = change?.writes.flatMap(recordsOf) ?? [];
    if (records.some((record) => written.has(record))) break;
    for (const record of records) written.add(record);
    if (change !== undefined) changes.push(change);
    results.push(resultOf(claimId, claim, outcome, ports.now));
  }
  return { change: merged(changes, id, operation.kind), results };
}

/** A claim that changed during every attempt. */
export const skippedChunk = (ids: readonly string[], now: Date): Chunk => ({
  change: { entries: [], writes: [] },
  results: ids.map((claimId) => {
    const skip = { reason: 'changed_meanwhile', message: 'Other requests kept changing the claim' };
    return resultOf(claimId, undefined, { skip }, now);
  }),
});

/** Claims and rights to be sent that a write changes. */
function recordsOf(write: Write): readonly string[] {
  if (write.kind === 'claims') return write.changes.map(({ after }) => after.id);
  return write.kind === 'hold-replacement' ? [`right ${write.target}`] : [];
}

/** One `claims` write for all, because they share the figures of their lanes. */
function merged(changes: readonly Change[], run: string, operation: string): Change {
  const writes = changes.flatMap((change) => change.writes);
  const claims = writes.flatMap((write) => (write.kind === 'claims' ? write.changes : []));
  const named = { bulk_run_id: run, operation };
  return {
    entries: changes.flatMap(({ entries }) => entries.map((entry) => withPayload(entry, named))),
    writes: [
      ...(claims.length > 0 ? [{ kind: 'claims', changes: claims } as const] : []),
      ...writes.filter(({ kind }) => kind !== 'claims'),
    ],
  };
}

function withPayload(entry: EntryDraft, more: Readonly<Record<string, JsonValue>>): EntryDraft {
  const { payload } = entry;
  const isRecord = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  return { ...entry, payload: { ...(isRecord && payload), ...more } };
}

function resultOf(claim_id: string, claim: Claim | undefined, outcome: Outcome, now: Date): BulkResult {
  const known = { claim_id, ...(claim && { from: claim.lane }), at: now.toISOString() };
  if (outcome.skip !== undefined) return { ...known, outcome: 'skipped', ...outcome.skip };
  const { to, newClaimId } = outcome.decision;
  return {
    ...known,
    outcome: 'done',
    to,
    ...(newClaimId !== undefined && { new_claim_id: newClaimId }),
  };
}
