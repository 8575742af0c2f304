import { compareText } from '#claims/claims/chain.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { claimKey } from '#claims/claims/claim-keys.ts';
import { claimFrom, worklistPartition } from '#claims/claims/stored-claim-records.ts';
import { itemKey, timeKey } from '#store/claims/key-parts.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { insertion, type KeyPrefix, recordOf } from '#store/dynamodb/items.ts';
import { type PageRequest, queryItems, queryPage, type StoredPage } from '#store/dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import { encodedText } from '#store/records/key-pattern.ts';
import type { ClaimNote, ClaimsPerson } from './contract.ts';
import { boundsOf, type Due } from './rules.ts';

const noteKey = (claimId: string, at: string, noteId: string) =>
  itemKey(notesOf(claimId).pk, timeKey(at, noteId));

/** Apart from the claim, whose partition is read as a whole. */
export const notesOf = (claimId: string): KeyPrefix => ({ pk: `CLAIMNOTES#${claimId}`, prefix: '' });

/** Stores a note on condition that the claim exists. */
export const insertNote = (note: ClaimNote): readonly TransactAction[] => [
  { ConditionCheck: { Key: { ...claimKey(note.claim_id) }, ConditionExpression: 'attribute_exists(pk)' } },
  insertion({ ...note, ...noteKey(note.claim_id, note.at, note.id) }),
];

export const readNotes = (table: Table, claimId: string, { limit, cursor }: PageRequest) =>
  queryPage(
    table,
    { list: ['claim notes', claimId], limit, cursor, range: { ...notesOf(claimId), newestFirst: true } },
    (item): ClaimNote => {
      const { id, claim_id, at, by, text } = recordOf<ClaimNote>(item);
      return { id, claim_id, at, by, text };
    },
  );

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

const peoplePartition = 'PEOPLE';
const secondsOfYear = 366 * 86_400;

/** Stores the name of a person, who is forgotten a year later. */
export const putPerson = (table: Table, person: ClaimsPerson, now: Date): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: {
          ...itemKey(peoplePartition, encodedText(person.subject)),
          ...person,
          expires_at: Math.floor(now.getTime() / 1000) + secondsOfYear,
        },
      },
    },
  ]);

/** The people whose names are known, by name. */
export async function readPeople(table: Table): Promise<readonly ClaimsPerson[]> {
  const people: ClaimsPerson[] = [];
  for await (const item of queryItems(table, { pk: peoplePartition, prefix: '' })) {
    const { subject, name, seen_on } = recordOf<ClaimsPerson>(item);
    people.push({ subject, name, seen_on });
  }
  return people.toSorted((a, b) => a.name.localeCompare(b.name) || compareText(a.subject, b.subject));
}
