import { expect } from '@jest/globals';
import type { Farm } from './farm.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of the API
export type Reply = any;

/** Settings and products of a brand that the taxes and fees of its orders depend on. */
export interface Rules {
  readonly taxes_included: boolean;
  readonly tax_rates: readonly {
    readonly label: string;
    readonly category?: string;
    readonly rate_percent: number;
  }[];
  readonly shipping?: { readonly fee_cents: number; readonly free_from_cents?: number };
  /** Tax categories by product. */
  readonly categories: ReadonlyMap<string, string | undefined>;
  /** Products of the promo codes that hold only for some. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Goods, fees and taxes of an order, computed again from its lines. */
export function checkAmounts(order: Reply, rules: Rules): void {
  const lines: readonly { product_id: string; exact: number }[] = order.items.map((item: Reply) => ({
    product_id: item.product_id,
    // Prices of the sequences have four decimals.
    exact: (Math.round(item.price * 10_000) * item.quantity) / 100,
  }));
  const goods = sum(lines.map(({ exact }) => exact));
  expect(order.subtotal_cents).toBe(Math.round(Math.round(goods * 100) / 100));
  expect(order.discount_cents).toBe(sum(order.discount_lines.map((line: Reply) => line.amount_cents)));
  const { discount_cents, shipping_cents, tax_cents, credit_cents } = order;
  const added = rules.taxes_included ? 0 : tax_cents;
  expect(order.amount_due_cents).toBe(
    order.subtotal_cents - discount_cents + shipping_cents + added - credit_cents,
  );
  if (rules.shipping) {
    const said = order.items.map((item: Reply) => item.delivery);
    const isFree =
      order.promotion?.free_shipping ||
      order.subtotal_cents - discount_cents >= (rules.shipping.free_from_cents ?? Number.POSITIVE_INFINITY);
    expect(shipping_cents).toBe(said.includes('ship') && !isFree ? rules.shipping.fee_cents : 0);
  }
  checkTaxes(order, lines, rules);
}

interface Scoped {
  readonly amount_cents: number;
  readonly indexes: readonly number[];
}

/** Taxes by rate, each on its lines less their shares of the discounts, exact to a cent. */
function checkTaxes(
  order: Reply,
  lines: readonly { readonly product_id: string; readonly exact: number }[],
  rules: Rules,
): void {
  const left = lines.map(({ exact }) => exact);
  // A caller's discount holds for all lines, and that of a promo code for its products, which comes first.
  const discounts: readonly Scoped[] = order.discount_lines.map(({ amount_cents, source }: Reply) => {
    const scope = source === 'promo_code' ? rules.scopes.get(order.promotion.code) : undefined;
    const indexes = [...lines.keys()].filter(
      (index) => scope?.includes(lines[index]?.product_id ?? '') ?? true,
    );
    return { amount_cents, indexes };
  });
  for (const { amount_cents, indexes } of discounts.toSorted((a, b) => a.indexes.length - b.indexes.length)) {
    const whole = sum(indexes.map((index) => left[index] ?? 0));
    if (whole > 0) for (const index of indexes) left[index] = (left[index] ?? 0) * (1 - amount_cents / whole);
  }
  const other = rules.tax_rates.find(({ category }) => category === undefined);
  const expected = new Map<string, number>();
  for (const [index, { product_id }] of lines.entries()) {
    const category = rules.categories.get(product_id)?.trim().toLowerCase();
    const rate = rules.tax_rates.find((one) => one.category?.toLowerCase() === category) ?? other;
    if (rate === undefined) continue;
    const part = rules.taxes_included
      ? rate.rate_percent / (100 + rate.rate_percent)
      : rate.rate_percent / 100;
    expected.set(rate.label, (expected.get(rate.label) ?? 0) + (left[index] ?? 0) * part);
  }
  const charged = new Map(order.tax_lines.map((line: Reply) => [line.label, line.amount_cents]));
  for (const [label, cents] of expected)
    expect([label, Math.abs(Number(charged.get(label) ?? 0) - cents) <= 1, cents]).toEqual([
      label,
      true,
      cents,
    ]);
  for (const label of charged.keys()) expect([...expected.keys()]).toContain(label);
}

/** What an order should owe after its payments, refunds and edits, by the rules of the design alone. */
export class Books {
  paid = 0;
  refunded = 0;
  allowed = 0;
  /** Amount due before allowances. */
  #price = 0;
  #credit = 0;
  #returned = 0;
  #isCancelled = false;

