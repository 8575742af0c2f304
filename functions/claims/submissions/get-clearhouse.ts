import { getClearinghouse } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';
import { lastVisit } from '#store/claims/submissions/exchange-ports.ts';

export const handler = claimsEndpoint(getClearinghouse, async () => {
  const { clearinghouse } = await currentConfiguration(claimsTable);
  const last_visit = await lastVisit(claimsTable);
  return ok({ ...clearinghouse, ...(last_visit && { last_visit }) });
});
