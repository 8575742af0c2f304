import { bulkRunJson } from '#claims/bulk/bulk-run.ts';
import { recordWithin } from '#claims/scope/provider-limit.ts';
import { getBulkRun } from '#contract/claims/bulk/bulk-runs.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { findBulkRun } from '#store/claims/bulk/bulk-runs.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getBulkRun, async ({ parameters: { id }, principal }) =>
  ok(bulkRunJson(found(recordWithin(await findBulkRun(claimsTable, id), principal.billingNpis)))),
);
