import { ApiError } from '#contract/errors.ts';
import { amountsOf, type Pricing, withAmounts } from './amounts.ts';
import { type Order, type OrderEdit, type OrderInput, orderInput } from './contract.ts';
import { withBalance } from './payment.ts';
import { amountRefusal } from './rules.ts';

/**
 * The input of an order after a merge patch.
 *
 * @throws ApiError order_not_editable; validation_failed
 */
export function editedInput(order: Order, edit: OrderEdit): OrderInput {
  if (order.status !== 'pending') throw new ApiError('order_not_editable');
  const merged = new Map<string, unknown>(Object.entries(inputOf(order)));
  for (const [member, value] of Object.entries(edit)) {
    if (value === null) merged.delete(member);
    else if (value !== undefined) merged.set(member, value);
  }
  const valid = orderInput.safeParse(Object.fromEntries(merged));
  if (valid.success) return valid.data;
  throw new ApiError('validation_failed', {
    details: valid.error.issues.map(({ path, message, code }) => ({
      path: ['body', ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
      message,
      code,
    })),
  });
}

/**
 * The edited order: with new amounts and the next version. An edit keeps status, payments, credit and currency.
 *
 * @throws ApiError validation_failed for amounts that no order can have
 */
export function editOrder(order: Order, input: OrderInput, pricing: Pricing, now: Date): Order {
  const amounts = amountsOf(input, {
    ...pricing,
    creditCents: order.credit_cents,
    currency: order.currency,
  });
  if ('member' in amounts) throw amountRefusal(amounts);
  return withBalance({
    ...withoutInput(order),
    ...input,
    ...withAmounts(input.items, amounts),
    updated_at: now.toISOString(),
    version: order.version + 1,
  });
}

/** Names of the members that differ between two versions of an order. */
export const changedMembers = (before: Order, after: Order): readonly string[] => {
  const [earlier, later] = [textsOf(before), textsOf(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .filter((member) => !unlisted.has(member) && earlier.get(member) !== later.get(member))
    .sort();
};

const unlisted: ReadonlySet<string> = new Set(['updated_at', 'version', 'stock']);

const textsOf = (order: Order) =>
  new Map(Object.entries(order).map(([member, value]) => [member, JSON.stringify(value)]));

const inputMembers: ReadonlySet<string> = new Set(Object.keys(orderInput.shape));

/** The order as a caller sends it: without the lines that follow from settings. */
function inputOf(order: Order): Readonly<Record<string, unknown>> {
  const members = Object.entries(order).filter(([member]) => inputMembers.has(member));
  const { discount_lines, shipping_lines, tax_lines } = order;
  return {
    ...Object.fromEntries(members),
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
    pickup_date,
    promo_code,
    notes,
    promotion,
    ...kept
  } = order;
  return kept;
}
