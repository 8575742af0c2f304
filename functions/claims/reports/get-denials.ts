import { denialsCsv } from '#claims/csv/reports.ts';
import { denialsReport } from '#claims/reports/reports.ts';
import { getDenials } from '#contract/claims/reports.ts';
import { claimsEndpoint, csvReply, list, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readCohorts } from '#store/claims/reports/cohorts.ts';

export const handler = claimsEndpoint(getDenials, async (call) => {
  const rows = denialsReport(
    await readCohorts(claimsTable, {
      ...call.query,
      billing_npis: call.principal.billingNpis,
    }),
  );
  return wantsCsv(call) ? csvReply(call, denialsCsv, rows) : list(rows);
});
