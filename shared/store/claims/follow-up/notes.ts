import type { ChainAppender } from '#audit/append/appender.ts';
import { noteAdded } from '#claims/follow-up/follow-up.ts';
import type { ClaimNote } from '#contract/claims/follow-up.ts';
import { insertion, recordOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { claimKey } from '../keys/claim-keys.ts';
import { noteKey, notesOf } from '../keys/follow-up-keys.ts';

/** Stores a note, its audit entry and `others` in one transaction, on condition that the claim exists. */
export async function insertNote(
  audit: Pick<ChainAppender<TransactAction>, 'append'>,
  note: ClaimNote,
  others: readonly TransactAction[],
): Promise<void> {
  const exists: TransactAction = {
    ConditionCheck: { Key: { ...claimKey(note.claim_id) }, ConditionExpression: 'attribute_exists(pk)' },
  };
  const item = insertion({ ...note, ...noteKey(note.claim_id, note.at, note.id) });
  await audit.append([noteAdded(note)], [exists, item, ...others]);
}

export const readNotes = (table: Table, claimId: string, { limit, cursor }: PageRequest) =>
  queryPage(
    table,
    { list: ['claim notes', claimId], limit, cursor, range: { ...notesOf(claimId), newestFirst: true } },
    (item): ClaimNote => {
      const { id, claim_id, at, by, text } = recordOf<ClaimNote>(item);
      return { id, claim_id, at, by, text };
    },
  );
