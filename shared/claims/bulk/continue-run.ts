import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import { type Change, ChangeConflict, type Write } from '#claims/change.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { Conflict } from '#persistence/conflict.ts';
import { type BulkOperation, type BulkPreviewJson, maxSelectedClaims } from './contract.ts';
import {
  type BulkRunPorts,
  type DecisionPorts,
  decide,
  isRecordOperation,
  type Outcome,
  outcomeOf,
  unknownClaim,
} from './operations.ts';
import { type BulkResult, type BulkRun, isUnfinished, runAfter, runAfterSelection } from './rules.ts';

/** Returns the effect of an operation on each of these claims. Stores nothing. */
export async function previewClaims(
  operation: BulkOperation,
  ids: readonly string[],
  ports: DecisionPorts,
  onFailure: (error: unknown) => void,
): Promise<readonly BulkPreviewJson[]> {
  const claims = new Map((await ports.findClaims(ids)).map((claim) => [claim.id, claim]));
  const previews: BulkPreviewJson[] = [];
  for (const id of ids) {
    const claim = claims.get(id);
    const outcome =
      claim === undefined
        ? unknownClaim
        : await outcomeOf(() => decide(operation, claim, 'preview', ports), onFailure);
    previews.push(previewJson(id, claim, outcome));
  }
  return previews;
}

/** What preview and result have of a claim before the operation. */
const knownOf = (claim_id: string, claim: Claim | undefined) => ({
  claim_id,
  ...(claim && { patient_control_number: claim.patient_control_number, from: claim.lane }),
});

function previewJson(
  claim_id: string,
  claim: Claim | undefined,
  { skip, ...rest }: Outcome,
): BulkPreviewJson {
  const known = knownOf(claim_id, claim);
  if (skip !== undefined || !('decision' in rest)) return { ...known, outcome: 'skip', ...skip };
  const { to, errors, newClaimId, ruleChanges } = rest.decision;
  return {
    ...known,
    outcome: 'change',
    to,
    errors,
    ...(newClaimId !== undefined && { creates_correction: true }),
    ...(ruleChanges && { changes: [...ruleChanges] }),
  };
}

/** Another run of the same work, or a cancellation, has changed the progress. */
class RunMoved extends Error {}

/**
 * Continues a bulk run until it is finished or the time is over. Two runs of the same work may meet: each write is
 * conditional on the progress, so one of them stops. Claims, their results and the progress are one transaction, so a repeated
 * or killed run neither repeats a claim nor loses a result, and needs no lease.
 *
 * @returns the run as it is stored then; undefined for an unknown run
 */
export async function continueBulkRun(
  id: string,
  ports: BulkRunPorts,
  outOfTime: () => boolean,
): Promise<BulkRun | undefined> {
  const run = await ports.find(id);
  try {
    const selected = run?.state === 'selecting' ? await selectClaims(run, ports, outOfTime) : run;
    return selected?.state === 'running' ? await processClaims(selected, ports, outOfTime) : selected;
  } catch (error) {
    if (error instanceof RunMoved) return ports.find(id);
    throw error;
  }
}

/** Claims of a filter that are selected together. */
const idsPerPart = 200;

async function selectClaims(run: BulkRun, ports: BulkRunPorts, outOfTime: () => boolean): Promise<BulkRun> {
  let current = run;
  while (current.state === 'selecting' && !outOfTime()) {
    const limit = Math.min(idsPerPart, maxSelectedClaims - current.selected);
    const part = await ports.select(current.filter ?? {}, current.cursor, limit, current.billing_npis);
    const after = runAfterSelection(current, part, { now: ports.now(), max: maxSelectedClaims });
    await write(ports, { entries: [], writes: [] }, { before: current, after, selected: part.ids });
    current = after;
  }
  return current;
}

/** Claims of one transaction: up to four entries and actions each, with the lanes, the run and its results. */
const claimsPerWrite = 20;
/** Ids that are read ahead. */
const idsPerRead = 200;
/** Attempts on a claim that changes all the time. */
const maxAttempts = 5;

async function processClaims(run: BulkRun, ports: BulkRunPorts, outOfTime: () => boolean): Promise<BulkRun> {
  const decisions = await ports.openDecisions(run.started_by, run.billing_npis);
  let current = run;
  let ahead: readonly string[] = [];
  let attempts = 0;
  while (isUnfinished(current) && !outOfTime()) {
    if (ahead.length === 0) ahead = await ports.selectedIds(run.id, current.position, idsPerRead);
    if (ahead.length === 0) throw new Error('The selection of the bulk run is incomplete');
    // After a conflict one claim at a time, so that the others go on.
    const count = attempts === 0 && isRecordOperation(run.operation) ? claimsPerWrite : 1;
    const now = ports.now();
    try {
      const chunk =
        attempts < maxAttempts
          ? await decideChunk(current, ahead.slice(0, count), { ...decisions, now }, ports.onFailure)
          : skippedChunk(ahead.slice(0, 1), now);
      const after = runAfter(current, chunk.results, now);
      await write(ports, chunk.change, { before: current, after, results: chunk.results });
      current = after;
      ahead = ahead.slice(chunk.results.length);
      attempts = 0;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      attempts++;
    }
  }
  return current;
}

interface Progress extends Partial<Pick<Chunk, 'results'>> {
  readonly before: BulkRun;
  readonly after: BulkRun;
  readonly selected?: readonly string[];
}

/** @throws RunMoved, or ChangeConflict if a claim has changed */
async function write(ports: BulkRunPorts, change: Change, progress: Progress): Promise<void> {
  const writes = [...change.writes, { kind: 'bulk-progress', ...progress } as const];
  try {
    await ports.write({ ...change, writes });
  } catch (error) {
    const isMoved =
      error instanceof ChangeConflict && error.writes.some(({ kind }) => kind === 'bulk-progress');
    throw isMoved ? new RunMoved() : error;
  }
}

/** Claims that are committed together: their changes in one, and their results. */
interface Chunk {
  readonly change: Change;
  readonly results: readonly BulkResult[];
}

/**
 * Decides about the next claims of a run. The chunk ends before a claim that writes the same record as an earlier one, because
 * a transaction writes a record once.
 *
 * @throws Conflict and StoreRejection
 */
async function decideChunk(
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
const skippedChunk = (ids: readonly string[], now: Date): Chunk => ({
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
  const known = { ...knownOf(claim_id, claim), at: now.toISOString() };
  if (outcome.skip !== undefined) return { ...known, outcome: 'skipped', ...outcome.skip };
  const { to, newClaimId } = outcome.decision;
  return {
    ...known,
    outcome: 'done',
    to,
    ...(newClaimId !== undefined && { new_claim_id: newClaimId }),
  };
}
