import * as z from 'zod';
import type { Write } from '#claims/change.ts';
import { maxPackedContent, packBytes, unpackBytes } from '#claims/packed-json.ts';
import { type Item, inRange, insertion, queryAll, queryOnce, recordOf } from '#store/dynamodb/items.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import {
  remittanceBlockOf,
  remittancePaymentsKey,
  remittancePaymentsOf,
  remittancePostingKey,
  remittancePostingsIn,
} from '../files/response-keys.ts';
import type { Posting, StoredPayment } from './stored-remittance.ts';

/** Consecutive payments of a remittance in one block, as one transaction has stored them, packed. */
type PaymentPart = readonly Omit<StoredPayment, 'remittance_id' | 'posting'>[];

/**
 * The actions for payments that share one item, because an item for each would cost two write units. The first payment of an item
 * has the action, the others have none. A part ends with its block, and below DynamoDB's 400 kB for an item.
 */
export function paymentParts(writes: readonly Write[]): ReadonlyMap<Write, readonly TransactAction[]> {
  const actions = new Map<Write, readonly TransactAction[]>();
  let first: Write | undefined;
  let part: StoredPayment[] = [];
  let characters = 0;
  const close = () => {
    if (first !== undefined) actions.set(first, [partAction(part)]);
    [first, part, characters] = [undefined, [], 0];
  };
  for (const write of writes) {
    if (write.kind !== 'payment') continue;
    const { payment } = write;
    const last = part.at(-1);
    const isOther =
      last !== undefined &&
      (last.remittance_id !== payment.remittance_id ||
        last.number + 1 !== payment.number ||
        remittanceBlockOf(last.number) !== remittanceBlockOf(payment.number));
    if (isOther || characters + payment.content.length > maxPackedContent) close();
    first ??= write;
    actions.set(write, []);
    part.push(payment);
    characters += payment.content.length;
  }
  close();
  return actions;
}

function partAction(payments: readonly StoredPayment[]): TransactAction {
  const { remittance_id: id, number } = payments[0] ?? { remittance_id: '', number: 1 };
  const part: PaymentPart = payments.map(({ remittance_id, posting, ...payment }) => payment);
  return insertion({ ...remittancePaymentsKey(id, number), content: packBytes(part) });
}

/** The payments in items of a remittance, without their postings. Other items are passed over. */
export const paymentsIn = (id: string, items: readonly Item[]): readonly StoredPayment[] =>
  items.flatMap(({ sk, content }) =>
    String(sk).startsWith(remittancePaymentsOf(id, 0).prefix)
      ? unpackBytes<PaymentPart>(bytes.parse(content)).map((payment) => ({ remittance_id: id, ...payment }))
      : [],
  );

/** Reads payments of one block from a number on, at least `limit` if it has as many, with the postings stored one by one. */
export async function readBlock(
  table: Table,
  id: string,
  from: number,
  limit: number,
): Promise<readonly StoredPayment[]> {
  const block = remittanceBlockOf(from);
  const { pk, prefix } = remittancePaymentsOf(id, block);
  const place = (number: number) => remittancePaymentsKey(id, number).sk.slice(prefix.length);
  const isFirst = remittanceBlockOf(from - 1) !== block;
  const query = inRange({ pk, prefix }, isFirst ? {} : { from: await partWith() });
  const payments: StoredPayment[] = [];
  for await (const items of queryAll(table, query)) {
    payments.push(...paymentsIn(id, items).filter(({ number }) => number >= from));
    if (payments.length >= limit) break;
  }
  return withOwnPostings(table, id, payments);

  /** The part with the payment may begin before it. */
  async function partWith(): Promise<string> {
    const upTo = { ...inRange({ pk, prefix }, { to: place(from) }), ScanIndexForward: false, Limit: 1 };
    const { Items = [] } = await queryOnce(table, { ...upTo, ProjectionExpression: 'sk' });
    return String(Items[0]?.['sk'] ?? prefix + place(from)).slice(prefix.length);
  }
}

async function withOwnPostings(table: Table, id: string, payments: readonly StoredPayment[]) {
  const [first, last] = [payments[0]?.number, payments.at(-1)?.number];
  if (first === undefined || last === undefined) return payments;
  const range = remittancePostingsIn(id, remittanceBlockOf(first));
  const place = (number: number) => remittancePostingKey(id, number).sk.slice(range.prefix.length);
  const postings = new Map<string, Posting>();
  for await (const items of queryAll(table, inRange(range, { from: place(first), to: place(last) }))) {
    for (const item of items) {
      postings.set(String(item['sk']), recordOf<{ readonly posting: Posting }>(item).posting);
    }
  }
  return payments.map((payment) => {
    const posting = postings.get(remittancePostingKey(id, payment.number).sk);
    return posting === undefined ? payment : { ...payment, posting };
  });
}

const bytes = z.instanceof(Uint8Array);
