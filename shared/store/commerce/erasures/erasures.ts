import type { StoredContact } from '#commerce/contacts/contact.ts';
import { type Erasure, erasure as erasureSchema } from '#commerce/contacts/contract.ts';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf, updateItem } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { erasureKey } from '../contacts/contact-keys.ts';
import { removeContact, writtenOf } from '../contacts/contacts.ts';

/** A receipt with the person whom it is about, until the erasure is finished. */
interface StoredErasure extends Erasure {
  readonly person?: Omit<ErasedPerson, 'brandId' | 'erasureId'>;
}

export function newErasure(
  contact: StoredContact,
  { id, now, requestedBy }: { readonly id: string; readonly now: Date; readonly requestedBy: string },
): StoredErasure & Required<Pick<StoredErasure, 'person'>> {
  const addresses = writtenOf(contact);
  const of = (wanted: string) =>
    addresses.flatMap(({ channel, address }) => (channel === wanted ? [address] : []));
  return {
    id,
    brand_id: contact.brand_id,
    status: 'running',
    orders: 0,
    referrals: 0,
    history_entries: 0,
    requested_by: requestedBy,
    requested_at: now.toISOString(),
    person: {
      contactIds: [contact.id, ...contact.merged_ids],
      emails: of('email'),
      phones: of('sms'),
    },
  };
}

/**
 * Removes a contact and the pointers from its addresses, and stores the erasure and `others`, in one transaction. From then
 * on, an order with one of the addresses makes a new contact.
 *
 * @throws ConditionFailed when the contact has changed
 */
export async function beginErasure(
  table: Table,
  contact: StoredContact,
  erasure: StoredErasure,
  others: readonly TransactAction[],
): Promise<void> {
  await transact(table, [
    ...(await removeContact(contact)),
    insertion(itemOf(erasureKey(erasure.brand_id, erasure.id), erasure)),
    ...others,
  ]);
}

const fields = fieldsOf(erasureSchema);
export const shownErasure = (stored: StoredErasure): Erasure => resourceOf<Erasure>({ ...stored }, fields);

const erasureFrom = (item: Item): StoredErasure => resourceOf<StoredErasure>(item, [...fields, 'person']);
export const findErasure = finder(erasureKey, erasureFrom);

/** The action that counts erased records on the receipt, for their transaction. */
export const countErased = (
  { brand_id, id }: Pick<Erasure, 'brand_id' | 'id'>,
  counter: 'orders' | 'referrals' | 'history_entries',
  count = 1,
): TransactAction => ({
  Update: {
    Key: { ...erasureKey(brand_id, id) },
    UpdateExpression: 'ADD #counter :count',
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#counter': counter, '#status': 'status' },
    ExpressionAttributeValues: { ':count': count, ':running': 'running' },
  },
});

/** Remembers an earlier e-mail address of the person until the erasure ends. */
export const addErasedEmail = (
  table: Table,
  { brandId, erasureId, emails }: ErasedPerson,
  email: string,
): Promise<unknown> =>
  updateItem(table, erasureKey(brandId, erasureId), {
    UpdateExpression: 'SET person.emails = :emails',
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':emails': [...emails, email], ':running': 'running' },
  });

/** Ends an erasure and removes the person from its receipt. Idempotent. */
export const finishErasure = (
  table: Table,
  { brand_id, id }: Erasure,
  now: Date,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    {
      Update: {
        Key: { ...erasureKey(brand_id, id) },
        UpdateExpression: 'SET #status = :finished, finished_at = :now REMOVE person',
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':finished': 'finished',
          ':running': 'running',
          ':now': now.toISOString(),
        },
      },
    },
    ...others,
  ]);
