import { randomUUID } from 'node:crypto';
import { campaignInput } from '#commerce/campaigns/contract.ts';
import { newCampaign } from '#commerce/campaigns/rules.ts';
import { emailHash } from '#commerce/customer.ts';
import { type Order, orderInput } from '#commerce/orders/contract.ts';
import { placeOrder } from '#commerce/orders/rules.ts';
import { changeWrites, type OrderCircumstances, orderWrites } from '#commerce/orders/writing.ts';
import { newProduct } from '#commerce/product.ts';
import type { CustomerKind } from '#commerce/reports/order-figures.ts';
import { productInput } from '#contract/commerce/product-fields.ts';
import { newId } from '#persistence/new-id.ts';
import { customerKey } from '#store/commerce/commerce-keys.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';

/** A brand that no other test uses. */
export const newBrandId = (): string => randomUUID();

type Fields = Readonly<Record<string, unknown>>;

/** A valid order of one line, placed now by default. */
export const anOrder = (brand_id: string, fields: Fields = {}, now = new Date()) =>
  placeOrder(
    orderInput.parse({ brand_id, items: [{ product_id: randomUUID(), quantity: 3, price: 0.1 }], ...fields }),
    { id: newId(now), now },
  );

export const aProduct = (brand_id: string, name: string, fields: Fields = {}, now = new Date()) =>
  newProduct(productInput.parse({ brand_id, name, ...fields }), { id: newId(now), now, newId });

export const aCampaign = (brand_id: string, fields: Fields = {}, now = new Date()) =>
  newCampaign(campaignInput.parse({ brand_id, name: 'n', subject: 's', content: 'c', ...fields }), {
    id: newId(now),
    now,
  });

/** Texts that have broken a store before. */
export const awkwardText = 'NUL \u0000, emoji 😀, \u{10ffff}, "quotes", \\, \u202e right to left';

/** Stores an order as its function does: of concurrent first orders of a customer, all but one become those of a returning one. */
export async function insertOrder(
  table: Table,
  order: Order,
  customer: CustomerKind,
  others: readonly TransactAction[] = [],
): Promise<void> {
  try {
    await transact(table, orderWrites(undefined, order, { customer, others }));
  } catch (error) {
    const first = customerKey(order.brand_id, emailHash(order.customer_email ?? ''));
    if (customer !== 'new' || (await getItem(table, first)) === undefined) throw error;
    await insertOrder(table, order, 'returning', others);
  }
}

export const changeOrder = async (
  table: Table,
  before: Order,
  after: Order,
  circumstances: OrderCircumstances = {},
): Promise<void> => transact(table, await changeWrites(before, after, circumstances));
