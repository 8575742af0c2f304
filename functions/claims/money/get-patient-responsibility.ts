import { decimalOfCents } from '#claims/claim/claim-json.ts';
import { shareJson, totalOf } from '#claims/claim/patient-share.ts';
import { patientShareOf } from '#claims/reports/reports.ts';
import { getPatientResponsibility } from '#contract/claims/money/patient-responsibility.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readCohorts } from '#store/claims/reports/cohorts.ts';

export const handler = claimsEndpoint(getPatientResponsibility, async ({ query, principal }) => {
  const { claims, share } = patientShareOf(
    await readCohorts(claimsTable, { ...query, billing_npis: principal.billingNpis }),
  );
  const patient_responsibility = decimalOfCents(totalOf(share));
  return ok({ claims, patient_responsibility, by_reason: shareJson(share) });
});
