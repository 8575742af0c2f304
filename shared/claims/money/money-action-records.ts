import { insertion, itemOf } from '#store/dynamodb/items.ts';
import { storeSum } from '#store/dynamodb/stored-number.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type BankLine, type Deposit, foldedTrace, type MoneyWrite, traceTokens } from './bank-line.ts';
import {
  bankAmountKey,
  bankLineIndexKeys,
  bankLineKey,
  bankTraceKey,
  depositAmountKey,
  depositIndexKeys,
  depositKey,
  depositTraceKey,
  ledgerAccountKey,
  ledgerEntryKey,
  reconciliationFiguresKey,
} from './money-keys.ts';

export function moneyActions(write: MoneyWrite): readonly TransactAction[] {
  switch (write.kind) {
    case 'deposits':
      return [
        ...write.changes.flatMap(({ before, after }) => depositActions(before, after)),
        ...figureActions('deposit', write.changes),
      ];
    case 'bank-lines':
      return [
        ...write.changes.flatMap(({ before, after }) => lineActions(before, after)),
        ...figureActions('bank-line', write.changes),
      ];
    case 'ledger-posting':
      return ledgerActions(write);
  }
}

function depositActions(before: Deposit | undefined, after: Deposit): TransactAction[] {
  const { remittance_id: id, state, date, amount, trace } = after;
  const Item = itemOf({ ...depositKey(id), ...depositIndexKeys(state, date, id) }, after);
  if (before !== undefined) return [replacement(Item, before.version)];
  const folded = foldedTrace(trace);
  const pointers = [
    ...(folded === '' ? [] : [depositTraceKey(folded, id)]),
    depositAmountKey(amount, date, id),
  ];
  return [insertion(Item), ...pointers.map((key) => ({ Put: { Item: { ...key, remittance_id: id } } }))];
}

function lineActions(before: BankLine | undefined, after: BankLine): TransactAction[] {
  const { id, state, date, amount } = after;
  const Item = itemOf({ ...bankLineKey(id), ...bankLineIndexKeys(state, date, id) }, after);
  if (before !== undefined) return [replacement(Item, before.version)];
  const pointers = [
    ...traceTokens(after).map((token) => bankTraceKey(token, id)),
    bankAmountKey(amount, date, id),
  ];
  return [insertion(Item), ...pointers.map((key) => ({ Put: { Item: { ...key, line_id: id } } }))];
}

const replacement = (Item: object, version: number): TransactAction => ({
  Put: {
    Item: { ...Item },
    ConditionExpression: 'version = :before',
    ExpressionAttributeValues: { ':before': version },
  },
});

type Counted = Pick<Deposit, 'state' | 'amount'> | Pick<BankLine, 'state' | 'amount'>;

/** Takes a record that is removed out of the figures of its state. */
export const removalFigures = (kind: 'deposit' | 'bank-line', before: Counted): TransactAction[] =>
  figureActions(kind, [{ before }]);

/** Updates the count and amount of each state. */
function figureActions(
  kind: 'deposit' | 'bank-line',
  changes: readonly { readonly before?: Counted; readonly after?: Counted }[],
): TransactAction[] {
  const moved = new Map<string, { count: number; cents: bigint }>();
  const add = (state: string, count: number, cents: bigint) => {
    const figures = moved.get(state) ?? { count: 0, cents: 0n };
    moved.set(state, { count: figures.count + count, cents: figures.cents + cents });
  };
  for (const { before, after } of changes) {
    if (before) add(before.state, -1, -BigInt(before.amount));
    if (after) add(after.state, 1, BigInt(after.amount));
  }
  return [...moved]
    .filter(([, { count, cents }]) => count !== 0 || cents !== 0n)
    .map(([state, { count, cents }]) => ({
      Update: {
        Key: { ...reconciliationFiguresKey(kind, state) },
        UpdateExpression: 'ADD #count :count, cents :cents',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':count': count, ':cents': storeSum(cents) },
      },
    }));
}

function ledgerActions({
  account,
  before,
  entry,
}: Extract<MoneyWrite, { kind: 'ledger-posting' }>): TransactAction[] {
  const { payer_id, provider, entries } = account;
  const Item = itemOf(ledgerAccountKey(payer_id, provider), account);
  const put: TransactAction =
    before === undefined
      ? insertion(Item)
      : {
          Put: {
            Item: { ...Item },
            ConditionExpression: 'entries = :before',
            ExpressionAttributeValues: { ':before': before.entries },
          },
        };
  return [put, insertion(itemOf(ledgerEntryKey(payer_id, provider, entries), entry))];
}
