import { localDay } from '#calendar/time-zone.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { readCohorts } from '#claims/reports/cohort-records.ts';
import type * as declared from '#claims/reports/contract.ts';
import {
  agingCsv,
  agingReport,
  cleanClaimsCsv,
  cleanClaimsReport,
  daysToPayCsv,
  daysToPayReport,
  denialsCsv,
  denialsReport,
} from '#claims/reports/rules.ts';
import { csvReply, list, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export async function getAging(call: Call<typeof declared.getAging>) {
  const { query, principal, now } = call;
  const [cohorts, { clearinghouse }] = await Promise.all([
    readCohorts(claimsTable, { ...query, billing_npis: principal.billingNpis }),
    currentConfiguration(claimsTable),
  ]);
  const rows = agingReport(cohorts, localDay(now, clearinghouse.file_name.time_zone));
  return wantsCsv(call) ? csvReply(call, agingCsv, rows) : list(rows);
}

export async function getDenials(call: Call<typeof declared.getDenials>) {
  const rows = denialsReport(
    await readCohorts(claimsTable, {
      ...call.query,
      billing_npis: call.principal.billingNpis,
    }),
  );
  return wantsCsv(call) ? csvReply(call, denialsCsv, rows) : list(rows);
}

export async function getDaysToPay(call: Call<typeof declared.getDaysToPay>) {
  const rows = daysToPayReport(
    await readCohorts(claimsTable, {
      ...call.query,
      billing_npis: call.principal.billingNpis,
    }),
  );
  return wantsCsv(call) ? csvReply(call, daysToPayCsv, rows) : list(rows);
}

export async function getCleanClaims(call: Call<typeof declared.getCleanClaims>) {
  const rows = cleanClaimsReport(
    await readCohorts(claimsTable, {
      ...call.query,
      billing_npis: call.principal.billingNpis,
    }),
  );
  return wantsCsv(call) ? csvReply(call, cleanClaimsCsv, rows) : list(rows);
}
