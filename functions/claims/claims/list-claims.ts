import { claimJson } from '#claims/claim/claim-json.ts';
import { listClaims } from '#contract/claims/claims.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { queryClaims as readClaims } from '#store/claims/claims/claim-list.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listClaims, async ({ query }) => {
  const { data, nextCursor } = await readClaims(claimsTable, query);
  return page(data.map(claimJson), nextCursor);
});
