import { getClearinghouse } from '#claims/clearhouse/contract.ts';
import { lastVisit } from '#claims/clearhouse/exchange-store.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getClearinghouse, async () => {
  const { clearinghouse } = await currentConfiguration(claimsTable);
  const last_visit = await lastVisit(claimsTable);
  return ok({ ...clearinghouse, ...(last_visit && { last_visit }) });
});
