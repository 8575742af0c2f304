import { bankFilesCsv } from '#claims/csv/money.ts';
import { listBankFiles } from '#contract/claims/money/bank.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryBankFiles as readBankFiles } from '#store/claims/money/money-lists.ts';

export const handler = claimsEndpoint(listBankFiles, async (call) => {
  const { data, nextCursor } = await readBankFiles(claimsTable, call.query);
  return listReply(call, bankFilesCsv, data, nextCursor);
});
