import { providersOf } from '#auth/principal.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import { claimsCsv } from '#claims/csv/claims.ts';
import { listClaims } from '#contract/claims/claims.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readListedClaims as readClaims } from '#store/claims/search/listed-claims.ts';

export const handler = claimsEndpoint(listClaims, async (call) => {
  const { format, ...query } = call.query;
  const providers = providersOf(call.principal, query.billing_npi);
  const { data, nextCursor } = await readClaims(claimsTable, query, providers);
  return listReply(call, claimsCsv, data.map(claimJson), nextCursor);
});
