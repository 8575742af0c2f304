import { agingCsv } from '#claims/csv/reports.ts';
import { agingReport } from '#claims/reports/reports.ts';
import { getAging } from '#contract/claims/reports.ts';
import { claimsEndpoint, csvReply, list, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readCohorts } from '#store/claims/reports/cohorts.ts';

export const handler = claimsEndpoint(getAging, async (call) => {
  const rows = agingReport(
    await readCohorts(claimsTable, {
      ...call.query,
      billing_npis: call.principal.billingNpis,
    }),
    call.now.toISOString().slice(0, 10),
  );
  return wantsCsv(call) ? csvReply(call, agingCsv, rows) : list(rows);
});
