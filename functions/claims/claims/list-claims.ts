import { providersOf } from '#auth/principal.ts';
import { claimJson, claimsCsv } from '#claims/claims/claim-json.ts';
import { listClaims } from '#claims/claims/contract.ts';
import { readListedClaims as readClaims } from '#claims/search/records.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listClaims, async (call) => {
  const { format, ...query } = call.query;
  const providers = providersOf(call.principal, query.billing_npi);
  const { data, nextCursor } = await readClaims(claimsTable, query, providers);
  return listReply(call, claimsCsv, data.map(claimJson), nextCursor);
});
