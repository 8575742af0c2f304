import { providersOf } from '#auth/principal.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import { searchOf } from '#claims/search/search-request.ts';
import { searchClaims as contract } from '#contract/claims/search.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable, readSearchKey } from '#store/claims/claims-table.ts';
import { isIndexComplete } from '#store/claims/search/index-state.ts';
import { searchClaims } from '#store/claims/search/search-claims.ts';

export const handler = claimsEndpoint(contract, async ({ body, principal }) => {
  const { criteria, ...search } = searchOf(body);
  const billing_npis = providersOf(principal, body.billing_npi);
  const [{ data, nextCursor }, index_complete] = await Promise.all([
    searchClaims(claimsTable, readSearchKey, { ...search, criteria: { ...criteria, billing_npis } }),
    isIndexComplete(claimsTable),
  ]);
  const reply = page(data.map(claimJson), nextCursor);
  return { ...reply, body: { ...Object(reply.body), index_complete } };
});
