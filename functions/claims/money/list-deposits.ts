import { depositsCsv } from '#claims/csv/money.ts';
import { depositJson } from '#claims/reconciliation/json.ts';
import { listDeposits } from '#contract/claims/money/deposits.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryDeposits as readDeposits } from '#store/claims/money/money-lists.ts';

export const handler = claimsEndpoint(listDeposits, async (call) => {
  const { data, nextCursor } = await readDeposits(claimsTable, call.query);
  return listReply(call, depositsCsv, data.map(depositJson), nextCursor);
});
