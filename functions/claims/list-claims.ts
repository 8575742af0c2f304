import { claimJson } from '#claims/claim/claim-json.ts';
import { listClaims } from '#contract/claims/claims.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { listClaims as readClaims } from '#store/claims/claims/claim-list.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = endpoint(listClaims, async ({ query }) => {
  const { data, nextCursor } = await readClaims(claimsTable, query);
  return page(data.map(claimJson), nextCursor);
});
