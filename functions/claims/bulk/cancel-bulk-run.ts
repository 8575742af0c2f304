import { cancelBulkRun } from '#claims/bulk/contract.ts';
import { findBulkRun } from '#claims/bulk/records.ts';
import { bulkRunJson, endedRun, isUnfinished } from '#claims/bulk/rules.ts';
import { recordWithin } from '#claims/provider-limit.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

/** Attempts beside a run that makes progress all the time. */
const attempts = 10;

export const handler = claimsEndpoint(cancelBulkRun, async ({ parameters: { id }, principal, now }) =>
  retryOnConflict(async () => {
    const before = found(recordWithin(await findBulkRun(claimsTable, id), principal.billingNpis));
    if (!isUnfinished(before)) return ok(bulkRunJson(before));
    const after = endedRun(before, { state: 'canceled' }, now);
    await writeChange(claimsTables, { entries: [], writes: [{ kind: 'bulk-progress', before, after }] });
    return ok(bulkRunJson(after));
  }, attempts),
);
