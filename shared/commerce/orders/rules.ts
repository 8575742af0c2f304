import { ApiError } from '#contract/errors.ts';
import { type AmountFault, amountsOf, type Pricing, plainPricing, withAmounts } from './amounts.ts';
import type { OrderListQuery } from './contract.ts';
import { shownFulfillment } from './fulfillment.ts';
import {
  noPayments,
  type Order,
  type OrderInput,
  type OrderStatus,
  orderStatuses,
  type UnnumberedOrder,
} from './order.ts';
import { withFirstBalance } from './payment.ts';

/**
 * A new order in status `pending`. Its total is exact and rounded half up once.
 *
 * @throws ApiError validation_failed when the total exceeds the maximum, or credit exceeds the amount due
 */
export function placeOrder(
  input: OrderInput,
  { id, now }: { readonly id: string; readonly now: Date },
  pricing: Pricing = plainPricing,
): UnnumberedOrder {
  const time = now.toISOString();
  requireRecent(input, now);
  const { credit_cents: creditCents = pricing.creditCents } = input;
  const amounts = amountsOf(input, { ...pricing, creditCents });
  if ('member' in amounts) throw amountRefusal(amounts);
  if (input.credit_cents !== undefined && amounts.credit_cents < input.credit_cents)
    throw tooMuchCredit(amounts.credit_cents);
  const fulfilled = shownFulfillment(input);
  return withFirstBalance({
    id,
    ...input,
    ...fulfilled,
    status: 'pending',
    ...withAmounts(fulfilled.items, amounts),
    payment_state: 'unpaid',
    ...noPayments,
    created_at: time,
    updated_at: time,
    version: 1,
  });
}

/** How long ago a sale may be when it is sent, in milliseconds. */
export const maxSaleAge = 7 * 24 * 3_600_000;

/** @throws ApiError validation_failed for a sale in the future or more than 7 days ago */
function requireRecent({ sold_at }: OrderInput, now: Date): void {
  const age = sold_at === undefined ? 0 : now.getTime() - Date.parse(sold_at);
  if (age >= 0 && age <= maxSaleAge) return;
  const message = 'The sale must be at most 7 days ago, and not in the future';
  throw new ApiError('validation_failed', {
    details: [{ path: ['body', 'sold_at'], message, code: age < 0 ? 'too_big' : 'too_small' }],
  });
}

/** The refusal of an order that has no amounts. */
export const amountRefusal = ({ member, message }: AmountFault): ApiError =>
  new ApiError('validation_failed', { details: [{ path: ['body', member], message, code: 'too_big' }] });

const tooMuchCredit = (due: number) =>
  new ApiError('validation_failed', {
    details: [
      {
        path: ['body', 'credit_cents'],
        message: `Credit must not exceed the ${due} cents due`,
        code: 'too_big',
      },
    ],
  });

const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['ready', 'cancelled'],
  ready: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** Whether an order may change from one status to another. */
export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to);

/** The status that follows in the work; undefined at its end. */
export const nextStatus = (status: OrderStatus): OrderStatus | undefined =>
  transitions[status].find((next) => next !== 'cancelled');

/**
 * The order in its next status, with the next version; the same order if it already has that status.
 *
 * @throws ApiError illegal_transition
 */
export function changeOrderStatus(order: Order, status: OrderStatus, now: Date, reason?: string): Order {
  if (order.status === status) return order;
  if (!mayBecome(order.status, status)) {
    const message = `An order in status ${order.status} cannot change to ${status}`;
    throw new ApiError('illegal_transition', { message });
  }
  return {
    ...order,
    status,
    ...(reason !== undefined && { cancel_reason: reason }),
    updated_at: now.toISOString(),
    version: order.version + 1,
  };
}

/** Maximum length of the indexed words of one order. */
const maxIndexed = 1500;

/** Words beyond this number in a search have no effect. */
const maxSearched = 5;

/** Lower-case words without diacritics: runs of letters and digits. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of the texts, each after a blank, so that ` wo` finds the beginning of a word. */
function indexed(texts: readonly (string | undefined)[]): string {
  let all = '';
  for (const word of new Set(wordsOf(texts.filter((text) => text !== undefined).join(' ')))) {
    if (all.length + word.length >= maxIndexed) break;
    all += ` ${word}`;
  }
  return all;
}

/** Words by which an order is found: those of the customer, and all. */
export const searchWords = (order: Order): { readonly customer: string; readonly all: string } => ({
  customer: indexed([order.customer_name]),
  all: indexed([
    String(order.number),
    order.customer_name,
    order.customer_email,
    order.customer_phone,
    order.promo_code,
    order.notes,
    order.customer_address,
  ]),
});