  get kept(): number {
    return this.paid - this.refunded;
  }

  get due(): number {
    return this.#isCancelled ? 0 : this.#price - this.allowed;
  }

  /** Takes the price of a new or edited order. */
  price({ amount_due_cents, credit_cents }: Reply): void {
    this.#returned += Math.max(0, this.#credit - credit_cents);
    this.#credit = credit_cents;
    this.#price = amount_due_cents;
    this.allowed = Math.min(this.allowed, amount_due_cents);
    this.#takeBack();
  }

  pay(cents: number): void {
    this.paid += cents;
    this.#takeBack();
  }

  refund(cents: number, keepsDue: boolean): void {
    const over = this.kept - this.due;
    if (over >= 0 && !keepsDue && !this.#isCancelled) {
      const credit = cents === this.kept ? this.#credit : 0;
      this.#returnCredit(credit);
      this.allowed += credit + Math.max(0, cents - over);
    }
    this.refunded += cents;
  }

  cancel(): void {
    this.#returnCredit(this.#credit);
    this.#isCancelled = true;
  }

  /** What is kept beyond the amount due ends goodwill first. */
  #takeBack(): void {
    this.allowed -= Math.min(this.allowed, Math.max(0, this.kept - this.due));
  }

  #returnCredit(cents: number): void {
    this.#price += cents;
    this.#credit -= cents;
    this.#returned += cents;
  }

  get state(): string {
    const [given, isCancelled] = [this.refunded + this.#returned, this.#isCancelled];
    if (this.kept > this.due) return 'overpaid';
    if (this.kept < this.due) return this.kept > 0 ? 'partially_paid' : 'unpaid';
    if (given > 0 && (this.allowed > 0 || isCancelled))
      return this.kept + this.#credit > 0 ? 'partially_refunded' : 'refunded';
    return isCancelled ? 'unpaid' : 'paid';
  }

  check(order: Reply): void {
    expect(order).toMatchObject({
      paid_cents: this.paid,
      refunded_cents: this.refunded,
      credit_cents: this.#credit,
      payment_state: this.state,
      collect_cents: Math.max(0, this.due - this.kept),
      return_cents: Math.max(0, this.kept - this.due),
      ...(order.status !== 'cancelled' && { allowed_cents: this.allowed }),
    });
  }
}

/** Compares the worth of an order with its exact value, which rounding of shares changes by a cent or two. */
export function checkWorth(order: Reply, worth: number): void {
  const { id, status, amount_due_cents, allowed_cents, collect_cents, return_cents } = order;
  const goods = order.subtotal_cents - order.discount_cents;
  const [included, added] = order.taxes_included ? [order.tax_cents, 0] : [0, order.tax_cents];
  const whole = goods + order.shipping_cents + added;
  const net = goods - included;
  const exact =
    status === 'cancelled'
      ? 0
      : net - (whole && (order.credit_cents * net) / whole) - order.allowed_goods_cents;
  expect([id, worth >= 0 && worth <= goods && Math.abs(worth - exact) <= 2, worth, exact]).toEqual([
    id,
    true,
    worth,
    exact,
  ]);
  const isSettled = status !== 'cancelled' && collect_cents === 0 && return_cents === 0;
  if (isSettled) expect(worth).toBeLessThanOrEqual(order.paid_cents - order.refunded_cents);
  if (allowed_cents === amount_due_cents && amount_due_cents > 0) expect([id, worth]).toEqual([id, 0]);
}

/** The shared address of the sequences. An order with it is that of its phone number, or of no customer. */
export const sharedAddress = 'stand@example.com';

