import { randomUUID } from 'node:crypto';
import { v5 } from 'uuid';
import { campaignInput } from '#commerce/campaigns/contract.ts';
import { newCampaign } from '#commerce/campaigns/rules.ts';
import { newContact } from '#commerce/contacts/contact.ts';
import type { People } from '#commerce/contacts/ledger-records.ts';
import { findContact } from '#commerce/contacts/records.ts';
import { type Order, orderInput } from '#commerce/orders/order.ts';
import { placeOrder } from '#commerce/orders/rules.ts';
import { changeWrites, type OrderCircumstances, orderWrites } from '#commerce/orders/writing.ts';
import { productInput } from '#commerce/products/product-fields.ts';
import { type ProductChange, productWrites } from '#commerce/products/records.ts';
import { newProduct } from '#commerce/products/rules.ts';
import { newId } from '#persistence/new-id.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';

/** A brand that no other test uses. */
export const newBrandId = (): string => randomUUID();

type Fields = Readonly<Record<string, unknown>>;

/** A valid order of one line, placed now by default. */
export const anOrder = (brand_id: string, fields: Fields = {}, now = new Date()): Order =>
  withContact({
    ...placeOrder(
      orderInput.parse({
        brand_id,
        items: [{ product_id: randomUUID(), quantity: 3, price: 0.1 }],
        ...fields,
      }),
      { id: newId(now), now },
    ),
    number: 1001,
  });

/** The order with a contact that its e-mail address alone decides. */
const withContact = (order: Order): Order =>
  order.customer_email === undefined
    ? order
    : { ...order, contact_id: v5(order.customer_email.toLowerCase(), order.brand_id) };

async function peopleOf({ brand_id, contact_id, created_at }: Order): Promise<People> {
  if (contact_id === undefined) return {};
  const known = await findContact(brand_id, contact_id);
  const now = new Date(created_at);
  const contact = known ?? newContact({ brand_id, tags: [] }, 'order', { id: contact_id, now });
  return { contactId: contact_id, to: { contact, filled: contact, isNew: !known, addresses: [] } };
}

export const aProduct = (brand_id: string, name: string, fields: Fields = {}, now = new Date()) =>
  newProduct(productInput.parse({ brand_id, name, ...fields }), { id: newId(now), now, newId });

export const aCampaign = (brand_id: string, fields: Fields = {}, now = new Date()) =>
  newCampaign(campaignInput.parse({ brand_id, name: 'n', subject: 's', content: 'c', ...fields }), {
    id: newId(now),
    now,
  });

/** Texts that have broken a store before. */
export const awkwardText = 'NUL \u0000, emoji 😀, \u{10ffff}, "quotes", \\, \u202e right to left';

/** Stores an order as its function does. */
export async function insertOrder(
  table: Table,
  order: Order,
  others: readonly TransactAction[] = [],
): Promise<void> {
  const people = await peopleOf(order);
  try {
    await transact(table, orderWrites(undefined, order, { people, others }));
  } catch (error) {
    // Another order of the contact was faster.
    const again = await peopleOf(order);
    if (JSON.stringify(again.to?.contact) === JSON.stringify(people.to?.contact)) throw error;
    await insertOrder(table, order, others);
  }
}

export const changeOrder = async (
  table: Table,
  before: Order,
  after: Order,
  circumstances: OrderCircumstances = {},
): Promise<void> => transact(table, await changeWrites(before, after, circumstances));

/** Stores a new product, a change of one, or its deletion, as its function does. */
export const writeProduct = (
  table: Table,
  product: ProductChange,
  others: readonly TransactAction[] = [],
): Promise<void> => transact(table, [...productWrites(product), ...others]);
