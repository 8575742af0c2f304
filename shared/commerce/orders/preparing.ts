import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { People } from '../contacts/ledger-records.ts';
import {
  isLedAlike,
  type PersonOrders,
  readPeople,
  readPersonOrders,
  whileOrdersAre,
} from '../contacts/people-records.ts';
import type { PromoCode } from '../promo-codes/contract.ts';
import { promoCodes, returnPromoUse, takePromoUse } from '../promo-codes/records.ts';
import { applyPromoCode, isPromoCode, type PromoCustomer, promoCodeId } from '../promo-codes/rules.ts';
import { creditActions, creditHolders, returnCreditActions } from '../referrals/credit-records.ts';
import { readStockLevels } from '../stock/records.ts';
import { planStock, settleStock, stockName } from '../stock/reserve.ts';
import { checkPickup, managedCapacity } from '../stops/rules.ts';
import type { OrderEdit } from './contract.ts';
import { changesOf, editedInput, editOrder, isJudged, lineName, type OrderChanges } from './editing.ts';
import { checkItems, soldBefore, withNames } from './items.ts';
import {
  type AppliedPromotion,
  type HeldStock,
  type Order,
  type OrderInput,
  order as orderSchema,
  type UnnumberedOrder,
} from './order.ts';
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
 * @param takeNumber takes the number of the order; called last, so that a refused order takes none
 * @throws ApiError unknown_product, price_mismatch, invalid_pickup, promo_code_refused, out_of_stock, credit_insufficient,
 * validation_failed
 */
export async function prepareOrder(
  input: OrderInput,
  {
    id,
    now,
    newId,
    takeNumber,
  }: Occasion & { readonly id: string; readonly takeNumber: () => Promise<number> },
): Promise<PreparedOrder> {
  const context = await readOrderContext(input);
  checkItems(input.items, context);
  checkPickup(input, context, now);
  const promo = await promotionOf(input, context, { now });
  const priced = placeOrder(input, { id, now }, { ...context, promotion: promo.promotion });
  const placed = withNames(priced, undefined, context);
  const stock = planStock(input.items, context.stock, undefined, context.products);
  const read = await readPeople(undefined, placed, { now, newId });
  const { people, conditions } = judgedPeople(read, promo);
  const credit = await creditOf(placed, people.contactId, { now, newId });
  return {
    order: prepared(
      { ...placed, number: await takeNumber() },
      { held: stock.held, contactId: people.contactId },
    ),
    circumstances: {
      people,
      capacity: managedCapacity(context),
      stock: stock.changes,
      others: [...conditionsOf(context), ...promo.actions, ...conditions, ...credit],
    },
    events: stock.events,
  };
}

/**
 * An order after an edit. Only what the edit changes is checked like a new order, and the stock that the order holds counts as
 * available to it.
 *
 * @throws ApiError order_not_editable, and those of {@link prepareOrder}
 */
export async function prepareEdit(
  before: Order,
  edit: OrderEdit,
  { now, newId }: Occasion,
): Promise<PreparedOrder> {
  const input = editedInput(before, edit);
  const changes = changesOf(before, input);
  const judges = (line: OrderInput['items'][number]) => isJudged(changes, line);
  const context = await readOrderContext(input, judges);
  checkItems(input.items, context, judges);
  if (changes.moved) checkPickup(input, context, now);
  const promo = await editedPromotion(before, input, { changes, context, now });
  const pricing = {
    ...context,
    categoryOf: keptCategories(before, input, context),
    promotion: promo.promotion,
  };
  const isRepriced = changes.priced || changes.promo !== 'kept';
  const edited = withNames(editOrder(before, input, isRepriced ? pricing : undefined, now), before, context);
  const stock =
    edit.items === undefined
      ? { changes: [], events: [], held: before.stock }
      : planStock(
          input.items,
          await levelsFor(before, input, { context, judges }),
          before.stock,
          context.products,
        );
  const read = await readPeople(before, edited, { now, newId });
  const { people, conditions } = judgedPeople(read, promo);
  const credit = await unusedCredit(before, edited, { now, newId });
  return {
    order: prepared(edited, { held: stock.held, contactId: people.contactId }),
    circumstances: {
      people,
      capacity: managedCapacity(context),
      stock: stock.changes,
      others: [...conditionsOf(context), ...promo.actions, ...conditions, ...credit],
    },
    events: stock.events,
  };
}

