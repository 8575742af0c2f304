import { unmatchedCsv } from '#claims/csv/work.ts';
import { itemsWithin } from '#claims/scope/item-scope.ts';
import { unmatchedItemJson } from '#claims/unmatched/item-json.ts';
import { listUnmatched } from '#contract/claims/unmatched/unmatched.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimLookup } from '#store/claims/claims/claim-lookup.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryUnmatchedItems } from '#store/claims/responses/unmatched-items.ts';

export const handler = claimsEndpoint(listUnmatched, async (call) => {
  const { data, nextCursor } = await queryUnmatchedItems(claimsTable, call.query);
  const own = await itemsWithin(data, call.principal.billingNpis, claimLookup(claimsTable));
  return listReply(call, unmatchedCsv, own.map(unmatchedItemJson), nextCursor);
});
