import { exportRunJson } from '#audit/runs/run-views.ts';
import { getExport } from '#claims/audit/contract.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { findRun } from '#store/audit/audit-runs.ts';
import { exportBucket } from '#store/audit/export-bucket.ts';
import { linkToExport } from '#store/audit/export-file.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getExport, async ({ parameters: { id }, now }) => {
  const run = found(await findRun(claimsTable, 'export', id, now));
  const link = run.state === 'done' ? await linkToExport(exportBucket, id, now) : undefined;
  return ok(exportRunJson(run, link));
});
