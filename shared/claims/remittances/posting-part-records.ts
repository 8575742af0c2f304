import * as z from 'zod';
import type { Write } from '#claims/change.ts';
import { packBytes, unpackBytes } from '#claims/packed-json.ts';
import { inRange, insertion, queryAll } from '#store/dynamodb/items.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { remittancePostingsKey, remittancePostingsOf } from '../files/response-keys.ts';
import type { Posting, StoredPayment } from './stored-remittance.ts';

/** The postings of payments that a remittance has posted with one transaction, packed. */
type PostingPart = readonly { readonly number: number; readonly posting: Posting }[];

/** Numbers that one part spans; a transaction has fewer payments. */
const maxSpan = 100;

/** Below DynamoDB's 400 kB for an item. */
const maxBytes = 300_000;

/**
 * The actions for postings that share one item, so that a posting does not take a write of its payment. The first of them has
 * the action, the others have none. Only a run that applies the remittance posts like this: it moves the remittance's count, so
 * each payment is in one part at most. A later decision is an item of its payment, and replaces the posting in the part.
 */
export function postingParts(writes: readonly Write[]): ReadonlyMap<Write, readonly TransactAction[]> {
  const response = writes.find((write) => write.kind === 'response');
  if (response?.replaces === undefined || !('applied' in response.replaces)) return new Map();
  const { id } = response.response;
  const postings = writes
    .filter((write) => write.kind === 'posting')
    // A later match is conditional on the posting of an unmatched payment.
    .filter(({ payment, posting }) => payment.remittance_id === id && posting.match.result === 'matched');
  const numbers = postings.map(({ payment }) => payment.number);
  const first = Math.min(...numbers);
  if (postings.length < 2 || Math.max(...numbers) - first >= maxSpan) return new Map();
  const part: PostingPart = postings.map(({ payment: { number }, posting }) => ({ number, posting }));
  const content = packBytes(part);
  if (content.length > maxBytes) return new Map();
  const action = insertion({ ...remittancePostingsKey(id, first), content });
  return new Map(postings.map((write, n) => [write, n === 0 ? [action] : []]));
}

/** Adds the postings of parts to consecutive payments of a remittance; strongly consistent. */
export async function withPostings(
  table: Table,
  id: string,
  payments: readonly StoredPayment[],
): Promise<readonly StoredPayment[]> {
  const open = payments.filter(({ posting }) => posting === undefined).map(({ number }) => number);
  if (open.length === 0) return payments;
  const postings = new Map<number, Posting>();
  const range = remittancePostingsOf(id);
  const place = (number: number) =>
    remittancePostingsKey(id, Math.max(1, number)).sk.slice(range.prefix.length);
  const query = inRange(range, { from: place(Math.min(...open) - maxSpan), to: place(Math.max(...open)) });
  for await (const items of queryAll(table, query)) {
    for (const { content } of items) {
      const part = unpackBytes<PostingPart>(bytes.parse(content));
      for (const { number, posting } of part) postings.set(number, posting);
    }
  }
  return payments.map((payment) => {
    const posting = payment.posting ?? postings.get(payment.number);
    return posting === undefined ? payment : { ...payment, posting };
  });
}

const bytes = z.instanceof(Uint8Array);