/** The number in a search for one order, such as `#1042`. */
const searchedNumber = (text: string): number | undefined => {
  const [, digits] = /^\s*#\s*(\d{1,15})\s*$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** Beginnings of words that a search asks for, each after a blank. */
const searchedWords = (text: string): readonly string[] =>
  wordsOf(text)
    .slice(0, maxSearched)
    .map((word) => ` ${word}`);

/** True for a list that needs no search: all orders, or those of one status, newest first. */
export const isPlainList = ({
  brand_id,
  status,
  created_from,
  created_to,
  limit,
  cursor,
  sort,
  ...filters
}: OrderListQuery): boolean =>
  sort === '-created' && Object.values(filters).every((value) => value === undefined);

/** Returns whether a search has only signs. Such a search finds nothing, because a search without words lists every order. */
export const asksForNoWord = ({ customer, text }: OrderListQuery): boolean =>
  [customer, text].some((searched) => searched !== undefined && searchedWords(searched).length === 0);

/** One part of the list for each status in a list by status; else one part with the status that is asked for, if any. */
export function partsOf({ sort, status }: OrderListQuery): readonly (OrderStatus | undefined)[] {
  if (status !== undefined || (sort !== 'status' && sort !== '-status')) return [status];
  return sort === 'status' ? orderStatuses : orderStatuses.toReversed();
}

/** Where a page of a list begins: its part, and the sort key of the last row before. */
export interface PageStart {
  readonly part: number;
  readonly after: string;
}

export const positionOf = ({ part, after }: PageStart): string => `${part} ${after}`;

export function startFrom(position: string): PageStart {
  const [part = '0', ...after] = position.split(' ');
  return { part: Number(part), after: after.join(' ') };
}

/** The conditions on rows of a search, beyond those that are in their keys. */
export function filterOf(query: OrderListQuery, status: OrderStatus | undefined) {
  const { sort, fulfillment, stop_id, payment_state, product_id, customer, text, created_from, created_to } =
    query;
  const { ships, collects, returns } = query;
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const clauses: string[] = [];
  const add = (name: string, value: unknown, clause: (name: string, value: string) => string) => {
    const placeholder = `:f${clauses.length}`;
    names[`#${name}`] = name;
    values[placeholder] = value;
    clauses.push(clause(`#${name}`, placeholder));
  };
  const equals = (name: string, value: string) => `${name} = ${value}`;
  const differs = (name: string, value: string) => `${name} <> ${value}`;
  const contains = (name: string, value: string) => `contains(${name}, ${value})`;
  for (const [name, value] of Object.entries({ status, fulfillment, stop_id, payment_state })) {
    if (value !== undefined) add(name, value, equals);
  }
  if (ships !== undefined) add('delivery', 'pickup', ships ? differs : equals);
  if (collects !== undefined) add('collect_cents', 0, collects ? differs : equals);
  if (returns !== undefined) add('return_cents', 0, returns ? differs : equals);
  if (product_id !== undefined) add('products', product_id, contains);
  if (customer?.includes('@')) for (const word of searchedWords(customer)) add('words', word, contains);
  else if (customer) for (const word of searchedWords(customer)) add('customer_words', word, contains);
  const number = text === undefined ? undefined : searchedNumber(text);
  if (number !== undefined) add('number', number, equals);
  else if (text) for (const word of searchedWords(text)) add('words', word, contains);
  // Other lists have the time in their keys.
  const byTotal = sort === 'total' || sort === '-total';
  if (byTotal && created_from !== undefined)
    add('created_at', created_from, (name, value) => `${name} >= ${value}`);
  if (byTotal && created_to !== undefined)
    add('created_at', created_to, (name, value) => `${name} <= ${value}`);
  const expressions =
    clauses.length === 0 ? {} : { FilterExpression: clauses.join(' AND '), ExpressionAttributeNames: names };
  return { expressions, values, isEmpty: clauses.length === 0 };
}

/** False for an order that has changed since its row in an index was written. */
export const isStillFound = (order: Order, query: OrderListQuery): boolean =>
  (['status', 'fulfillment', 'stop_id', 'payment_state'] as const).every(
    (member) => query[member] === undefined || query[member] === order[member],
  ) &&
  isAs(query.ships, order.delivery !== 'pickup') &&
  isAs(query.collects, order.collect_cents > 0) &&
  isAs(query.returns, order.return_cents > 0) &&
  (!query.customer?.includes('@') || order.customer_email?.toLowerCase() === query.customer.toLowerCase());

const isAs = (wanted: boolean | undefined, is: boolean): boolean => wanted === undefined || wanted === is;
