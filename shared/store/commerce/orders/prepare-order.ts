import { checkItems } from '#commerce/check-items.ts';
import { personId } from '#commerce/customer.ts';
import {
  type AppliedPromotion,
  type HeldStock,
  type Order,
  type OrderEdit,
  type OrderInput,
  order as orderSchema,
} from '#commerce/orders/contract.ts';
import { editedInput, editOrder } from '#commerce/orders/edit-order.ts';
import { withBalance, withoutCredit } from '#commerce/orders/payment.ts';
import { placeOrder } from '#commerce/place-order.ts';
import type { PromoCode } from '#commerce/promo-codes/contract.ts';
import { applyPromoCode } from '#commerce/promotions/apply-promo-code.ts';
import { isPromoCode, promoCodeId } from '#commerce/promotions/promo-code.ts';
import { creditActions, returnCreditActions } from '#commerce/referrals/credit-records.ts';
import { planStock, settleStock } from '#commerce/stock/reserve.ts';
import { countPickup } from '#commerce/stops/records.ts';
import { checkPickup, managedCapacity } from '#commerce/stops/rules.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { getItem } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { contactOfOrder } from '../contacts/order-contact.ts';
import { type OrderContext, readOrderContext } from '../order-context.ts';
import { promoCodeKey, promoUseKey } from '../promotions/promo-code-keys.ts';
import { readPromoCode } from '../promotions/promo-codes.ts';
import { readStockLevels, stockActions } from '../stock/stock-levels.ts';

/** Attempts of a write that depends on stock and limits, which concurrent orders change. */
export const orderAttempts = 10;

/** An order that is ready to be written, with what its transaction needs beside it. */
export interface PreparedOrder {
  readonly order: Order;
  readonly context: OrderContext;
  /** Prices, stock, uses of promo codes and credit, the contact, and the number of orders of the pickup day. */
  readonly actions: readonly TransactAction[];
  readonly events: readonly OutgoingEvent[];
  /** The promo code is valid only while this is the first order of its customer. */
  readonly isFirstOnly: boolean;
}

/**
 * A new order: checked against catalog, pickup day, promo code and stock as they are now. The actions fail if any of them changes.
 *
 * @throws ApiError unknown_product, price_mismatch, invalid_pickup, promo_code_refused, out_of_stock, credit_insufficient,
 * validation_failed
 */
export async function prepareOrder(
  table: Table,
  input: OrderInput,
  { id, now, newId }: Occasion & { readonly id: string },
): Promise<PreparedOrder> {
  const context = await readOrderContext(table, input);
  checkItems(input.items, context);
  checkPickup(input, context, now);
  const promo = await promotionOf(table, input, context, now);
  const placed = placeOrder(input, { id, now }, { ...context, promotion: promo.promotion });
  const stock = planStock(input.items, context.stock, undefined, context.products);
  const contact = await contactOfOrder(table, placed, { now, newId });
  const credit = await creditOf(placed, { now, newId });
  return {
    order: prepared(placed, { held: stock.held, contactId: contact.contactId }),
    context,
    actions: [
      ...conditionsOf(context),
      ...promo.actions,
      ...stockActions(input.brand_id, stock.changes),
      ...contact.actions,
      ...countPickup({ after: placed }, managedCapacity(context)),
      ...credit,
    ],
    events: stock.events,
    isFirstOnly: promo.isFirstOnly,
  };
}

/**
 * A pending order after an edit, checked like a new one. It keeps its promo code, whose rules about items apply again, and
 * the stock that it holds counts as available to it.
 *
 * @throws ApiError order_not_editable, and those of {@link prepareOrder}
 */
export async function prepareEdit(
  table: Table,
  before: Order,
  edit: OrderEdit,
  { now, newId }: Occasion,
): Promise<PreparedOrder> {
  const input = editedInput(before, edit);
  const context = await readOrderContext(table, input);
  if (edit.items !== undefined) checkItems(input.items, context);
  if (edit.stop_id !== undefined || edit.pickup_date !== undefined) checkPickup(input, context, now);
  const promotion = before.promotion && (await keptPromotion(table, input, before.promotion, now));
  const edited = editOrder(before, input, { ...context, promotion }, now);
  const stock =
    edit.items === undefined
      ? { changes: [], events: [], held: before.stock }
      : planStock(input.items, await levelsFor(table, before, context), before.stock, context.products);
  const contact =
    before.contact_id === undefined
      ? await contactOfOrder(table, edited, { now, newId })
      : { contactId: before.contact_id, actions: [] };
  const credit = await unusedCredit(before, edited, { now, newId });
  return {
    order: prepared(edited, { held: stock.held, contactId: contact.contactId }),
    context,
    actions: [
      ...(edit.items === undefined ? [] : conditionsOf(context)),
      ...stockActions(before.brand_id, stock.changes),
      ...contact.actions,
      ...countPickup({ before, after: edited }, managedCapacity(context)),
      ...credit,
    ],
    events: stock.events,
    isFirstOnly: false,
  };
}

/**
 * The order in its new status with the stock it then holds, and the actions that release stock, promo code, credit and the
 * place in the pickup day.
 */
