import { decimalOfCents } from '#claims/claim/claim-json.ts';
import { shareJson, totalOf } from '#claims/claim/patient-share.ts';
import { patientSharesCsv } from '#claims/csv/money.ts';
import { listPatientResponsibility } from '#contract/claims/money/patient-responsibility.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryPatientShares } from '#store/claims/reports/patient-shares.ts';

export const handler = claimsEndpoint(listPatientResponsibility, async (call) => {
  const { data, nextCursor } = await queryPatientShares(claimsTable, {
    ...call.query,
    billing_npis: call.principal.billingNpis,
  });
  const rows = data.map(({ share, day, ...claim }) => ({
    ...claim,
    patient_responsibility: decimalOfCents(totalOf(share)),
    by_reason: shareJson(share),
  }));
  return listReply(call, patientSharesCsv, rows, nextCursor);
});
