import type { ChainAppender } from '#audit/append/appender.ts';
import type { PatientShare } from '#claims/claims/patient-share.ts';
import type { CohortQuery } from '#claims/reports/cohort-records.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import { timeBounds } from '#store/claims/key-parts.ts';
import { type ClaimsTables, writeChange } from '#store/claims/write-change.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import {
  allItems,
  getItems,
  getRecord,
  type ItemKey,
  inRange,
  itemOf,
  type KeyPrefix,
  queryOnce,
  recordOf,
} from '#store/dynamodb/items.ts';
import { type PageRequest, queryItems, queryPage, type StoredPage } from '#store/dynamodb/query-page.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { type BankLine, type Deposit, foldedTrace, isOpenLine, traceTokens } from './bank-line.ts';
import type { ImportPorts } from './import-bank-file.ts';
import { widestWindow } from './match-line.ts';
import {
  allLedgerAccounts,
  allReconciliationFigures,
  bankFileIndexKeys,
  bankFileKey,
  bankFilesPartition,
  bankLineKey,
  bankLineStatePartition,
  bankLinesPartition,
  depositKey,
  depositStatePartition,
  depositsPartition,
  depositsWithAmount,
  depositsWithTrace,
  ledgerAccountKey,
  ledgerPartition,
  linesWithAmount,
  linesWithTrace,
  patientSharesPartition,
} from './money-keys.ts';
import type { LedgerAccount, LedgerPosting } from './provider-ledger.ts';
import { type BankFileJson, bankLine } from './reconciliation-fields.ts';
import { type ReconciliationStore, settleDeposit, settleLines } from './settle-deposits.ts';

const settlePorts = (tables: ClaimsTables, actor: string) => ({
  store: reconciliationStore(tables.claims),
  write: (change: Parameters<typeof writeChange>[1]) => writeChange(tables, change),
  actor,
  now: () => new Date(),
});

export const importPorts = (tables: ClaimsTables, actor: string, isTimeUp: () => boolean): ImportPorts => ({
  ...settlePorts(tables, actor),
  isTimeUp,
  findFile: (id) => getRecord<BankFileJson>(tables.claims, bankFileKey(id)),
  putFile: (file, entries) => putFile(tables.audit, file, entries),
  findLines: (ids) => findLines(tables.claims, ids),
});

const putFile = (
  audit: ChainAppender<TransactAction>,
  file: BankFileJson,
  entries: Parameters<ChainAppender<TransactAction>['append']>[0],
) =>
  audit.append(entries, [
    {
      Put: {
        Item: itemOf({ ...bankFileKey(file.id), ...bankFileIndexKeys(file.imported_at, file.id) }, file),
      },
    },
  ]);

async function findLines(table: Table, ids: readonly string[]): Promise<readonly BankLine[]> {
  return (await getItems(table, ids.map(bankLineKey))).map((item) => recordOf<BankLine>(item));
}

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

const findBankLine = (table: Table, id: string) => getRecord<BankLine>(table, bankLineKey(id));

export const bankLines = addressedRecord({ of: bankLine, find: findBankLine });

export const findDeposit = (table: Table, remittanceId: string) =>
  getRecord<Deposit>(table, depositKey(remittanceId));

/** Reads deposits in the order of the ids; leaves out ids without one. */
export const findDeposits = (table: Table, ids: readonly string[]) =>
  recordsOf<Deposit>(table, ids.map(depositKey));

export const reconciliationStore = (table: Table): ReconciliationStore => ({
  findLine: (id) => findBankLine(table, id),
  findDeposit: (id) => findDeposit(table, id),
  async surroundings(line) {
    const { before, after } = widestWindow;
    const window = daysAround(line.date, -before, after);
    // Other lines for a deposit in the window may be as far away on its other side.
    const widest = daysAround(line.date, -before - after, before + after);
    const [traced, amounts, lines] = await Promise.all([
      Promise.all(traceTokens(line).map((token) => idsOf(table, depositsWithTrace(token), 'remittance_id'))),
      idsOf(table, depositsWithAmount(line.amount), 'remittance_id', window),
      idsOf(table, linesWithAmount(line.amount), 'line_id', widest),
    ]);
    const byId = new Map(
      (await findDeposits(table, [...new Set([...traced.flat(), ...amounts])])).map((one) => [
        one.remittance_id,
        one,
      ]),
    );
    const depositsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
    const sameAmount = amounts.length === 0 ? [] : await linesOf(table, lines);
    return { byTrace: depositsOf([...new Set(traced.flat())]), byAmount: depositsOf(amounts), sameAmount };
  },
  async linesFor({ trace, amount, date }) {
    const folded = foldedTrace(trace);
    const { before, after } = widestWindow;
    const [traced, amounts] = await Promise.all([
      folded === '' ? [] : idsOf(table, linesWithTrace(folded), 'line_id'),
      idsOf(table, linesWithAmount(amount), 'line_id', daysAround(date, -after, before)),
    ]);
    return linesOf(table, [...new Set([...traced, ...amounts])]);
  },
});

