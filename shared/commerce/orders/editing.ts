import { ApiError } from '#contract/errors.ts';
import { promoCodeId } from '../promo-codes/rules.ts';
import { type Amounts, amountsOf, type Pricing, withAmounts } from './amounts.ts';
import type { OrderEdit } from './contract.ts';
import { givenFulfillment, isPickedUp, meantFulfillment, shownFulfillment } from './fulfillment.ts';
import { type Order, type OrderInput, orderInput } from './order.ts';
import { withBalance } from './payment.ts';
import { amountRefusal } from './rules.ts';

/** What an edit does to a line, by its product, variant and price. */
type LineChange = 'kept' | 'added' | 'raised' | 'lowered';

/** What an edit changes. Only this is judged: the rest was accepted when the order came. */
export interface OrderChanges {
  /** By {@link lineName}. */
  readonly lines: ReadonlyMap<string, LineChange>;
  /** Whether the stop or the pickup date changes, or an order that is shipped becomes a pickup. */
  readonly moved: boolean;
  /** Whether a member changes that the amounts follow from. All others leave the amounts, whatever the settings are now. */
  readonly priced: boolean;
  readonly promo: 'kept' | 'set' | 'removed';
}

type Line = Pick<OrderInput['items'][number], 'product_id' | 'variant_id' | 'price'>;

/** What must be equal for two lines to be the same one. */
export const lineName = ({ product_id, variant_id = '', price }: Line): string =>
  `${product_id} ${price} ${variant_id}`;

/** Whether an edit adds the line, or more of it. */
export const isJudged = ({ lines }: Pick<OrderChanges, 'lines'>, line: Line): boolean =>
  ['added', 'raised'].includes(lines.get(lineName(line)) ?? 'added');

/** What an edit changes in an order. */
export function changesOf(before: Order, after: OrderInput): OrderChanges {
  const [earlier, later] = [quantitiesOf(before.items), quantitiesOf(after.items)];
  const lines = [...new Set([...earlier.keys(), ...later.keys()])].map((name): [string, LineChange] => {
    const [was, is] = [earlier.get(name) ?? 0, later.get(name) ?? 0];
    return [name, is === was ? 'kept' : is < was ? 'lowered' : was === 0 ? 'added' : 'raised'];
  });
  return {
    lines: new Map(lines),
    moved:
      after.stop_id !== before.stop_id ||
      after.pickup_date !== before.pickup_date ||
      (isPickedUp(after) && before.delivery === 'ship'),
    priced: pricedText(after) !== pricedText(validInput(inputOf(before))),
    promo: promoChange(before, after),
  };
}

const pricedText = ({ items, fulfillment, discount_lines, shipping_lines, tax_lines }: OrderInput): string =>
  JSON.stringify([items, fulfillment, discount_lines, shipping_lines, tax_lines]);

function promoChange(before: Order, { brand_id, promo_code }: OrderInput): OrderChanges['promo'] {
  const idOf = (code: string | undefined) => (code ? promoCodeId(brand_id, code) : undefined);
  const [earlier, later] = [idOf(before.promo_code), idOf(promo_code)];
  return later === earlier ? 'kept' : later === undefined ? 'removed' : 'set';
}

const quantitiesOf = (items: OrderInput['items']): ReadonlyMap<string, number> =>
  items.reduce((sums, line) => {
    const name = lineName(line);
    return sums.set(name, (sums.get(name) ?? 0) + line.quantity);
  }, new Map<string, number>());

/**
 * The input of an order after a merge patch. A pending order takes any patch, and a confirmed one only lower quantities, because goods
 * are short.
 *
 * @throws ApiError order_not_editable; validation_failed
 */
export function editedInput(order: Order, { reason, ...edit }: OrderEdit): OrderInput {
  if (order.status !== 'pending' && order.status !== 'confirmed') throw new ApiError('order_not_editable');
  const unchanged = inputOf(order);
  const merged = new Map<string, unknown>(Object.entries(unchanged));
  for (const [member, value] of Object.entries(meantFulfillment(order, edit))) {
    if (value === null) merged.delete(member);
    else if (value !== undefined) merged.set(member, value);
  }
  const input = validInput(Object.fromEntries(merged));
  if (order.status === 'confirmed') {
    if (!onlyLowers(order, input)) throw new ApiError('order_not_editable');
    if (reason === undefined) throw missingReason();
  }
  return input;
}

