import { bulkRunPorts } from '#claims/bulk/bulk-store.ts';
import { continueBulkRun } from '#claims/bulk/continue-run.ts';
import { startBulkRun } from '#claims/bulk/contract.ts';
import { beginBulkRun } from '#claims/bulk/records.ts';
import { bulkRunJson, isUnfinished, newBulkRun } from '#claims/bulk/rules.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import { bulkRunsEnvironment } from '#contract/environment.ts';
import { accepted, claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { logger } from '#observability/logger.ts';
import { leaseMilliseconds } from '#persistence/lease.ts';
import { openWorkQueue } from '#store/adapters/work-queue.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';

/** The queue of bulk runs that continue in the background. */
const bulkQueue = openWorkQueue(bulkRunsEnvironment.parse(process.env).BULK_RUN_QUEUE);

/** Named claims that are processed in the request. */
const maxAtOnce = 100;
/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 15_000;
/** Seconds until a run that its request did not finish continues in the background. The request is over by then. */
const takeOverDelay = leaseMilliseconds / 1000;

const onFailure = (error: unknown) => logger.error('A claim of a bulk run failed', { error });

export const handler = claimsEndpoint(startBulkRun, async (call) => {
  const { body, principal, now, requestReference: reference } = call;
  const { operation, selection } = body;
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
  const current = isSmall
    ? ((await continueBulkRun(id, bulkRunPorts(claimsTables, onFailure), () => Date.now() > until)) ?? begun)
    : begun;
  if (!isUnfinished(current)) return ok(bulkRunJson(current));
  await bulkQueue.add({ kind: 'bulk-run', run_id: id });
  return accepted(bulkRunJson(current), `/api/bulk-runs/${id}`);
});
