import { attempted, collectionDelaySeconds, finalized, newInvoice, pays } from './invoicing.ts';
import {
  type Customer,
  declined,
  endAfter,
  type Invoice,
  type InvoiceLine,
  invalid,
  missing,
  newId,
  type PaymentRecords,
  type Price,
  type Session,
  type Subscription,
  type SubscriptionItem,
  type SubscriptionUpdate,
  type WantedItem,
} from './records.ts';

/** The items of a subscription after an update. */
function itemsAfter(
  items: readonly SubscriptionItem[],
  wanted: readonly WantedItem[],
  now: number,
): SubscriptionItem[] {
  const after = new Map(items.map((item) => [item.id, item]));
  for (const { id: given, price, quantity = 1, deleted = false } of wanted) {
    if (given !== undefined && !after.has(given)) throw missing('subscription_item', given);
    const id = given ?? newId('si');
    const present = after.get(id);
    const chosen = price ?? present?.price;
    if (deleted) after.delete(id);
    else if (chosen !== undefined) {
      after.set(id, { id, price: chosen, quantity, created: present?.created ?? now });
    }
  }
  const prices = [...after.values()].map(({ price }) => price);
  if (prices.length === 0) throw invalid('A subscription must have at least one active item.', 'items');
  if (new Set(prices).size < prices.length)
    throw invalid('A subscription cannot have several items with the same price.', 'items');
  return [...after.values()];
}

/** Credits the rest of the period for what goes, and charges it for what comes. */
function prorationLines(
  { items, period_start, period_end }: Subscription,
  after: readonly SubscriptionItem[],
  { at, priceOf }: { readonly at: number; readonly priceOf: (id: string) => Price },
): InvoiceLine[] {
  const isIn = (item: SubscriptionItem, others: readonly SubscriptionItem[]) =>
    others.some(
      ({ id, price, quantity }) => id === item.id && price === item.price && quantity === item.quantity,
    );
  const share = (period_end - at) / (period_end - period_start);
  const line = (item: SubscriptionItem, sign: 1 | -1): InvoiceLine => {
    const { name, unit_amount } = priceOf(item.price);
    const what = `${item.quantity} × ${name}`;
    return {
      id: newId('il'),
      description: sign < 0 ? `Unused time on ${what}` : `Remaining time on ${what}`,
      amount: sign * Math.round(unit_amount * item.quantity * share),
      price: item.price,
      quantity: item.quantity,
      item: item.id,
      proration: true,
      start: at,
      end: period_end,
    };
  };
  return [
    ...items.filter((item) => !isIn(item, after)).map((item) => line(item, -1)),
    ...after.filter((item) => !isIn(item, items)).map((item) => line(item, 1)),
  ];
}

/** The lines of a whole period. */
const periodLines = (
  items: readonly SubscriptionItem[],
  {
    start,
    end,
    priceOf,
  }: { readonly start: number; readonly end: number; readonly priceOf: (id: string) => Price },
): InvoiceLine[] =>
  items.map(({ id, price, quantity }) => {
    const { name, unit_amount } = priceOf(price);
    return {
      id: newId('il'),
      description: `${quantity} × ${name}`,
      amount: unit_amount * quantity,
      price,
      quantity,
      item: id,
      proration: false,
      start,
      end,
    };
  });

export type Emitted =
  | { readonly type: `customer.subscription.${string}`; readonly subscription: Subscription }
  | { readonly type: `invoice.${string}`; readonly invoice: Invoice }
  | { readonly type: `checkout.session.${string}`; readonly session: Session };

interface Surroundings {
  /** The present time in seconds. */
  now(): number;
  emit(event: Emitted, at: number): void;
}

/** The rules of the provider. While time passes, each step happens at its own time. */
export class Ledger {
  readonly records: PaymentRecords;
  readonly #surroundings: Surroundings;
  /** The time of the step in progress. */
  #step: number | undefined;

  constructor(records: PaymentRecords, surroundings: Surroundings) {
    this.records = records;
    this.#surroundings = surroundings;
  }

  get now(): number {
    return this.#step ?? this.#surroundings.now();
  }

  readonly priceOf = (id: string): Price => this.#found(this.records.prices.get(id), 'price', id);
  readonly customerOf = (id: string): Customer => this.#found(this.records.customers.get(id), 'customer', id);
  readonly subscriptionOf = (id: string): Subscription =>
    this.#found(this.records.subscriptions.get(id), 'subscription', id);

