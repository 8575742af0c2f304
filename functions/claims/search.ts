import { providersOf } from '#auth/principal.ts';
import { claimJson } from '#claims/claims/claim-json.ts';
import type * as declared from '#claims/search/contract.ts';
import { searchOf } from '#claims/search/criteria.ts';
import { searchClaims as readClaims } from '#claims/search/records.ts';
import { page } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import { claimsTable, readSearchKey } from '#store/claims/claims-table.ts';

export async function searchClaims({ body, principal }: Call<typeof declared.searchClaims>) {
  const { criteria, ...search } = searchOf(body);
  const billing_npis = providersOf(principal, body.billing_npi);
  const { data, nextCursor } = await readClaims(claimsTable, readSearchKey, {
    ...search,
    criteria: { ...criteria, billing_npis },
  });
  return page(data.map(claimJson), nextCursor);
}
