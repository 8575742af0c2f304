import { getClearhouse } from '#contract/claims/clearhouse.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/current-configuration.ts';
import { lastVisit } from '#store/claims/submissions/visits.ts';

export const handler = endpoint(getClearhouse, async () => {
  const { clearhouse } = await currentConfiguration(claimsTable);
  const last_visit = await lastVisit(claimsTable);
  return ok({ ...clearhouse, ...(last_visit && { last_visit }) });
});
