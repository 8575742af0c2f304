import { ledgerCsv, ledgerRows } from '#claims/csv/money.ts';
import { ledgerEntryJson } from '#claims/ledger/provider-ledger.ts';
import { isWithin } from '#claims/scope/provider-limit.ts';
import { listLedger } from '#contract/claims/money/ledger.ts';
import { claimsEndpoint, csvReply, page, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryLedger } from '#store/claims/money/ledger.ts';

export const handler = claimsEndpoint(listLedger, async (call) => {
  const { data, nextCursor } = await queryLedger(claimsTable, call.query);
  const { billingNpis } = call.principal;
  const own = data.filter(({ provider, adjustments }) =>
    isWithin([provider, ...adjustments.flatMap((one) => one.provider ?? [])], billingNpis),
  );
  const entries = own.map(ledgerEntryJson);
  const reply = page(entries, nextCursor);
  return wantsCsv(call) ? { ...csvReply(call, ledgerCsv, ledgerRows(entries)), body: reply.body } : reply;
});
