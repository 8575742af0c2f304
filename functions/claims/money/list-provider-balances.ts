import { providerBalancesCsv } from '#claims/csv/money.ts';
import { providerBalanceJson } from '#claims/ledger/provider-ledger.ts';
import { isWithin } from '#claims/scope/provider-limit.ts';
import { listProviderBalances } from '#contract/claims/money/ledger.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryLedgerAccounts } from '#store/claims/money/ledger.ts';

export const handler = claimsEndpoint(listProviderBalances, async (call) => {
  const { data, nextCursor } = await queryLedgerAccounts(claimsTable, call.query);
  const own = data.filter(({ provider }) => isWithin([provider], call.principal.billingNpis));
  return listReply(call, providerBalancesCsv, own.map(providerBalanceJson), nextCursor);
});
