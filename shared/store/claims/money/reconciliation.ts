import {
  type BankLine,
  type Deposit,
  foldedTrace,
  isOpenLine,
  traceTokens,
} from '#claims/reconciliation/bank-line.ts';
import { widestWindow } from '#claims/reconciliation/match-line.ts';
import type { ReconciliationStore } from '#claims/reconciliation/settle.ts';
import {
  getItems,
  getRecord,
  type ItemKey,
  inRange,
  type KeyPrefix,
  queryOnce,
  recordOf,
} from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import {
  bankLineKey,
  depositKey,
  depositsWithAmount,
  depositsWithTrace,
  linesWithAmount,
  linesWithTrace,
} from '../keys/money-keys.ts';

export const findBankLine = (table: Table, id: string) => getRecord<BankLine>(table, bankLineKey(id));

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
