import { ApiError } from '#contract/errors.ts';
import { sharesOf, toDecimalNumber } from '../money.ts';
import { goodsByProduct, lineParts, type Parts, partsAfterCredit } from './amounts.ts';
import {
  type Order,
  type OrderPayment,
  orderPayment,
  order as orderSchema,
  type PaymentInput,
  type PaymentState,
  type RefundInput,
  type UnnumberedOrder,
} from './order.ts';

/** What refunds took off the amount due, by part of the price. `products` is the part of the goods that names products. */
interface Allowances extends Parts {
  readonly products: ReadonlyMap<string, number>;
}

/** The part of an order that a refund is for; all of it if empty. */
export type RefundScope = Pick<RefundInput, 'of' | 'items'>;

/** The order with less taken off its amount due. Every part gives its share back. */
function lessAllowed(order: Order, cents: number): Order {
  if (cents === 0) return order;
  const { goods, shipping, tax, products } = allowancesOf(order);
  const [ofGoods = 0, ofShipping = 0, ofTax = 0] = sharesOf(order.allowed_cents - cents, [
    goods,
    shipping,
    tax,
  ]);
  const named = [...products.values()];
  const shares = sharesOf(ofGoods, [...named, goods - sum(named)]);
  const left = new Map([...products.keys()].map((id, index) => [id, shares[index] ?? 0]));
  return withAllowances(order, { goods: ofGoods, shipping: ofShipping, tax: ofTax, products: left });
}

/**
 * The order with more taken off its amount due. The shipping or the products of the scope lose all of it. Without a scope, each part
 * loses in proportion to what was due of it.
 */
function moreAllowed(order: Order, cents: number, scope: RefundScope): Order {
  const before = allowancesOf(order);
  if (scope.of === 'shipping') return withAllowances(order, { ...before, shipping: before.shipping + cents });
  if (scope.items) return withAllowances(order, withItems(order, before, cents, scope.items));
  const due = partsAfterCredit(order);
  const [goods = 0, shipping = 0, tax = 0] = sharesOf(cents, [
    due.goods - before.goods,
    due.shipping - before.shipping,
    due.tax - before.tax,
  ]);
  return withAllowances(order, {
    goods: before.goods + goods,
    shipping: before.shipping + shipping,
    tax: before.tax + tax,
    products: before.products,
  });
}

/** @throws ApiError refund_refused for more than the scope costs, or for items that the order does not have */
function requireWithin(order: Order, cents: number, scope: RefundScope): void {
  if (scope.of === undefined && scope.items === undefined) return;
  const most = costOf(order, scope);
  if (cents <= most) return;
  throw refusal(`At most ${most} cents of ${scope.of ? 'the shipping' : 'these items'} can be refunded`);
}

/** What a part of an order costs, less what refunds took off it. */
export function costOf(order: Order, { of, items }: RefundScope): number {
  if (of === 'shipping') return order.shipping_cents - allowancesOf(order).shipping;
  if (items) return sum(namedParts(order, items).map(({ goods, tax }) => goods + tax));
  return order.amount_due_cents - order.allowed_cents;
}

/** Adapts the allowances to what the order costs now. They never exceed the amount due. */
const fittingAllowances = (order: Order): Order => withAllowances(order, allowancesOf(order));

function allowancesOf(order: Order): Allowances {
  const { allowed_cents, allowed_goods_cents: goods, allowed_shipping_cents: shipping } = order;
  const products = new Map(
    (order.allowed_products ?? []).map(({ product_id, cents }) => [product_id, cents]),
  );
  return { goods, shipping, tax: allowed_cents - goods - shipping, products };
}

/** What does not fit one part moves to the others. */
function withAllowances(order: Order, wanted: Allowances): Order {
  const { allowed_products: _, ...others } = order;
  const due = partsAfterCredit(order);
  const [goods = 0, shipping = 0, tax = 0] = fitted(
    [wanted.goods, wanted.shipping, wanted.tax],
    [due.goods, due.shipping, due.tax],
  );
  const named = [...goodsByProduct(order)].map(
    ([id, most]) => [id, Math.min(wanted.products.get(id) ?? 0, most)] as const,
  );
  const amounts = named.map(([, cents]) => cents);
  const shares = sum(amounts) > goods ? sharesOf(goods, amounts) : amounts;
  const products = named
    .map(([product_id], index) => ({ product_id, cents: shares[index] ?? 0 }))
    .filter(({ cents }) => cents > 0);
  return {
    ...others,
    allowed_cents: goods + shipping + tax,
    allowed_goods_cents: goods,
    allowed_shipping_cents: shipping,
    ...(products.length > 0 && { allowed_products: products }),
  };
}