function validInput(members: object): OrderInput {
  const valid = orderInput.safeParse(members);
  if (valid.success) return valid.data;
  throw new ApiError('validation_failed', {
    details: valid.error.issues.map(({ path, message, code }) => ({
      path: ['body', ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
      message,
      code,
    })),
  });
}

function onlyLowers(order: Order, input: OrderInput): boolean {
  const { lines } = changesOf(order, input);
  const kinds = [...lines.values()];
  const others = ({ items, ...rest }: OrderInput) => JSON.stringify(rest);
  const fulfillments = new Set(
    order.items.map((line) => `${lineName(line)} ${givenFulfillment(line) ?? ''}`),
  );
  return (
    kinds.includes('lowered') &&
    kinds.every((kind) => kind === 'kept' || kind === 'lowered') &&
    input.items.every((line) => fulfillments.has(`${lineName(line)} ${line.fulfillment ?? ''}`)) &&
    others(input) === others(validInput(inputOf(order)))
  );
}

const missingReason = () =>
  new ApiError('validation_failed', {
    details: [
      {
        path: ['body', 'reason'],
        message: 'A confirmed order is lowered with a reason',
        code: 'required',
      },
    ],
  });

/**
 * The edited order in its next version. An edit keeps status, payments, credit and currency, and without a pricing its amounts. A
 * confirmed order keeps its shipping fee and its tax rates too.
 *
 * @throws ApiError validation_failed for amounts that no order can have
 */
export function editOrder(order: Order, input: OrderInput, pricing: Pricing | undefined, now: Date): Order {
  const fulfilled = shownFulfillment(input);
  return withBalance({
    ...withoutInput(order),
    ...input,
    ...fulfilled,
    ...(pricing
      ? withAmounts(fulfilled.items, newAmounts(order, input, pricing))
      : keptAmounts(order, fulfilled.items)),
    updated_at: now.toISOString(),
    version: order.version + 1,
  });
}

function newAmounts(order: Order, input: OrderInput, pricing: Pricing): Amounts {
  const amounts = amountsOf(input, {
    ...pricing,
    ...(order.status === 'confirmed' && agreedPricing(order)),
    creditCents: order.credit_cents,
    currency: order.currency,
  });
  if ('member' in amounts) throw amountRefusal(amounts);
  return amounts;
}

/** The amounts of an order whose items are the same as before. */
const keptAmounts = (
  { items, credit_cents, discount_lines, shipping_lines, tax_lines, promotion }: Order,
  same: ReturnType<typeof shownFulfillment>['items'],
) => ({
  items: same.map((item, index) => {
    const { discount_cents, tax_cents, tax_rate_percent } = items[index] ?? {};
    return {
      ...item,
      ...(discount_cents && { discount_cents }),
      ...(tax_cents && { tax_cents }),
      ...(tax_rate_percent && { tax_rate_percent }),
    };
  }),
  credit_cents,
  discount_lines,
  shipping_lines,
  tax_lines,
  ...(promotion && { promotion }),
});

/** Shipping fee and tax rates as they were when the order came. */
function agreedPricing({
  shipping_lines,
  tax_lines,
  taxes_included,
  items,
}: Order): Pick<Pricing, 'settings' | 'agreedRate'> {
  const shipping = shipping_lines.find(({ source }) => source !== 'caller');
  const rates = new Map(
    tax_lines.flatMap(({ label, rate_percent }) =>
      rate_percent === undefined ? [] : [[rate_percent, { label, rate_percent }] as const],
    ),
  );
  const byLine = new Map(
    items.map((item) => [lineName(item), item.tax_rate_percent && rates.get(item.tax_rate_percent)]),
  );
  return {
    settings: {
      taxes_included,
      tax_rates: [],
      ...(shipping && { shipping: { label: shipping.label, fee_cents: shipping.amount_cents } }),
    },
    agreedRate: (item) => byLine.get(lineName(item)) || undefined,
  };
}

/** Names of the members that differ between two versions of an order. */
export const changedMembers = (before: Order, after: Order): readonly string[] => {
  const [earlier, later] = [textsOf(before), textsOf(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .filter((member) => !unlisted.has(member) && earlier.get(member) !== later.get(member))
    .sort();
};

const unlisted: ReadonlySet<string> = new Set(['updated_at', 'version', 'stock', 'stop_name']);

const textsOf = (order: Order) =>
  new Map(Object.entries(order).map(([member, value]) => [member, JSON.stringify(value)]));

const inputMembers: ReadonlySet<string> = new Set(Object.keys(orderInput.shape));

/** The order as a caller sends it: without the lines that follow from settings. */
function inputOf(order: Order): Readonly<Record<string, unknown>> {
  const members = Object.entries(order).filter(([member]) => inputMembers.has(member));
  const { discount_lines, shipping_lines, tax_lines } = order;
  return {
    ...Object.fromEntries(members),
    items: order.items.map((item) => ({ ...item, fulfillment: givenFulfillment(item) })),
    fulfillment: givenFulfillment(order),
    discount_lines: given(discount_lines),
    shipping_lines: given(shipping_lines),
    tax_lines: given(tax_lines),
  };
}

function given<Line extends { readonly source: string }>(lines: readonly Line[]) {
  const byCaller = lines.filter(({ source }) => source === 'caller');
  return byCaller.length === 0 ? undefined : byCaller.map(({ source, ...line }) => line);
}

/** The members of an order that an edit does not replace. */
function withoutInput(order: Order): Order {
  const {
    customer_email,
    customer_name,
    customer_phone,
    customer_address,
    stop_id,
    stop_name,
    pickup_date,
    promo_code,
    notes,
    promotion,
    fulfillment_given,
    ...kept
  } = order;
  return kept;
}
