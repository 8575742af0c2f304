import { providersOf } from '#auth/principal.ts';
import { claimJson } from '#claims/claims/claim-json.ts';
import { searchClaims as contract } from '#claims/search/contract.ts';
import { searchOf } from '#claims/search/criteria.ts';
import { searchClaims } from '#claims/search/records.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable, readSearchKey } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(contract, async ({ body, principal }) => {
  const { criteria, ...search } = searchOf(body);
  const billing_npis = providersOf(principal, body.billing_npi);
  const { data, nextCursor } = await searchClaims(claimsTable, readSearchKey, {
    ...search,
    criteria: { ...criteria, billing_npis },
  });
  return page(data.map(claimJson), nextCursor);
});