function fitted(wanted: readonly number[], most: readonly number[]): readonly number[] {
  const fits = wanted.map((cents, index) => Math.min(cents, most[index] ?? 0));
  const rest = most.map((cents, index) => cents - (fits[index] ?? 0));
  const shares = sharesOf(sum(wanted) - sum(fits), rest);
  return fits.map((cents, index) => cents + (shares[index] ?? 0));
}

function withItems(
  order: Order,
  before: Allowances,
  cents: number,
  items: NonNullable<RefundScope['items']>,
): Allowances {
  const named = namedParts(order, items);
  const shares = sharesOf(
    cents,
    named.flatMap(({ goods, tax }) => [goods, tax]),
  );
  const products = new Map(before.products);
  let [goods, tax] = [before.goods, before.tax];
  named.forEach(({ product_id }, index) => {
    const ofGoods = shares[2 * index] ?? 0;
    products.set(product_id, (products.get(product_id) ?? 0) + ofGoods);
    goods += ofGoods;
    tax += shares[2 * index + 1] ?? 0;
  });
  return { goods, shipping: before.shipping, tax, products };
}

/**
 * What the items of a refund cost, each from the lines with its product and variant, rounded up; at most what earlier refunds left of
 * the product.
 */
function namedParts(order: Order, items: NonNullable<RefundScope['items']>) {
  const parts = lineParts(order);
  const lines = order.items.map((item, index) => ({ ...item, ...parts[index] }));
  const byItem = Map.groupBy(lines, itemOf);
  const wanted = Map.groupBy(items, itemOf);
  const left = leftOfProducts(order, parts);
  return [...wanted].map(([item, same]) => {
    const ofItem = byItem.get(item) ?? [];
    const ordered = sum(ofItem.map((line) => line.quantity));
    const quantity = sum(same.map((one) => one.quantity));
    const [first] = same;
    if (first === undefined || quantity > ordered) {
      throw refusal(`The order has ${ordered} of product ${first?.product_id ?? ''}, not ${quantity}`);
    }
    const { product_id } = first;
    const partOf = (part: 'goods' | 'tax') =>
      Math.ceil((sum(ofItem.map((line) => line[part] ?? 0)) * quantity) / ordered);
    const most = left.get(product_id) ?? { goods: 0, tax: 0 };
    const goods = Math.min(partOf('goods'), most.goods);
    const tax = Math.min(partOf('tax'), most.tax);
    left.set(product_id, { goods: most.goods - goods, tax: most.tax - tax });
    return { product_id, goods, tax };
  });
}

/** What refunds left of each product. Its taxes go with its goods. */
function leftOfProducts(order: Order, parts: ReturnType<typeof lineParts>) {
  const { products } = allowancesOf(order);
  const goods = goodsByProduct(order);
  const lines = Map.groupBy(order.items.keys(), (index) => order.items[index]?.product_id ?? '');
  return new Map(
    [...lines].map(([id, indexes]) => {
      const [of, taken] = [goods.get(id) ?? 0, products.get(id) ?? 0];
      const leftOf = (cents: number) => (of === 0 ? cents : Math.ceil((cents * (of - taken)) / of));
      const partOf = (part: 'goods' | 'tax') =>
        leftOf(sum(indexes.map((index) => parts[index]?.[part] ?? 0)));
      return [id, { goods: partOf('goods'), tax: partOf('tax') }] as const;
    }),
  );
}

const itemOf = (item: { readonly product_id: string; readonly variant_id?: string | undefined }) =>
  `${item.product_id} ${item.variant_id ?? ''}`;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);

const refusal = (message: string) => new ApiError('refund_refused', { message });

