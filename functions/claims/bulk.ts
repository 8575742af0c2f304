import { bulkRunPorts, decisionPorts, selectionPorts } from '#claims/bulk/bulk-store.ts';
import { continueBulkRun, previewClaims } from '#claims/bulk/continue-run.ts';
import type * as declared from '#claims/bulk/contract.ts';
import type { BulkOperation } from '#claims/bulk/contract.ts';
import { beginBulkRun, type bulkRuns, readBulkResults, readBulkRuns } from '#claims/bulk/records.ts';
import {
  bulkResultsCsv,
  bulkRunJson,
  bulkRunsCsv,
  endedRun,
  isUnfinished,
  newBulkRun,
} from '#claims/bulk/rules.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import { isWithin } from '#claims/provider-limit.ts';
import { bulkRunsEnvironment } from '#contract/environment.ts';
import { accepted, listReply, ok, page } from '#http/endpoint/claims-endpoint.ts';
import { type Call, withChange } from '#http/endpoint/claims-operation.ts';
import { logger } from '#observability/logger.ts';
import { leaseMilliseconds } from '#persistence/lease.ts';
import { openWorkQueue } from '#store/adapters/work-queue.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

export async function previewBulkRun({ body, query, principal, now }: Call<typeof declared.previewBulkRun>) {
  const { selection } = body;
  const operation = operationBy(principal.subject, body.operation);
  const { limit, cursor } = query;
  const { billingNpis } = principal;
  const ports = await decisionPorts(claimsTable, { actor: principal.subject, now }, billingNpis);
  const previews = (ids: readonly string[]) =>
    previewClaims(operation, ids, ports, (error) =>
      logger.error('A claim could not be previewed', { error }),
    );
  if ('filter' in selection) {
    const part = await selectionPorts(claimsTable).select(selection.filter, cursor, limit, billingNpis);
    return page(await previews(part.ids), part.cursor);
  }
  const list = ['bulk preview'];
  const ids = [...new Set(selection.claim_ids)];
  const start = cursor === undefined ? 0 : Number(decodeCursor(list, cursor));
  const end = start + limit;
  return page(
    await previews(ids.slice(start, end)),
    end < ids.length ? encodeCursor(list, String(end)) : null,
  );
}

/** The queue of bulk runs that continue in the background. */
const bulkQueue = openWorkQueue(bulkRunsEnvironment.parse(process.env).BULK_RUN_QUEUE);

/** Named claims that are processed in the request. */
const maxAtOnce = 100;
/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 15_000;
/** Seconds until a run that its request did not finish continues in the background. The request is over by then. */
const takeOverDelay = leaseMilliseconds / 1000;

/** The operation with the caller in place of `me`, because a run is carried on without the caller. */
const operationBy = (subject: string, operation: BulkOperation): BulkOperation =>
  operation.kind === 'follow_up' && operation.assignee === 'me'
    ? { ...operation, assignee: subject }
    : operation;

export async function startBulkRun(call: Call<typeof declared.startBulkRun>) {
  const { body, principal, now, requestReference: reference } = call;
  const { selection } = body;
  const operation = operationBy(principal.subject, body.operation);
  const ids = 'claim_ids' in selection ? [...new Set(selection.claim_ids)] : [];
  const id = reference === undefined ? call.newId() : deterministicId('bulk-run', reference);
  const filter = 'filter' in selection ? { filter: selection.filter } : {};
  // Queued first, so that no run waits for a message that was never sent.
  await bulkQueue.add({ kind: 'bulk-run', run_id: id }, takeOverDelay);
  const { subject: actor, billingNpis } = principal;
  const run = newBulkRun({ id, operation, ...filter, named: ids.length, billingNpis, actor, now });
  const begun = await beginBulkRun(claimsTable, run, ids);
  const isSmall = 'claim_ids' in selection && ids.length <= maxAtOnce;
  const until = Date.now() + budget;
  const ports = bulkRunPorts(claimsTables, (error) =>
    logger.error('A claim of a bulk run failed', { error }),
  );
  const continued = isSmall ? await continueBulkRun(id, ports, () => Date.now() > until) : undefined;
  const current = continued ?? begun;
  if (!isUnfinished(current)) return ok(bulkRunJson(current));
  await bulkQueue.add({ kind: 'bulk-run', run_id: id });
  return accepted(bulkRunJson(current), `/api/bulk-runs/${id}`);
}

export async function listBulkRuns(call: Call<typeof declared.listBulkRuns>) {
  const { data, nextCursor } = await readBulkRuns(claimsTable, call.query);
  const own = data.filter(({ billing_npis }) => isWithin(billing_npis, call.principal.billingNpis));
  return listReply(call, bulkRunsCsv, own.map(bulkRunJson), nextCursor);
}

export function getBulkRun({ resource: run }: Call<typeof declared.getBulkRun, typeof bulkRuns>) {
  return ok(bulkRunJson(run));
}

export async function listBulkResults(call: Call<typeof declared.listBulkResults, typeof bulkRuns>) {
  const { data, nextCursor } = await readBulkResults(claimsTable, call.resource.id, call.query);
  return listReply(call, bulkResultsCsv, data, nextCursor);
}

export function cancelBulkRun({
  resource: before,
  now,
}: Call<typeof declared.cancelBulkRun, typeof bulkRuns>) {
  if (!isUnfinished(before)) return ok(bulkRunJson(before));
  const after = endedRun(before, { state: 'canceled' }, now);
  const write = { kind: 'bulk-progress', before, after } as const;
  return withChange(ok(bulkRunJson(after)), { entries: [], writes: [write] });
}
