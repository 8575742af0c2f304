import { normalEmail } from '#commerce/contacts/addresses.ts';
import type { Erasure } from '#commerce/contacts/contract.ts';
import { isOrderOf, withoutPerson } from '#commerce/contacts/erased-order.ts';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { contactIdOfAddress } from '#commerce/contacts/records.ts';
import type { Order } from '#commerce/orders/order.ts';
import { orderChanges, orderPayments, orders } from '#commerce/orders/records.ts';
import { changeWrites } from '#commerce/orders/writing.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { type ItemKey, updateItem } from '../../dynamodb/items.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { addErasedEmail, countErased } from './erasures.ts';

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
export async function eraseOrders(table: Table, person: ErasedPerson, run: ErasureRun): Promise<boolean> {
  const { brandId } = person;
  for await (const found of orders.all({ brand_id: brandId })) {
    if (run.isTimeUp()) return false;
    if (!isOrderOf(found, person) || (await isOfAnother(person, found, run.erasure))) continue;
    const email = await otherEmail(person, found);
    if (email !== undefined) {
      await addErasedEmail(table, person, email);
      return false;
    }
    await retryOnConflict(() => eraseOrder(table, person, found.id, run));
  }
  return true;
}

async function eraseOrder(table: Table, person: ErasedPerson, id: string, run: ErasureRun): Promise<void> {
  const before = await orders.find({ brand_id: person.brandId, id });
  if (before === undefined || !isOrderOf(before, person)) return;
  await eraseOrderRecords(table, before);
  const after = withoutPerson(before, person, run.now());
  const log = { by: run.erasure.requested_by, kind: 'erased' } as const;
  const others = [countErased(run.erasure, 'orders')];
  await transact(table, await changeWrites(before, after, { log, others }));
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

/**
 * Removes the free text of the records beside an order. Idempotent.
 */
async function eraseOrderRecords(table: Table, { brand_id, id }: Order): Promise<void> {
  const of = { brand_id, order_id: id };
  for await (const { version, reason } of orderChanges.all(of)) {
    if (reason !== undefined) await removeTexts(table, orderChanges.key({ ...of, version }));
  }
  for await (const { id: payment, reason, note, reference } of orderPayments.all(of)) {
    if ([reason, note, reference].some((text) => text !== undefined))
      await removeTexts(table, orderPayments.key({ ...of, id: payment }));
  }
}

const removeTexts = (table: Table, key: ItemKey): Promise<boolean> =>
  isWritten(
    updateItem(table, key, {
      UpdateExpression: `REMOVE ${texts.map((name) => `#${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(texts.map((name) => [`#${name}`, name])),
    }),
  );
