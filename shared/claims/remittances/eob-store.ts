import { readChains } from '#claims/claims/read-chains.ts';
import { findClaims } from '#claims/claims/records.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { getEob } from './contract.ts';
import type { OwedByPayment } from './eob.ts';
import { readPayments } from './records.ts';
import type { StoredPayment } from './stored-remittance.ts';

/** Characters of packed content on a page: their HTML fits into a reply of Lambda. */
const maxCharacters = 300_000;

/**
 * The claims of one page of an explanation of benefits, or one claim of it; undefined for an unknown claim.
 *
 * @throws ApiError invalid_cursor
 */
export async function readEobPage(
  table: Table,
  id: string,
  { claim, limit, cursor }: ValidInput<typeof getEob>['query'],
): Promise<
  | {
      readonly payments: readonly StoredPayment[];
      readonly owed: OwedByPayment;
      readonly nextCursor: string | null;
    }
  | undefined
> {
  const list = ['eob', id];
  const from = cursor === undefined ? 0 : Number(decodeCursor(list, cursor));
  if (claim !== undefined) {
    const payments = (await readPayments(table, id, claim, 1)).filter(({ number }) => number === claim);
    const owed = await owedFor(table, payments);
    return payments.length === 0 ? undefined : { payments, owed, nextCursor: null };
  }
  const found = await readPayments(table, id, from + 1, limit + 1);
  let characters = 0;
  let count = 0;
  for (const { content } of found.slice(0, limit)) {
    characters += content.length;
    if (count > 0 && characters > maxCharacters) break;
    count++;
  }
  const nextCursor = count < found.length ? encodeCursor(list, String(from + count)) : null;
  const payments = found.slice(0, count);
  return { payments, owed: await owedFor(table, payments), nextCursor };
}

async function owedFor(table: Table, payments: readonly StoredPayment[]): Promise<OwedByPayment> {
  const matched = payments.flatMap(({ number, posting }) =>
    posting?.match.result === 'matched' ? [{ number, claim: posting.match.claim_id }] : [],
  );
  const read = (ids: readonly string[]) => findClaims(table, ids);
  const chains = await readChains(read, await read(matched.map(({ claim }) => claim)));
  return new Map(
    matched.flatMap(({ number, claim }) => {
      const chain = chains.get(claim);
      if (chain === undefined) return [];
      return [[number, chain.reduce((sum, one) => sum + (one.patient_responsibility ?? 0), 0)] as const];
    }),
  );
}
