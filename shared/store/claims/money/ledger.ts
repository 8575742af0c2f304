import type { LedgerAccount, LedgerPosting } from '#claims/ledger/provider-ledger.ts';
import { getRecord, recordOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { allLedgerAccounts, ledgerAccountKey, ledgerPartition } from '../keys/money-keys.ts';

export const findLedgerAccount = (table: Table, payerId: string, provider: string) =>
  getRecord<LedgerAccount>(table, ledgerAccountKey(payerId, provider));

/** @throws ApiError invalid_cursor */
export const queryLedgerAccounts = (table: Table, { limit, cursor }: PageRequest) =>
  queryPage(table, { list: ['provider-balances'], limit, cursor, range: allLedgerAccounts }, (item) =>
    recordOf<LedgerAccount>(item),
  );

/**
 * Entries of an account, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export function queryLedger(
  table: Table,
  query: PageRequest & { readonly payer_id: string; readonly provider: string },
) {
  const { limit, cursor, payer_id, provider } = query;
  const range = { pk: ledgerPartition(payer_id, provider), newestFirst: true };
  return queryPage(table, { list: ['ledger', payer_id, provider], limit, cursor, range }, (item) =>
    recordOf<LedgerPosting>(item),
  );
}
