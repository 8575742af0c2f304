import { shownExportRun } from '#audit/run-views.ts';
import { listExports } from '#contract/claims/audit-runs.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { listExportRuns } from '#store/audit/audit-runs.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = endpoint(listExports, async ({ now }) =>
  ok((await listExportRuns(claimsTable, now)).map((run) => shownExportRun(run, undefined))),
);
