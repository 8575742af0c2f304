import { bankLinesCsv } from '#claims/csv/money.ts';
import { bankLineJson } from '#claims/reconciliation/json.ts';
import { listBankLines } from '#contract/claims/money/bank.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryBankLines as readBankLines } from '#store/claims/money/money-lists.ts';

export const handler = claimsEndpoint(listBankLines, async (call) => {
  const { data, nextCursor } = await readBankLines(claimsTable, call.query);
  return listReply(call, bankLinesCsv, data.map(bankLineJson), nextCursor);
});
