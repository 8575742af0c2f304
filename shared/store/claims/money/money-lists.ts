import type { BankLine, Deposit } from '#claims/reconciliation/bank-line.ts';
import type { BankFileJson } from '#contract/claims/money/reconciliation-records.ts';
import { allItems, recordOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { timeBounds } from '../keys/key-parts.ts';
import {
  allReconciliationFigures,
  bankFilesPartition,
  bankLineStatePartition,
  bankLinesPartition,
  depositStatePartition,
  depositsPartition,
} from '../keys/money-keys.ts';

interface DayListQuery extends PageRequest {
  readonly state?: string | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/** @throws ApiError invalid_cursor */
export const queryBankLines = (table: Table, query: DayListQuery) =>
  byDay<BankLine>(table, 'bank-lines', query, bankLinesPartition, bankLineStatePartition);

/** @throws ApiError invalid_cursor */
export const queryDeposits = (table: Table, query: DayListQuery) =>
  byDay<Deposit>(table, 'deposits', query, depositsPartition, depositStatePartition);

function byDay<T extends object>(
  table: Table,
  name: string,
  { limit, cursor, state, date_from, date_to }: DayListQuery,
  all: string,
  ofState: (state: string) => string,
) {
  const part =
    state === undefined
      ? ({ index: 'gsi1', pk: all } as const)
      : ({ index: 'gsi2', pk: ofState(state) } as const);
  const range = { ...part, ...timeBounds(date_from, date_to), newestFirst: true };
  const list = [name, state, date_from, date_to];
  return queryPage(table, { list, limit, cursor, range }, (item) => recordOf<T>(item));
}

/** @throws ApiError invalid_cursor */
export function queryBankFiles(table: Table, { limit, cursor }: PageRequest) {
  const range = { index: 'gsi1', pk: bankFilesPartition, newestFirst: true } as const;
  return queryPage(table, { list: ['bank-files'], limit, cursor, range }, (item) =>
    recordOf<BankFileJson>(item),
  );
}

/** Counts and amounts in cents by kind and state, strongly consistent. */
export async function readReconciliation(table: Table) {
  const figures = new Map<string, { count: number; cents: number }>();
  for (const { sk, count, cents } of await allItems(table, allReconciliationFigures)) {
    figures.set(String(sk), { count: Number(count), cents: Number(cents) });
  }
  return (kind: 'deposit' | 'bank-line', state: string) =>
    figures.get(`${kind}#${state}`) ?? { count: 0, cents: 0 };
}