/** All orders or contacts of a brand. */
export async function listed(
  { brand_id, call }: Farm,
  name: 'orders' | 'contacts',
): Promise<readonly Reply[]> {
  const all: Reply[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await call(`GET /api/v1/${name}?brand_id=${brand_id}&limit=200${cursor}`);
    all.push(...body.data);
    const { next_cursor } = body.pagination;
    if (next_cursor === null) return all;
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
}

/** The contacts of orders by the id in the order, which may be that of a duplicate. */
async function ownersOf(farm: Farm, orders: readonly Reply[]): Promise<ReadonlyMap<string, Reply>> {
  const owners = new Map<string, Reply>();
  for (const id of new Set(orders.map(({ contact_id }) => contact_id).filter(Boolean))) {
    const { status, body } = await farm.call(`GET /api/v1/contacts/${id}`);
    if (status === 200) owners.set(id, body.data);
  }
  return owners;
}

/** The mailbox of an address of the sequences. */
const mailboxOf = (address: string) => {
  const [name = '', domain = ''] = address.toLowerCase().replace('googlemail', 'gmail').split('@');
  const plain = name.replace(/\+.*/, '');
  return `${domain === 'gmail.com' ? plain.replaceAll('.', '') : plain}@${domain}`;
};

/** The live orders of all contacts with the mailbox of the contact of an order. */
export async function ordersOfPerson(farm: Farm, { contact_id }: Reply): Promise<readonly Reply[]> {
  const live = (await listed(farm, 'orders')).filter(({ status }) => status !== 'cancelled');
  const owners = await ownersOf(farm, live);
  const own = owners.get(contact_id);
  return live.filter((order) => {
    const owner = owners.get(order.contact_id);
    const isOfMailbox = own?.email && owner?.email && mailboxOf(own.email) === mailboxOf(owner.email);
    return owner !== undefined && (owner.id === own?.id || isOfMailbox);
  });
}

/** Facts of a contact that follow from its orders, without those that are cancelled. */
function factsOf(orders: readonly Reply[], worthOf: (order: Reply) => number): object {
  const live = orders.filter(({ status }) => status !== 'cancelled');
  const times = live.map(({ sold_at, created_at }) => new Date(sold_at ?? created_at).toISOString()).sort();
  return {
    order_count: live.length,
    spent_cents: sum(live.map(worthOf)),
    first_order_at: times[0],
    last_order_at: times.at(-1),
  };
}

/** Compares every contact, and the segments of products and stops, with a count of the orders of the brand. */
export async function checkFacts(
  farm: Farm,
  worthOf: (order: Reply) => number,
  { products, stops }: { readonly products: readonly string[]; readonly stops: readonly string[] },
): Promise<void> {
  const orders = await listed(farm, 'orders');
  const contacts = await listed(farm, 'contacts');
  const owners = await ownersOf(farm, orders);
  const ofNobody = orders.filter(
    ({ customer_email, customer_phone }) => customer_email === sharedAddress && customer_phone === undefined,
  );
  expect(ofNobody.filter(({ contact_id }) => contact_id !== undefined)).toEqual([]);
  const ordersOf = ({ id }: Reply) => orders.filter((order) => owners.get(order.contact_id)?.id === id);
  for (const contact of contacts) {
    const { order_count, spent_cents, first_order_at, last_order_at } = contact;
    const shown = { order_count, spent_cents, first_order_at, last_order_at };
    expect({ of: contact.id, ...shown }).toEqual({ of: contact.id, ...factsOf(ordersOf(contact), worthOf) });
  }
  const liveOf = (contact: Reply) => ordersOf(contact).filter(({ status }) => status !== 'cancelled');
  // A contact knows the 2,000 products and 200 stops with the least ids.
  const known = (ids: readonly string[], most: number) => [...new Set(ids)].sort().slice(0, most);
  const bought = contacts.map((contact) =>
    known(
      liveOf(contact).flatMap(({ items }) => items.map((item: Reply) => item.product_id)),
      2000,
    ),
  );
  const visited = contacts.map((contact) =>
    known(
      liveOf(contact).flatMap(({ stop_id }) => stop_id ?? []),
      200,
    ),
  );
  const having = (lists: readonly (readonly string[])[], id: string) =>
    lists.filter((ids) => ids.includes(id)).length;
  for (const product_id of products)
    expect(await farm.selected({ match: 'product', product_id })).toBe(having(bought, product_id));
  for (const stop_id of stops)
    expect(await farm.selected({ match: 'stop', stop_id })).toBe(having(visited, stop_id));
}