/** What an order owes and is owed, in cents. */
interface Balance {
  readonly payment_state: PaymentState;
  readonly collect_cents: number;
  readonly return_cents: number;
}

/** A new order with the balance that follows from its amounts. */
export const withFirstBalance = (order: UnnumberedOrder): UnnumberedOrder => ({
  ...order,
  ...balanceOf(order),
});

/**
 * The balance of an order: what is due, less what was paid and not refunded. An authorization shows in the state of an order without
 * payments only. Credit that went back counts as refunded.
 */
function balanceOf(order: UnnumberedOrder): Balance {
  const open = dueCents(order) - keptCents(order);
  return {
    payment_state: stateOf(order, open),
    collect_cents: Math.max(0, open),
    return_cents: Math.max(0, -open),
  };
}

function stateOf(order: UnnumberedOrder, open: number): PaymentState {
  const { status, allowed_cents, refunded_cents, credit_cents, credit_returned_cents = 0 } = order;
  const kept = keptCents(order);
  if (open < 0) return 'overpaid';
  if (open > 0) return kept > 0 ? 'partially_paid' : order.authorized_cents > 0 ? 'authorized' : 'unpaid';
  const isCancelled = status === 'cancelled';
  if ((allowed_cents > 0 || isCancelled) && refunded_cents + credit_returned_cents > 0) {
    return kept === 0 && credit_cents === 0 ? 'refunded' : 'partially_refunded';
  }
  return isCancelled ? 'unpaid' : 'paid';
}

/** What the customer has to pay in all, beside credit. */
const dueCents = ({ status, amount_due_cents, allowed_cents }: UnnumberedOrder): number =>
  status === 'cancelled' ? 0 : amount_due_cents - allowed_cents;

/** What is paid and not refunded. */
export const keptCents = ({ paid_cents, refunded_cents }: UnnumberedOrder): number =>
  paid_cents - refunded_cents;

/** What can still be paid, which includes what refunds allowed; nothing of a cancelled order. */
export const payableCents = (order: Order): number =>
  order.status === 'cancelled' ? 0 : Math.max(0, order.amount_due_cents - keptCents(order));

/**
 * The order with the balance that follows from its amounts. What is paid beyond the amount due first takes back what refunds allowed:
 * goodwill ends when the customer pays again, or when an edit lowers the price.
 */
export function withBalance(order: Order): Order {
  const over = keptCents(order) - dueCents(order);
  const back = order.status === 'cancelled' ? 0 : Math.min(order.allowed_cents, Math.max(0, over));
  const allowed = fittingAllowances(lessAllowed(order, back));
  return { ...allowed, ...balanceOf(allowed) };
}

/**
 * The order after credit has paid a part of the amount due, in its next version.
 *
 * @throws ApiError credit_not_usable, credit_already_used
 */
export function useCredit(order: Order, cents: number, now: Date): Order {
  if (order.credit_cents > 0) throw new ApiError('credit_already_used');
  const isOpen = order.status !== 'completed' && order.status !== 'cancelled';
  if (!isOpen || cents > balanceOf(order).collect_cents) throw new ApiError('credit_not_usable');
  return nextVersion(withBalance(withCredit(order, cents)), now);
}

const withCredit = (order: Order, credit_cents: number): Order => {
  const due = order.amount_due_cents + order.credit_cents - credit_cents;
  return { ...order, credit_cents, amount_due_cents: due, amount_due: toDecimalNumber(BigInt(due)) };
};

/** The order after its credit went back to the customer. The amount due rises by it. */
export function withoutCredit(order: Order): Order {
  const { credit_cents, credit_returned_cents = 0 } = order;
  return credit_cents === 0
    ? order
    : { ...withCredit(order, 0), credit_returned_cents: credit_returned_cents + credit_cents };
}

interface Recording {
  readonly id: string;
  readonly now: Date;
  readonly by: string;
}

interface Recorded {
  readonly order: Order;
  readonly payment: OrderPayment;
}

/**
 * The order after a payment, an authorization or the void of one, and its record.
 *
 * @throws ApiError payment_refused for more than the order can take
 */
