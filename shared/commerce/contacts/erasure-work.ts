import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { type Item, type ItemKey, recordOf, updateItem } from '#store/dynamodb/items.ts';
import { queryItems, queryPages } from '#store/dynamodb/query-page.ts';
import { transact } from '#store/dynamodb/table.ts';
import { clearMessage, messagesOf, type StoredMessage } from '../messages/records.ts';
import { type Order, order as orderSchema } from '../orders/order.ts';
import { orderChanges, orderPayments, orders } from '../orders/records.ts';
import { changeWrites } from '../orders/writing.ts';
import { contactIdOfAddress } from './address-records.ts';
import { normalEmail, normalPhone } from './addresses.ts';
import type { Erasure } from './contact-fields.ts';
import { addErasedEmail, countErased, customerOfErased, type ErasedPerson } from './erasure-records.ts';
import { entriesOf, history } from './history-records.ts';
import { ledger } from './ledger-records.ts';
import { mergedContacts } from './records.ts';

/**
 * Whether an order is one of the person: by its contact or e-mail address; by its phone only without an address, because
 * people of one household share numbers.
 */
export function isOrderOf(
  { contact_id, customer_email, customer_phone }: Order,
  { contactIds, emails, phones }: ErasedPerson,
): boolean {
  if (contact_id !== undefined && contactIds.includes(contact_id)) return true;
  if (customer_email !== undefined) return emails.includes(normalEmail(customer_email));
  return customer_phone !== undefined && phones.includes(normalPhone(customer_phone));
}

/**
 * The order without personal data and free text. It keeps its items and amounts, and a random id stands for its customer in
 * figures.
 */
export function withoutPerson(order: Order, person: ErasedPerson, now: Date): Order {
  const { customer_email, customer_name, customer_phone, customer_address, notes, contact_id, ...kept } =
    order;
  const { cancel_reason, ...rest } = kept;
  return orderSchema.parse({
    ...rest,
    ...(contact_id !== undefined && { erased_customer_id: customerOfErased(person) }),
    updated_at: now.toISOString(),
    version: order.version + 1,
  });
}

interface ErasureRun {
  readonly erasure: Erasure;
  now(): Date;
  isTimeUp(): boolean;
}

/**
 * Clears the person in every order. No order gets the contact any more, because the contact is gone. An order may have an
 * address of the person beside another contact, so all orders of the brand are read, strongly consistent. Orders that are
 * cleared do not match again.
 *
 * @returns false when the time is up, or when an order has led to another address of the person
 */
export async function eraseOrders(person: ErasedPerson, run: ErasureRun): Promise<boolean> {
  const { brandId } = person;
  for await (const found of orders.all({ brand_id: brandId })) {
    if (run.isTimeUp()) return false;
    if (!isOrderOf(found, person) || (await isOfAnother(person, found, run.erasure))) continue;
    const email = await otherEmail(person, found);
    if (email !== undefined) {
      await addErasedEmail(person, email);
      return false;
    }
    await retryOnConflict(() => eraseOrder(person, found.id, run));
  }
  return true;
}

async function eraseOrder(person: ErasedPerson, id: string, run: ErasureRun): Promise<void> {
  const before = await orders.find({ brand_id: person.brandId, id });
  if (before === undefined || !isOrderOf(before, person)) return;
  await eraseOrderRecords(before);
  const after = withoutPerson(before, person, run.now());
  const log = { by: run.erasure.requested_by, kind: 'erased' } as const;
  const others = [countErased(run.erasure, 'orders')];
  await transact(commerceTable, await changeWrites(before, after, { log, others }));
}

/** Whether an order with an address of the person is one of whoever has the address since the request. */
async function isOfAnother(
  { brandId, contactIds }: ErasedPerson,
  { contact_id, created_at, customer_email, customer_phone }: Order,
  { requested_at }: Erasure,
): Promise<boolean> {
  if (contact_id === undefined) return created_at > requested_at;
  if (contactIds.includes(contact_id)) return false;
  if (created_at > requested_at) return true;
  const holder = await (customer_email === undefined
    ? contactIdOfAddress(brandId, 'sms', customer_phone ?? '')
    : contactIdOfAddress(brandId, 'email', customer_email));
  return holder === contact_id;
}

/** An address in an order of the person that the contact has no longer, unless it belongs to somebody else by now. */
async function otherEmail(
  { brandId, contactIds, emails }: ErasedPerson,
  { customer_email }: Order,
): Promise<string | undefined> {
  const email = customer_email === undefined ? undefined : normalEmail(customer_email);
  if (email === undefined || emails.includes(email)) return undefined;
  const holder = await contactIdOfAddress(brandId, 'email', email);
  return holder === undefined || contactIds.includes(holder) ? email : undefined;
}

/** Free text in the history and the payments of an order. */
const texts = ['reason', 'note', 'reference'] as const;

/** Removes the free text of the records beside an order. Idempotent. */
async function eraseOrderRecords({ brand_id, id }: Order): Promise<void> {
  const of = { brand_id, order_id: id };
  for await (const { version, reason } of orderChanges.all(of)) {
    if (reason !== undefined) await removeTexts(orderChanges.key({ ...of, version }));
  }
  for await (const { id: payment, reason, note, reference } of orderPayments.all(of)) {
    if ([reason, note, reference].some((text) => text !== undefined))
      await removeTexts(orderPayments.key({ ...of, id: payment }));
  }
}

const removeTexts = (key: ItemKey): Promise<boolean> =>
  isWritten(
    updateItem(commerceTable, key, {
      UpdateExpression: `REMOVE ${texts.map((name) => `#${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(texts.map((name) => [`#${name}`, name])),
    }),
  );

/**
 * Clears the messages to the person, and all test messages, which may show a contact. A message that waits is not sent.
 *
 * @returns false when the time is up
 */
export async function eraseMessages(
  { brandId, emails, phones }: ErasedPerson,
  { isTimeUp }: { isTimeUp(): boolean },
): Promise<boolean> {
  const isTo = ({ channel, to }: StoredMessage) =>
    channel === 'email' ? emails.includes(normalEmail(to)) : phones.includes(normalPhone(to));
  for await (const item of queryItems(commerceTable, messagesOf(brandId))) {
    if (isTimeUp()) return false;
    const message = recordOf<StoredMessage>(item);
    if (isTo(message) || (message.kind === 'campaign_test' && message.text !== '')) {
      await isWritten(clearMessage(message));
    }
  }
  return true;
}

/** Entries that are removed in one transaction. */
const entriesAtOnce = 50;

/**
 * Removes notes, consents and all other history of the person, and the traces of merged duplicates.
 *
 * @returns false when the time is up
 */
export async function eraseHistory(
  { brandId, contactIds }: ErasedPerson,
  { erasure, isTimeUp }: { readonly erasure: Erasure; isTimeUp(): boolean },
): Promise<boolean> {
  for (const contactId of contactIds) {
    for (const kind of [history, ledger]) {
      const range = entriesOf(kind, brandId, contactId);
      for await (const items of queryPages(commerceTable, range, { pageSize: entriesAtOnce })) {
        if (isTimeUp()) return false;
        if (items.length > 0)
          await transact(commerceTable, [
            ...items.map(removal),
            countErased(erasure, 'history_entries', items.length),
          ]);
      }
    }
  }
  const merged = contactIds.map((id) => mergedContacts.key({ brand_id: brandId, id }));
  await transact(
    commerceTable,
    merged.map((key) => ({ Delete: { Key: { ...key } } })),
  );
  return true;
}

const removal = ({ pk, sk }: Item) => ({
  Delete: { Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' },
});
