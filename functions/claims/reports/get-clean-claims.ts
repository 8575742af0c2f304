import { cleanClaimsCsv } from '#claims/csv/reports.ts';
import { cleanClaimsReport } from '#claims/reports/reports.ts';
import { getCleanClaims } from '#contract/claims/reports.ts';
import { claimsEndpoint, csvReply, list, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readCohorts } from '#store/claims/reports/cohorts.ts';

export const handler = claimsEndpoint(getCleanClaims, async (call) => {
  const rows = cleanClaimsReport(
    await readCohorts(claimsTable, {
      ...call.query,
      billing_npis: call.principal.billingNpis,
    }),
  );
  return wantsCsv(call) ? csvReply(call, cleanClaimsCsv, rows) : list(rows);
});