export function recordPayment(order: Order, input: PaymentInput, recording: Recording): Recorded {
  const { kind, amount_cents } = input;
  if (order.status === 'cancelled' && kind !== 'void') {
    throw new ApiError('payment_refused', { message: 'The order is cancelled' });
  }
  const open = payableCents(order);
  const limit =
    kind === 'payment'
      ? open
      : kind === 'authorization'
        ? open - order.authorized_cents
        : order.authorized_cents;
  if (amount_cents > limit) {
    const what =
      kind === 'void' ? 'authorized' : kind === 'payment' ? 'unpaid' : 'neither paid nor authorized';
    throw new ApiError('payment_refused', { message: `The order has ${Math.max(limit, 0)} cents ${what}` });
  }
  const paid_cents = order.paid_cents + (kind === 'payment' ? amount_cents : 0);
  const authorized_cents =
    kind === 'authorization'
      ? order.authorized_cents + amount_cents
      : Math.max(0, order.authorized_cents - amount_cents);
  const changed = withBalance({ ...order, paid_cents, authorized_cents });
  return { order: nextVersion(changed, recording.now), payment: recordOf(order, input, recording) };
}

/**
 * The order after a refund, and its record. A refund returns an overpayment first. The rest lowers what is due if the order is fully
 * paid, unless the customer will pay again. A refund of all payments of such an order gives its credit back. Stock and credit return
 * once.
 *
 * @throws ApiError refund_refused for more than is paid or than its scope costs, or for stock or credit that cannot return
 */
export function recordRefund(order: Order, input: RefundInput, recording: Recording): Recorded {
  const { restock, return_credit, ...record } = input;
  requireRefundable(order, input);
  const { collect_cents, return_cents } = balanceOf(order);
  const isGoodwill = collect_cents === 0 && order.status !== 'cancelled' && input.keeps_due !== true;
  const returnsCredit = return_credit || (isGoodwill && input.amount_cents === keptCents(order));
  const credit_cents = returnsCredit ? order.credit_cents : 0;
  const priced = returnsCredit ? withoutCredit(order) : order;
  const goodwill = isGoodwill ? Math.max(0, input.amount_cents - return_cents) : 0;
  const allowed = isGoodwill ? moreAllowed(moreAllowed(priced, credit_cents, {}), goodwill, input) : priced;
  const changed = withBalance({
    ...allowed,
    refunded_cents: order.refunded_cents + input.amount_cents,
    ...(restock && order.stock && { stock: { ...order.stock, state: 'restocked' as const } }),
  });
  const allowed_cents = allowed.allowed_cents - order.allowed_cents;
  return {
    order: nextVersion(changed, recording.now),
    payment: recordOf(
      order,
      {
        ...record,
        kind: 'refund',
        ...(restock && { restocked: true }),
        ...(allowed_cents > 0 && { allowed_cents }),
        ...(credit_cents > 0 && { credit_cents }),
      },
      recording,
    ),
  };
}

function requireRefundable(order: Order, input: RefundInput): void {
  const { amount_cents, restock, return_credit } = input;
  const refundable = keptCents(order);
  if (amount_cents > refundable) {
    throw new ApiError('refund_refused', { message: `At most ${refundable} cents can be refunded` });
  }
  requireWithin(order, amount_cents - balanceOf(order).return_cents, input);
  if (restock && order.stock?.state !== 'consumed') {
    throw new ApiError('refund_refused', {
      message: 'Only consumed stock of a completed order can be restocked',
    });
  }
  if (return_credit && order.credit_cents === 0) {
    throw new ApiError('refund_refused', { message: 'The order has no credit to return' });
  }
}

/** The next version, its members in the order of the schema. */
const nextVersion = (order: Order, now: Date): Order =>
  orderSchema.parse({ ...order, updated_at: now.toISOString(), version: order.version + 1 });

const recordOf = (
  { id: order_id, brand_id, currency }: Order,
  record: Omit<OrderPayment, 'id' | 'order_id' | 'brand_id' | 'currency' | 'by' | 'created_at'>,
  { id, now, by }: Recording,
): OrderPayment =>
  orderPayment.parse({ id, order_id, brand_id, ...record, currency, by, created_at: now.toISOString() });
