import { exportRunJson } from '#audit/runs/run-views.ts';
import { listExports } from '#claims/audit/contract.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { listExportRuns } from '#store/audit/audit-runs.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listExports, async ({ now }) =>
  ok((await listExportRuns(claimsTable, now)).map((run) => exportRunJson(run, undefined))),
);