  #found<T>(record: T | undefined, kind: string, id: string): T {
    if (record === undefined) throw missing(kind, id);
    return record;
  }

  /** Completes a payment page: stores the card, and begins the subscription with its first payment. */
  complete(session: Session, card: string): void {
    const customer = { ...this.customerOf(session.customer), card };
    if (!pays(card)) throw declined();
    this.records.customers.set(customer.id, customer);
    const { now } = this;
    const items = session.lines.map((line) => ({ ...line, id: newId('si'), created: now }));
    const subscription: Subscription = {
      id: newId('sub'),
      customer: customer.id,
      status: 'incomplete',
      items,
      metadata: session.metadata,
      anchor: now,
      period: 1,
      period_start: now,
      period_end: monthsAfter(now, 1),
      billing_mode: session.billing_mode,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      latest_invoice: null,
      created: now,
    };
    this.#store(subscription, 'created');
    const { period_start: start, period_end: end } = subscription;
    const lines = periodLines(items, { start, end, priceOf: this.priceOf });
    const invoice = this.#invoice(subscription, lines, 'subscription_create', start, end);
    this.collect(this.#finalize(invoice));
    const done: Session = {
      ...session,
      status: 'complete',
      subscription: subscription.id,
      invoice: invoice.id,
    };
    this.records.sessions.set(session.id, done);
    this.#emit({ type: 'checkout.session.completed', session: done });
  }

  expire(session: Session): Session {
    if (session.status !== 'open') throw invalid('Only open sessions can be expired.');
    const expired: Session = { ...session, status: 'expired' };
    this.records.sessions.set(session.id, expired);
    this.#emit({ type: 'checkout.session.expired', session: expired });
    return expired;
  }

  /** What a change costs now. */
  preview(
    id: string,
    items: readonly WantedItem[],
    { at, param }: { readonly at: number; readonly param: string },
  ) {
    const subscription = this.subscriptionOf(id);
    if (at < subscription.period_start || at > subscription.period_end)
      throw invalid('The proration_date must be within the current period of the subscription.', param);
    const after = itemsAfter(subscription.items, items, at);
    const lines = prorationLines(subscription, after, { at, priceOf: this.priceOf });
    return this.#invoiceOf(subscription, lines, 'subscription_update', at, subscription.period_end);
  }

  /** Changes a subscription. A change that cannot be paid is refused, and nothing changes. */
  update(id: string, change: SubscriptionUpdate): Subscription {
    const { items, proration_date } = change;
    const before = this.subscriptionOf(id);
    if (before.status === 'canceled') throw invalid('A canceled subscription can only update its metadata.');
    const end = endAfter(before, change, this.now);
    let after = before;
    if (items !== undefined) {
      const at = proration_date ?? this.now;
      const draft = this.preview(id, items, { at, param: 'proration_date' });
      const customer = this.customerOf(before.customer);
      if (draft.total + customer.balance > 0 && !pays(customer.card)) throw declined();
      after = { ...after, items: itemsAfter(before.items, items, this.now) };
      if (draft.lines.length > 0) {
        this.records.invoices.set(draft.id, draft);
        after = { ...after, latest_invoice: draft.id };
        this.records.subscriptions.set(id, after);
        this.collect(this.#finalize(draft));
        after = { ...this.subscriptionOf(id) };
      }
    }
    return this.#store({ ...after, ...end }, 'updated');
  }

  /** A cancellation in the portal. In flexible mode it is an end at a date. */
  cancelInPortal({ id, billing_mode, period_end }: Subscription, cancels: boolean): void {
    if (billing_mode === 'flexible') this.update(id, { cancel_at: cancels ? period_end : '' });
    else this.update(id, { cancel_at_period_end: cancels });
  }

  cancel(id: string): Subscription {
    const before = this.subscriptionOf(id);
    if (before.status === 'canceled') throw missing('subscription', id);
    const { now } = this;
    return this.#store(
      { ...before, status: 'canceled', canceled_at: before.canceled_at ?? now, ended_at: now },
      'deleted',
    );
  }

  /** Stores another card, and pays open invoices with it. */
  replaceCard(customerId: string, card: string): void {
    this.records.customers.set(customerId, { ...this.customerOf(customerId), card });
    for (const invoice of [...this.records.invoices.values()]) {
      if (invoice.customer === customerId && invoice.status === 'open') this.collect(invoice);
    }
  }

  /** Tries to collect the payment of an open invoice. */
  collect(invoice: Invoice): Invoice {
    const after = attempted(invoice, this.customerOf(invoice.customer), this.now);
    this.records.invoices.set(after.id, after);
    const subscription = this.subscriptionOf(invoice.subscription);
    const isOver = subscription.status === 'canceled';
    if (after.status === 'paid') {
      if (!isOver && subscription.status !== 'active')
        this.#store({ ...subscription, status: 'active' }, 'updated');
      this.#emit({ type: 'invoice.paid', invoice: after });
    } else {
      if (subscription.status === 'active') this.#store({ ...subscription, status: 'past_due' }, 'updated');
      this.#emit({ type: 'invoice.payment_failed', invoice: after });
      if (after.next_attempt === null && !isOver) this.cancel(subscription.id);
    }
    return after;
  }

  /** Lets everything happen that is due, in the order of time. */
  runDue(): void {
    const until = this.#surroundings.now();
    for (;;) {
      const [next] = [...this.#due()].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (next === undefined) return;
      this.#step = next.at;
      try {
        next.run();
      } finally {
        this.#step = undefined;
      }
    }
  }

  *#due(): Generator<{ readonly at: number; run(): void }> {
    for (const subscription of this.records.subscriptions.values()) {
      if (subscription.status !== 'canceled' && subscription.status !== 'incomplete') {
        const { cancel_at, period_end } = subscription;
        if (cancel_at !== null && cancel_at <= period_end)
          yield { at: cancel_at, run: () => this.cancel(subscription.id) };
        else yield { at: period_end, run: () => this.#endPeriod(subscription) };
      }
    }
    for (const invoice of this.records.invoices.values()) {
      const at = invoice.next_attempt;
      if (at === null || (invoice.status !== 'draft' && invoice.status !== 'open')) continue;
      yield { at, run: () => this.#attempt(invoice) };
    }
    for (const session of this.records.sessions.values()) {
      if (session.status === 'open') yield { at: session.expires_at, run: () => this.expire(session) };
    }
  }

  #attempt(invoice: Invoice): void {
    if (this.subscriptionOf(invoice.subscription).status !== 'canceled') {
      this.collect(invoice.status === 'draft' ? this.#finalize(invoice) : invoice);
      return;
    }
    const voided: Invoice = { ...invoice, status: 'void', next_attempt: null };
    this.records.invoices.set(invoice.id, voided);
    this.#emit({ type: 'invoice.voided', invoice: voided });
  }

  #endPeriod(subscription: Subscription): void {
    const period = subscription.period + 1;
    const [start, end] = [subscription.period_end, monthsAfter(subscription.anchor, period)];
    const next = this.#store({ ...subscription, period, period_start: start, period_end: end }, 'updated');
    const lines = periodLines(next.items, { start, end, priceOf: this.priceOf });
    const invoice = this.#invoice(next, lines, 'subscription_cycle', subscription.period_start, start);
    this.records.invoices.set(invoice.id, { ...invoice, next_attempt: start + collectionDelaySeconds });
  }

  #invoice(
    subscription: Subscription,
    lines: Invoice['lines'],
    reason: Invoice['reason'],
    start: number,
    end: number,
  ): Invoice {
    const invoice = this.#invoiceOf(subscription, lines, reason, start, end);
    this.records.invoices.set(invoice.id, invoice);
    this.records.subscriptions.set(subscription.id, { ...subscription, latest_invoice: invoice.id });
    this.#emit({ type: 'invoice.created', invoice });
    return invoice;
  }

  #invoiceOf(
    subscription: Subscription,
    lines: Invoice['lines'],
    reason: Invoice['reason'],
    start: number,
    end: number,
  ): Invoice {
    const [first] = subscription.items;
    const currency = first === undefined ? 'usd' : this.priceOf(first.price).currency;
    return newInvoice(subscription, { lines, reason, currency, now: this.now, start, end });
  }

  #finalize(draft: Invoice): Invoice {
    const number = `LOCAL-${String(this.records.invoices.size).padStart(4, '0')}`;
    const done = finalized(draft, this.customerOf(draft.customer), { number, now: this.now });
    this.records.invoices.set(done.invoice.id, done.invoice);
    this.records.customers.set(done.customer.id, done.customer);
    this.#emit({ type: 'invoice.finalized', invoice: done.invoice });
    return done.invoice;
  }

  #store(subscription: Subscription, verb: 'created' | 'updated' | 'deleted'): Subscription {
    this.records.subscriptions.set(subscription.id, subscription);
    this.#emit({ type: `customer.subscription.${verb}`, subscription });
    return subscription;
  }

  #emit(event: Emitted): void {
    this.#surroundings.emit(event, this.now);
  }
}

/** The time `months` months after the anchor, in seconds: the same day, or the last day of a shorter month. */
function monthsAfter(anchor: number, months: number): number {
  const start = new Date(anchor * 1000);
  const day = start.getUTCDate();
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return Math.floor(moved.getTime() / 1000);
}
