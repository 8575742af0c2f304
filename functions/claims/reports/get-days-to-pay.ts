import { daysToPayCsv } from '#claims/csv/reports.ts';
import { daysToPayReport } from '#claims/reports/reports.ts';
import { getDaysToPay } from '#contract/claims/reports.ts';
import { claimsEndpoint, csvReply, list, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readCohorts } from '#store/claims/reports/cohorts.ts';

export const handler = claimsEndpoint(getDaysToPay, async (call) => {
  const rows = daysToPayReport(
    await readCohorts(claimsTable, {
      ...call.query,
      billing_npis: call.principal.billingNpis,
    }),
  );
  return wantsCsv(call) ? csvReply(call, daysToPayCsv, rows) : list(rows);
});