export async function prepareStatus(
  table: Table,
  before: Order,
  moved: Order,
  occasion: Occasion,
): Promise<Pick<PreparedOrder, 'order' | 'actions'>> {
  const { changes, held } = settleStock(moved);
  const returned =
    moved.status === 'cancelled' && moved.promotion
      ? await returnPromoUse(table, moved.brand_id, moved.promotion)
      : [];
  const settled = moved.status === 'cancelled' ? withBalance(withoutCredit(moved)) : moved;
  return {
    order: prepared(settled, { held, contactId: moved.contact_id }),
    actions: [
      ...stockActions(moved.brand_id, changes),
      ...returned,
      ...countPickup({ before, after: moved }),
      ...(await returnedCredit(before, settled, occasion)),
    ],
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
async function levelsFor(table: Table, { brand_id, stock }: Order, context: OrderContext) {
  if (stock === undefined) return context.stock;
  const held = await readStockLevels(table, brand_id, stock.lines);
  return new Map([...context.stock, ...held]);
}

interface Promotion {
  readonly promotion: AppliedPromotion | undefined;
  readonly actions: readonly TransactAction[];
  readonly isFirstOnly: boolean;
}

/** The promotion of a new order; none in a brand without promotions. */
async function promotionOf(
  table: Table,
  input: OrderInput,
  context: OrderContext,
  now: Date,
): Promise<Promotion> {
  const { brand_id, promo_code, customer_email } = input;
  if (context.settings.promotions === 'off' || promo_code === undefined || promo_code === '') {
    return { promotion: undefined, actions: [], isFirstOnly: false };
  }
  const promoCode = isPromoCode(promo_code)
    ? await readPromoCode(table, brand_id, promoCodeId(brand_id, promo_code))
    : undefined;
  const customerUses =
    promoCode?.max_uses_per_customer === undefined || customer_email === undefined
      ? 0
      : await readCustomerUses(table, promoCode, personId(brand_id, customer_email));
  const isFirstOrder = context.customer === 'new';
  const promotion = applyPromoCode(input, { promoCode, customerUses, isFirstOrder, now });
  return {
    promotion,
    actions: promoCode ? takePromoUse(promoCode, promotion) : [],
    isFirstOnly: promoCode?.first_order_only ?? false,
  };
}

/** The promotion that an edited order keeps. */
async function keptPromotion(
  table: Table,
  input: OrderInput,
  earlier: AppliedPromotion,
  now: Date,
): Promise<AppliedPromotion> {
  const found = await readPromoCode(table, input.brand_id, earlier.id);
  const promoCode = found?.created_at === earlier.issue ? found : undefined;
  return applyPromoCode(input, { promoCode, customerUses: 0, isFirstOrder: true, now, earlier });
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

/** Orders of the customer with the promo code that are not cancelled. */
async function readCustomerUses(
  table: Table,
  { brand_id, id, created_at }: PromoCode,
  customerId: string,
): Promise<number> {
  return Number((await getItem(table, promoUseKey(brand_id, id, created_at, customerId)))?.['uses'] ?? 0);
}

/** The actions that count the use of a promo code, and fail beyond a limit or after a change of the rules. */
function takePromoUse(promoCode: PromoCode, { customer_id }: AppliedPromotion): TransactAction[] {
  const { brand_id, id, created_at, version, max_uses, max_uses_per_customer } = promoCode;
  const total: TransactAction = {
    Update: {
      Key: { ...promoCodeKey(brand_id, id) },
      UpdateExpression: 'ADD use_count :one',
      ConditionExpression: `version = :version AND created_at = :issue${max_uses === undefined ? '' : ' AND use_count < :max'}`,
      ExpressionAttributeValues: {
        ':one': 1,
        ':version': version,
        ':issue': created_at,
        ...(max_uses !== undefined && { ':max': max_uses }),
      },
    },
  };
  if (customer_id === undefined) return [total];
  const ofCustomer: TransactAction = {
    Update: {
      Key: { ...promoUseKey(brand_id, id, created_at, customer_id) },
      UpdateExpression: 'ADD uses :one',
      ...(max_uses_per_customer !== undefined && {
        ConditionExpression: 'attribute_not_exists(uses) OR uses < :max',
      }),
      ExpressionAttributeValues: {
        ':one': 1,
        ...(max_uses_per_customer !== undefined && { ':max': max_uses_per_customer }),
      },
    },
  };
  return [total, ofCustomer];
}

/** The actions that give the use of a cancelled order back. A promo code that was deleted meanwhile needs none. */
async function returnPromoUse(
  table: Table,
  brandId: string,
  { id, issue, customer_id }: AppliedPromotion,
): Promise<readonly TransactAction[]> {
  const promoCode = await readPromoCode(table, brandId, id);
  if (promoCode?.created_at !== issue) return [];
  return [
    {
      Update: {
        Key: { ...promoCodeKey(brandId, id) },
        UpdateExpression: 'ADD use_count :less',
        ConditionExpression: 'created_at = :issue',
        ExpressionAttributeValues: { ':less': -1, ':issue': issue },
      },
    },
    ...(customer_id === undefined
      ? []
      : [
          {
            Update: {
              Key: { ...promoUseKey(brandId, id, issue, customer_id) },
              UpdateExpression: 'ADD uses :less',
              ExpressionAttributeValues: { ':less': -1 },
            },
          },
        ]),
  ];
}
