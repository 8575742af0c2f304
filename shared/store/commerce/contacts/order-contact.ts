import {
  maxKnownProducts,
  maxKnownStops,
  newContact,
  type StoredContact,
} from '#commerce/contacts/contact.ts';
import { changeOfFacts, orderFacts } from '#commerce/contacts/order-facts.ts';
import { found, readAddresses } from '#commerce/contacts/records.ts';
import type { Order } from '#commerce/orders/contract.ts';
import { getItem } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { contactFrom } from './contact-items.ts';
import { contactKey } from './contact-keys.ts';
import { findContact, newContactActions } from './contacts.ts';
import { historyAction } from './history.ts';

/** The contact of a new order, and the actions that record the order with it: at most four. */
export interface OrderContact {
  /** Undefined for an order without e-mail address and phone. */
  readonly contactId: string | undefined;
  readonly actions: readonly TransactAction[];
}

/**
 * Finds the contact of a new order: by its e-mail address, or by its phone if it has no address. A person who is not known yet
 * becomes a contact. The facts of the contact change by additions, so parallel orders of a person do not conflict.
 *
 * Run it inside of `retryOnConflict`: the actions fail if the contact is created, merged or erased meanwhile.
 */
export async function contactOfOrder(
  table: Table,
  order: Order,
  { now, newId }: { readonly now: Date; newId(): string },
): Promise<OrderContact> {
  const { brand_id, customer_email, customer_phone } = order;
  if (customer_email === undefined && !isPhone(customer_phone)) return { contactId: undefined, actions: [] };
  const { book, email, phone } = await addressesOfOrder(order);
  const person = email && !email.shared ? email : phone;
  // A shared address leads to nobody.
  if (person === undefined || person.shared) return { contactId: undefined, actions: [] };
  const id = person.holder;
  const known = id && (await getItem(table, contactKey(brand_id, id)));
  const contact = known
    ? contactFrom(known)
    : newContactOf(order, email?.shared ? undefined : customer_email, { id: newId(), now });
  const actions = known ? [addOrder(contact, order)] : newContactActions(withOrder(contact, order), book);
  const entry = historyAction({
    brandId: brand_id,
    contactId: contact.id,
    id: order.id,
    kind: 'order',
    reference: order.id,
    at: order.created_at,
  });
  return { contactId: contact.id, actions: [...actions, entry] };
}

/** The addresses of an order, and whom they lead to. */
async function addressesOfOrder({ brand_id, customer_email, customer_phone }: Order) {
  const email =
    customer_email === undefined ? undefined : ({ channel: 'email', address: customer_email } as const);
  const phone = isPhone(customer_phone) ? ({ channel: 'sms', address: customer_phone } as const) : undefined;
  const book = await readAddresses(
    brand_id,
    [email, phone].filter((one) => one !== undefined),
  );
  return { book, email: email && found(book, email), phone: phone && found(book, phone) };
}

/** Texts such as `-` pass the order's format, but lead to nobody. */
const isPhone = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 50 && text.replaceAll(/\D/g, '').length >= 5;

const trimmed = (text: string | undefined, maximum: number): string | undefined =>
  text?.trim().slice(0, maximum) || undefined;

const newContactOf = (
  { brand_id, customer_name, customer_phone, customer_address }: Order,
  email: string | undefined,
  circumstances: { readonly id: string; readonly now: Date },
): StoredContact =>
  newContact(
    {
      brand_id,
      name: trimmed(customer_name, 255),
      email,
      phone: isPhone(customer_phone) ? customer_phone : undefined,
      address: trimmed(customer_address, 1000),
      tags: [],
    },
    'order',
    circumstances,
  );

function withOrder(contact: StoredContact, order: Order): StoredContact {
  const { count, cents } = orderFacts(order);
  return {
    ...contact,
    order_count: count,
    spent_cents: cents,
    first_order_at: order.created_at,
    last_order_at: order.created_at,
    product_ids: newProducts(contact, order),
    stop_ids: newStops(contact, order),
  };
}

function addOrder(contact: StoredContact, order: Order): TransactAction {
  const { count, cents } = orderFacts(order);
  const products = newProducts(contact, order);
  const stops = newStops(contact, order);
  const name = contact.name === undefined ? trimmed(order.customer_name, 255) : undefined;
  const fillsName = name !== undefined;
  return {
    Update: {
      Key: { ...contactKey(contact.brand_id, contact.id) },
      UpdateExpression: [
        'SET last_order_at = :at, updated_at = :at, first_order_at = if_not_exists(first_order_at, :at)',
        fillsName ? ', #name = if_not_exists(#name, :name)' : '',
        ' ADD order_count :count, spent_cents :cents, version :one',
        products.length > 0 ? ', product_ids :products' : '',
        stops.length > 0 ? ', stop_ids :stops' : '',
      ].join(''),
      ConditionExpression: 'attribute_exists(pk)',
      ...(fillsName && { ExpressionAttributeNames: { '#name': 'name' } }),
      ExpressionAttributeValues: {
        ':at': order.created_at,
        ':count': count,
        ':cents': cents,
        ':one': 1,
        ...(fillsName && { ':name': name }),
        ...(products.length > 0 && { ':products': new Set(products) }),
        ...(stops.length > 0 && { ':stops': new Set(stops) }),
      },
    },
  };
}

const newProducts = ({ product_ids }: StoredContact, { items }: Order): readonly string[] =>
  [...new Set(items.map(({ product_id }) => product_id))]
    .filter((id) => !product_ids.includes(id))
    .slice(0, Math.max(0, maxKnownProducts - product_ids.length));

const newStops = ({ stop_ids }: StoredContact, { stop_id }: Order): readonly string[] =>
  stop_id === undefined || stop_ids.includes(stop_id) || stop_ids.length >= maxKnownStops ? [] : [stop_id];

/**
 * The actions that move the figures of an order's contact after a change of the order; none if they stay, or if the contact
 * was erased. They fail if the contact is erased or merged meanwhile.
 */
export async function contactChangeActions(
  table: Table,
  before: Order,
  after: Order,
): Promise<readonly TransactAction[]> {
  const { count, cents } = changeOfFacts(before, after);
  if (before.contact_id === undefined || (count === 0 && cents === 0)) return [];
  const contact = await findContact(table, [before.brand_id], before.contact_id);
  if (contact === undefined) return [];
  return [
    {
      Update: {
        Key: { ...contactKey(contact.brand_id, contact.id) },
        UpdateExpression: 'SET updated_at = :at ADD order_count :count, spent_cents :cents, version :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':at': after.updated_at, ':count': count, ':cents': cents, ':one': 1 },
      },
    },
  ];
}
