import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readStockLevels } from '#store/commerce/stock/stock-levels.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type People, readCustomer, readPeople } from '../contacts/ledger-records.ts';
import { applyPromoCode } from '../promo-codes/applying.ts';
import { promoCodes, returnPromoUse, takePromoUse } from '../promo-codes/records.ts';
import { isPromoCode, promoCodeId } from '../promo-codes/rules.ts';
import { creditActions, returnCreditActions } from '../referrals/credit-records.ts';
import { planStock, settleStock } from '../stock/reserve.ts';
import { checkPickup, managedCapacity } from '../stops/rules.ts';
import {
  type AppliedPromotion,
  type HeldStock,
  type Order,
  type OrderEdit,
  type OrderInput,
  order as orderSchema,
} from './contract.ts';
import { editedInput, editOrder } from './editing.ts';
import { checkItems } from './items.ts';
import { withBalance, withoutCredit } from './payment.ts';
import { type OrderContext, readOrderContext } from './reading.ts';
import { placeOrder } from './rules.ts';
import type { OrderCircumstances } from './writing.ts';

/** An order that is ready to be written, with what its transaction needs beside it. */
export interface PreparedOrder {
  readonly order: Order;
  readonly circumstances: Omit<OrderCircumstances, 'log'>;
  readonly events: readonly OutgoingEvent[];
}

/**
 * A new order: checked against catalog, pickup day, promo code and stock as they are now. The actions fail if any of them changes.
 *
 * @throws ApiError unknown_product, price_mismatch, invalid_pickup, promo_code_refused, out_of_stock, credit_insufficient,
 * validation_failed
 */
export async function prepareOrder(
  input: OrderInput,
  { id, now, newId }: Occasion & { readonly id: string },
): Promise<PreparedOrder> {
  const context = await readOrderContext(input);
  checkItems(input.items, context);
  checkPickup(input, context, now);
  const found = await readPeople(commerceTable, undefined, input, { now, newId });
  const { people, ...promo } = await promotionOf(input, context, found, now);
  const placed = placeOrder(input, { id, now }, { ...context, promotion: promo.promotion });
  const stock = planStock(input.items, context.stock, undefined, context.products);
  const credit = await creditOf(placed, { now, newId });
  return {
    order: prepared(placed, { held: stock.held, contactId: people.contactId }),
    circumstances: {
      customer: context.customer,
      people,
      capacity: managedCapacity(context),
      stock: stock.changes,
      others: [...conditionsOf(context), ...promo.actions, ...credit],
    },
    events: stock.events,
  };
}

/**
 * A pending order after an edit, checked like a new one. It keeps its promo code, whose rules about items apply again, and
 * the stock that it holds counts as available to it.
 *
 * @throws ApiError order_not_editable, and those of {@link prepareOrder}
 */
export async function prepareEdit(
  before: Order,
  edit: OrderEdit,
  { now, newId }: Occasion,
): Promise<PreparedOrder> {
  const input = editedInput(before, edit);
  const context = await readOrderContext(input);
  if (edit.items !== undefined) checkItems(input.items, context);
  if (edit.stop_id !== undefined || edit.pickup_date !== undefined) checkPickup(input, context, now);
  const promotion = before.promotion && (await keptPromotion(input, before.promotion, now));
  const edited = editOrder(before, input, { ...context, promotion }, now);
  const stock =
    edit.items === undefined
      ? { changes: [], events: [], held: before.stock }
      : planStock(input.items, await levelsFor(before, context), before.stock, context.products);
  const people = await readPeople(commerceTable, before, edited, { now, newId });
  const credit = await unusedCredit(before, edited, { now, newId });
  return {
    order: prepared(edited, { held: stock.held, contactId: people.contactId }),
    circumstances: {
      customer: context.customer,
      people,
      capacity: managedCapacity(context),
      stock: stock.changes,
      others: [...(edit.items === undefined ? [] : conditionsOf(context)), ...credit],
    },
    events: stock.events,
  };
}

/**
 * The order in its new status with the stock it then holds, and the actions that release stock, promo code, credit and the
 * place in the pickup day.
 */
