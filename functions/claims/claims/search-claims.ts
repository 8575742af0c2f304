import { providersOf } from '#auth/principal.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import { searchOf } from '#claims/search/criteria.ts';
import { searchClaims as contract } from '#contract/claims/search.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable, readSearchKey } from '#store/claims/claims-table.ts';
import { searchClaims } from '#store/claims/search/search-claims.ts';

export const handler = claimsEndpoint(contract, async ({ body, principal }) => {
  const { criteria, ...search } = searchOf(body);
  const billing_npis = providersOf(principal, body.billing_npi);
  const { data, nextCursor } = await searchClaims(claimsTable, readSearchKey, {
    ...search,
    criteria: { ...criteria, billing_npis },
  });
  return page(data.map(claimJson), nextCursor);
});
