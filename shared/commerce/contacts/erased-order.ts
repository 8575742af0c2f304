import { type Order, order as orderSchema } from '#commerce/orders/order.ts';
import { normalEmail, normalPhone } from './addresses.ts';
import { customerOfErased, type ErasedPerson } from './erased-person.ts';

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
