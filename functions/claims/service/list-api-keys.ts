import { listClaimsKeys } from '#contract/claims/api-keys.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readClaimsKeys } from '#store/claims/credentials.ts';

export const handler = claimsEndpoint(listClaimsKeys, async ({ query }) => {
  const { data, nextCursor } = await readClaimsKeys(claimsTable, query);
  return page(data, nextCursor);
});