const linesOf = async (table: Table, ids: readonly string[]): Promise<readonly BankLine[]> =>
  (await recordsOf<BankLine>(table, ids.map(bankLineKey))).filter(isOpenLine);

async function recordsOf<T extends object>(table: Table, keys: readonly ItemKey[]): Promise<readonly T[]> {
  const items = await getItems(table, keys);
  const byKey = new Map(items.map((item) => [String(item['pk']), recordOf<T>(item)]));
  return keys.flatMap(({ pk }) => byKey.get(pk) ?? []);
}

/** Pointers that one decision reads, newest first: amounts such as 25.00 repeat. */
const maxPointers = 100;

async function idsOf(
  table: Table,
  part: KeyPrefix,
  field: 'remittance_id' | 'line_id',
  range: { readonly from?: string; readonly to?: string } = {},
): Promise<readonly string[]> {
  const { Items = [] } = await queryOnce(table, {
    ...inRange(part, range),
    ScanIndexForward: false,
    Limit: maxPointers,
  });
  return Items.map((item) => String(item[field]));
}

const daysAround = (date: string, first: number, last: number) => ({
  from: dayAfter(date, first),
  to: `${dayAfter(date, last)}~`,
});

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

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

interface ListedShare {
  readonly claim_id: string;
  readonly day: string;
  readonly patient_control_number: string;
  readonly payer_id: string;
  readonly billing_npi: string;
  readonly service_from?: string;
  readonly share: PatientShare;
}

/** Records that one page examines. */
const maxExamined = 2000;

/**
 * Claims with patient responsibility, newest service first. A page may be short and still have a next one.
 *
 * @throws ApiError invalid_cursor
 */
export async function queryPatientShares(
  table: Table,
  { limit, cursor, ...filters }: PageRequest & CohortQuery,
): Promise<StoredPage<ListedShare>> {
  const { payer_id, billing_npi, billing_npis, service_from, service_to } = filters;
  const list = [
    'patient-responsibility',
    payer_id,
    billing_npi,
    service_from,
    service_to,
    billing_npis?.join(),
  ];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const bounds = timeBounds(service_from, service_to);
  const range = { index: 'gsi1', pk: patientSharesPartition, ...bounds, newestFirst: true } as const;
  const data: ListedShare[] = [];
  let examined = 0;
  for await (const item of queryItems(table, range, { after, pageSize: Math.min(500, limit * 2) })) {
    const share = recordOf<ListedShare>(item);
    const fits =
      (payer_id === undefined || share.payer_id === payer_id) &&
      (billing_npi === undefined || share.billing_npi === billing_npi) &&
      (billing_npis?.includes(share.billing_npi) ?? true);
    if (fits) data.push(share);
    examined++;
    if (data.length === limit || examined === maxExamined)
      return { data, nextCursor: encodeCursor(list, String(item['gsi1sk'])) };
  }
  return { data, nextCursor: null };
}

/** Records of one run; the next run takes the rest. */
const maxSettled = 1000;

/**
 * Matches the bank lines and deposits that are still `new`, because the run that stored them was killed. Idempotent.
 *
 * @returns their number
 */
export async function settleUnsettled(tables: ClaimsTables): Promise<number> {
  const ports = settlePorts(tables, 'schedule');
  let settled = 0;
  for await (const item of queryItems(tables.claims, { index: 'gsi2', pk: bankLineStatePartition('new') })) {
    if (++settled > maxSettled) return settled;
    const { id } = recordOf<BankLine>(item);
    // The index lags behind: the line may be matched by now.
    const line = await findBankLine(tables.claims, id);
    if (line?.state === 'new') await settleLines(ports, [line]);
  }
  for await (const item of queryItems(tables.claims, { index: 'gsi2', pk: depositStatePartition('new') })) {
    if (++settled > maxSettled) return settled;
    await settleDeposit(ports, String(item['remittance_id']));
  }
  return settled;
}
