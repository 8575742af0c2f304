import { localDay } from '#calendar/time-zone.ts';
import { agingCsv } from '#claims/csv/reports.ts';
import { agingReport } from '#claims/reports/reports.ts';
import { getAging } from '#contract/claims/reports.ts';
import { claimsEndpoint, csvReply, list, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';
import { readCohorts } from '#store/claims/reports/cohorts.ts';

export const handler = claimsEndpoint(getAging, async (call) => {
  const { query, principal, now } = call;
  const [cohorts, { clearinghouse }] = await Promise.all([
    readCohorts(claimsTable, { ...query, billing_npis: principal.billingNpis }),
    currentConfiguration(claimsTable),
  ]);
  const rows = agingReport(cohorts, localDay(now, clearinghouse.file_name.time_zone));
  return wantsCsv(call) ? csvReply(call, agingCsv, rows) : list(rows);
});