/** Tax categories: those under which lines were sold, else those of the products now. */
function keptCategories(before: Order, { items }: OrderInput, { categoryOf }: OrderContext) {
  const earlier = soldBefore(before);
  const kept = new Map(
    items.flatMap((line) => {
      const sold = earlier.get(lineName(line));
      return sold ? [[line.product_id, sold.tax_category] as const] : [];
    }),
  );
  return (id: string) => (kept.has(id) ? kept.get(id) : categoryOf(id));
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

/**
 * Levels of what an edit adds and of what the order holds already, whose own stock is not available to others. Lines that it had before
 * their stock was tracked still hold none.
 */
async function levelsFor(
  { brand_id, stock }: Order,
  { items }: OrderInput,
  {
    context,
    judges,
  }: { readonly context: OrderContext; readonly judges: (line: OrderInput['items'][number]) => boolean },
) {
  const added = new Set(
    items.filter(judges).flatMap((line) => [stockName(line), stockName({ product_id: line.product_id })]),
  );
  const taken = [...context.stock].filter(([name]) => added.has(name));
  const held = stock ? await readStockLevels(brand_id, stock.lines) : [];
  return new Map([...taken, ...held]);
}

interface Promotion {
  readonly promotion: AppliedPromotion | undefined;
  readonly actions: readonly TransactAction[];
  /** The orders that the promo code was judged by. */
  readonly orders?: PersonOrders;
}

/** The promotion of an order by a code that it did not have; none in a brand without promotions. */
async function promotionOf(
  input: OrderInput,
  { settings }: OrderContext,
  { now, before }: { readonly now: Date; readonly before?: Order },
): Promise<Promotion> {
  const { brand_id, promo_code } = input;
  if (settings.promotions === 'off' || promo_code === undefined || promo_code === '') {
    return { promotion: undefined, actions: [] };
  }
  const promoCode = isPromoCode(promo_code)
    ? await promoCodes.find({ brand_id, id: promoCodeId(brand_id, promo_code) })
    : undefined;
  const { customer, orders } = await customerOf(promoCode, input, before);
  const promotion = applyPromoCode(input, { promoCode, customer, now });
  return { promotion, actions: promoCode ? [takePromoUse(promoCode)] : [], ...(orders && { orders }) };
}

/** The promotion of an edited order, and the actions that give back an earlier use and count another. */
async function editedPromotion(
  before: Order,
  input: OrderInput,
  {
    changes,
    context,
    now,
  }: { readonly changes: OrderChanges; readonly context: OrderContext; readonly now: Date },
): Promise<Promotion> {
  const { brand_id, promotion: earlier } = before;
  const found = earlier && (await promoCodes.find({ brand_id, id: earlier.id }));
  if (changes.promo !== 'kept') {
    const next = await promotionOf(input, context, { now, before });
    const returned = earlier ? returnPromoUse(found, earlier) : [];
    return { ...next, actions: [...returned, ...next.actions] };
  }
  if (earlier === undefined) return { promotion: undefined, actions: [] };
  const promoCode = found?.created_at === earlier.issue ? found : undefined;
  const { customer, orders } = await customerOf(
    isLedAlike(before, input) ? undefined : promoCode,
    input,
    before,
  );
  const promotion = applyPromoCode(input, {
    promoCode,
    customer,
    now,
    earlier,
    isOtherCustomer: orders !== undefined && !orders.hadOrder,
    isRepriced: changes.priced,
    isShort: before.status === 'confirmed',
  });
  return { promotion, actions: [], ...(orders && { orders }) };
}

/** What the rules of a promo code about customers are judged by; read only for codes with such rules. */
async function customerOf(
  promoCode: PromoCode | undefined,
  input: OrderInput,
  before: Order | undefined,
): Promise<{ readonly customer: PromoCustomer; readonly orders?: PersonOrders }> {
  if (!promoCode?.first_order_only && promoCode?.max_uses_per_customer === undefined)
    return { customer: { kind: 'person', orders: 0, uses: 0 } };
  const orders = await readPersonOrders(input, before);
  const others = orders.contacts
    .flatMap(({ entries }) => entries)
    .filter(({ order_id, is_cancelled }) => order_id !== before?.id && !is_cancelled);
  const uses = others.filter(
    ({ promo_code_id, promo_issue }) =>
      promo_code_id === promoCode.id && promo_issue === promoCode.created_at,
  );
  return { customer: { kind: orders.leadsTo, orders: others.length, uses: uses.length }, orders };
}

/** The people of an order while the orders that its promo code was judged by are all of theirs. */
const judgedPeople = (people: People, { orders }: Promotion) =>
  orders ? whileOrdersAre(orders, people) : { people, conditions: [] };

/** When a request came, and the ids of what it creates. */
interface Occasion {
  readonly now: Date;
  newId(): string;
}

/** The actions by which a new order uses credit. */
async function creditOf(
  order: UnnumberedOrder,
  contactId: string | undefined,
  occasion: Occasion,
): Promise<readonly TransactAction[]> {
  const { brand_id: brandId, id: orderId, credit_cents: cents } = order;
  if (cents === 0) return [];
  const customerIds = contactId === undefined ? [] : await creditHolders(brandId, contactId);
  return (await creditActions({ brandId, customerIds, orderId, cents, ...occasion })).actions;
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