export async function prepareStatus(
  before: Order,
  moved: Order,
  occasion: Occasion,
): Promise<Omit<PreparedOrder, 'events'>> {
  const { changes, held } = settleStock(moved);
  const returned =
    moved.status === 'cancelled' && moved.promotion
      ? returnPromoUse(await promoCodes.find({ ...moved, id: moved.promotion.id }), moved.promotion)
      : [];
  const settled = moved.status === 'cancelled' ? withBalance(withoutCredit(moved)) : moved;
  return {
    order: prepared(settled, { held, contactId: moved.contact_id }),
    circumstances: {
      stock: changes,
      others: [...returned, ...(await returnedCredit(before, settled, occasion))],
    },
  };
}

const conditionsOf = ({ prices, productConditions }: OrderContext) =>
  prices === 'match' ? productConditions : [];

interface Links {
  readonly held: HeldStock | undefined;
  readonly contactId: string | undefined;
}

/** The order with its contact and the stock that it holds, its members in the order of the schema. */
const prepared = ({ stock, contact_id, ...order }: Order, { held, contactId }: Links): Order =>
  orderSchema.parse({
    ...order,
    ...(contactId !== undefined && { contact_id: contactId }),
    ...(held !== undefined && { stock: held }),
  });

/** Levels of the items and of what the order holds already. Its own stock is not available to others. */
async function levelsFor({ brand_id, stock }: Order, context: OrderContext) {
  if (stock === undefined) return context.stock;
  const held = await readStockLevels(commerceTable, brand_id, stock.lines);
  return new Map([...context.stock, ...held]);
}

interface Promotion {
  readonly promotion: AppliedPromotion | undefined;
  readonly actions: readonly TransactAction[];
  /** With the conditions of a promo code for each customer. */
  readonly people: People;
}

/** The promotion of a new order; none in a brand without promotions. */
async function promotionOf(
  input: OrderInput,
  context: OrderContext,
  people: People,
  now: Date,
): Promise<Promotion> {
  const { brand_id, promo_code } = input;
  if (context.settings.promotions === 'off' || promo_code === undefined || promo_code === '') {
    return { promotion: undefined, actions: [], people };
  }
  const promoCode = isPromoCode(promo_code)
    ? await promoCodes.find({ brand_id, id: promoCodeId(brand_id, promo_code) })
    : undefined;
  const isLimited = promoCode?.first_order_only || promoCode?.max_uses_per_customer !== undefined;
  const customer = isLimited ? await readCustomer(commerceTable, people) : undefined;
  const promotion = applyPromoCode(input, {
    promoCode,
    customerUses: promoCode && customer ? customer.uses(promoCode) : 0,
    hasCustomer: input.customer_email !== undefined || people.to !== undefined,
    isFirstOrder: customer?.isFirstOrder ?? true,
    now,
  });
  return {
    promotion,
    actions: [...(promoCode ? takePromoUse(promoCode) : []), ...(customer?.conditions ?? [])],
    people: customer?.people ?? people,
  };
}

/** The promotion that an edited order keeps. */
async function keptPromotion(
  input: OrderInput,
  earlier: AppliedPromotion,
  now: Date,
): Promise<AppliedPromotion> {
  const found = await promoCodes.find({ ...input, id: earlier.id });
  const promoCode = found?.created_at === earlier.issue ? found : undefined;
  return applyPromoCode(input, {
    promoCode,
    customerUses: 0,
    hasCustomer: true,
    isFirstOrder: true,
    now,
    earlier,
  });
}

/** When a request came, and the ids of what it creates. */
interface Occasion {
  readonly now: Date;
  newId(): string;
}

/** The actions by which a new order uses credit. */
async function creditOf(order: Order, occasion: Occasion): Promise<readonly TransactAction[]> {
  const { brand_id: brandId, customer_email: email, id: orderId, credit_cents: cents } = order;
  if (cents === 0) return [];
  return (await creditActions({ brandId, email, orderId, cents, ...occasion })).actions;
}

/** The actions that give back what an edited order no longer needs. */
function unusedCredit(before: Order, after: Order, occasion: Occasion) {
  const { brand_id: brandId, id: orderId, credit_cents: keptCents } = after;
  return keptCents < before.credit_cents
    ? returnCreditActions({ brandId, orderId, keptCents, ...occasion })
    : [];
}

/** The actions that give the credit of an order back if the change does so. */
export async function returnedCredit(
  before: Order,
  after: Order,
  occasion: Occasion,
): Promise<readonly TransactAction[]> {
  if (before.credit_returned_cents !== undefined || after.credit_returned_cents === undefined) return [];
  return returnCreditActions({ brandId: after.brand_id, orderId: after.id, ...occasion });
}
