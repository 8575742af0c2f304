import { listClaimsKeys } from '#contract/claims/api-keys.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { listClaimsKeys as readClaimsKeys } from '#store/requests/claims-credentials.ts';

export const handler = endpoint(listClaimsKeys, async ({ query }) => {
  const { data, nextCursor } = await readClaimsKeys(claimsTable, query);
  return page(data, nextCursor);
});
