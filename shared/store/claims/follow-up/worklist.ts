import type { Claim } from '#claims/claim/claim.ts';
import { boundsOf, type Due } from '#claims/follow-up/worklist-days.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { type PageRequest, queryItems, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { claimFrom } from '../claims/stored-claim.ts';
import { worklistPartition } from '../keys/follow-up-keys.ts';

export interface WorklistQuery extends PageRequest {
  /** Null for claims without an assignee. */
  readonly assignee?: string | null | undefined;
  readonly due?: Due | undefined;
  readonly lane?: string | undefined;
  readonly billing_npis?: readonly string[] | undefined;
  readonly today: string;
}

/** Claims that one request examines. */
const maxExamined = 2000;

/**
 * A page of the worklist, by follow-up day. The cursor is the place of a claim, so a claim that leaves the list hides no other.
 *
 * @throws ApiError invalid_cursor
 */
export async function readWorklist(table: Table, query: WorklistQuery): Promise<StoredPage<Claim>> {
  const { limit, cursor, due, today, assignee, lane, billing_npis } = query;
  const list = ['worklist', JSON.stringify([assignee, due, lane, billing_npis])];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const { from, below } = boundsOf(due, today);
  const range = { index: 'gsi2', pk: worklistPartition, from, to: below } as const;
  const data: Claim[] = [];
  let examined = 0;
  for await (const item of queryItems(table, range, { after, pageSize: 200 })) {
    const position = String(item['gsi2sk']);
    const claim = claimFrom(item);
    const isWanted =
      (assignee === undefined || (claim.assignee ?? null) === assignee) &&
      (lane === undefined || claim.lane === lane) &&
      (billing_npis === undefined || billing_npis.includes(claim.billing_npi));
    if (isWanted) data.push(claim);
    examined++;
    if (data.length === limit || examined === maxExamined) {
      return { data, nextCursor: encodeCursor(list, position) };
    }
  }
  return { data, nextCursor: null };
}
