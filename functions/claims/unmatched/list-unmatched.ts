import { claimLookup } from '#claims/claims/claim-lookup-records.ts';
import { listUnmatched } from '#claims/unmatched/contract.ts';
import { itemsWithin, unmatchedCsv, unmatchedItemJson } from '#claims/unmatched/item-json.ts';
import { queryUnmatchedItems } from '#claims/unmatched/records.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listUnmatched, async (call) => {
  const { data, nextCursor } = await queryUnmatchedItems(claimsTable, call.query);
  const own = await itemsWithin(data, call.principal.billingNpis, claimLookup(claimsTable));
  return listReply(call, unmatchedCsv, own.map(unmatchedItemJson), nextCursor);
});
