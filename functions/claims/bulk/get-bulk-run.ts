import { getBulkRun } from '#claims/bulk/contract.ts';
import { findBulkRun } from '#claims/bulk/records.ts';
import { bulkRunJson } from '#claims/bulk/rules.ts';
import { recordWithin } from '#claims/provider-limit.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getBulkRun, async ({ parameters: { id }, principal }) =>
  ok(bulkRunJson(found(recordWithin(await findBulkRun(claimsTable, id), principal.billingNpis)))),
);
