import type { Erasure } from '#commerce/contacts/contract.ts';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import type { Item } from '../../dynamodb/items.ts';
import { queryPages } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { historyOf, ledgerOf, mergedContactKey } from '../contacts/contact-keys.ts';
import { countErased } from './erasures.ts';

/** Entries that are removed in one transaction. */
const entriesAtOnce = 50;

/**
 * Removes notes, consents and all other history of the person, and the traces of merged duplicates.
 *
 * @returns false when the time is up
 */
export async function eraseHistory(
  table: Table,
  { brandId, contactIds }: ErasedPerson,
  { erasure, isTimeUp }: { readonly erasure: Erasure; isTimeUp(): boolean },
): Promise<boolean> {
  for (const contactId of contactIds) {
    for (const range of [historyOf(brandId, contactId), ledgerOf(brandId, contactId)]) {
      for await (const items of queryPages(table, range, { pageSize: entriesAtOnce })) {
        if (isTimeUp()) return false;
        if (items.length > 0)
          await transact(table, [
            ...items.map(removal),
            countErased(erasure, 'history_entries', items.length),
          ]);
      }
    }
  }
  await transact(
    table,
    contactIds.map((id) => ({ Delete: { Key: { ...mergedContactKey(brandId, id) } } })),
  );
  return true;
}

const removal = ({ pk, sk }: Item) => ({
  Delete: { Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' },
});
