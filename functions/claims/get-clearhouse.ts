import { getClearhouse } from '#contract/claims/clearhouse.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { currentConfiguration } from '#store/claims/current-configuration.ts';
import { lastVisit } from '#store/claims/visits.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(getClearhouse, async () => {
  const { clearhouse } = await currentConfiguration(claimsTable);
  const last_visit = await lastVisit(claimsTable);
  return ok({ ...clearhouse, ...(last_visit && { last_visit }) });
});
