import { type Customer, type Invoice, type InvoiceLine, newId, type Subscription } from './records.ts';

const daySeconds = 86_400;

/** Days after the first attempt at which a failed payment is tried again. The subscription ends after the last. */
const retryDays = [1, 4, 9, 16];

/** Between the creation of an invoice of a new period and its payment. */
export const collectionDelaySeconds = 3600;

export function newInvoice(
  { id: subscription, customer, metadata }: Subscription,
  {
    lines,
    reason,
    currency,
    now,
    start,
    end,
  }: {
    readonly lines: InvoiceLine[];
    readonly reason: Invoice['reason'];
    readonly currency: string;
    readonly now: number;
    readonly start: number;
    readonly end: number;
  },
): Invoice {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: newId('in'),
    customer,
    subscription,
    metadata,
    number: null,
    reason,
    status: 'draft',
    currency,
    lines,
    total,
    starting_balance: 0,
    ending_balance: null,
    amount_due: Math.max(0, total),
    amount_paid: 0,
    attempt_count: 0,
    next_attempt: null,
    period_start: start,
    period_end: end,
    finalized_at: null,
    paid_at: null,
    created: now,
  };
}

/** The invoice as it is sent: with its number, and reduced by the credit of the customer. */
export function finalized(
  invoice: Invoice,
  customer: Customer,
  { number, now }: { readonly number: string; readonly now: number },
): { readonly invoice: Invoice; readonly customer: Customer } {
  const due = invoice.total + customer.balance;
  const balance = Math.min(0, due);
  return {
    invoice: {
      ...invoice,
      number,
      status: 'open',
      starting_balance: customer.balance,
      ending_balance: balance,
      amount_due: Math.max(0, due),
      finalized_at: now,
    },
    customer: { ...customer, balance },
  };
}

/** The invoice after an attempt to collect the payment. */
export function attempted(invoice: Invoice, customer: Customer, now: number): Invoice {
  if (invoice.amount_due === 0 || pays(customer.card)) {
    return {
      ...invoice,
      status: 'paid',
      amount_paid: invoice.amount_due,
      attempt_count: invoice.attempt_count + 1,
      next_attempt: null,
      paid_at: now,
    };
  }
  const days = retryDays[invoice.attempt_count];
  const first = invoice.finalized_at ?? now;
  return {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    next_attempt: days === undefined ? null : Math.max(now + 1, first + days * daySeconds),
  };
}

/** How a card behaves. `fails_later` can be stored, but not charged. */
type CardBehavior = 'succeeds' | 'declined' | 'needs_authentication' | 'fails_later';

/** Stripe's test cards. */
export const testCards: readonly {
  readonly number: string;
  readonly label: string;
  readonly behavior: CardBehavior;
}[] = [
  { number: '4242424242424242', label: 'Succeeds', behavior: 'succeeds' },
  { number: '4000000000000002', label: 'Is declined', behavior: 'declined' },
  { number: '4000002500003155', label: 'Needs authentication', behavior: 'needs_authentication' },
  { number: '4000000000000341', label: 'Can be stored, but every charge fails', behavior: 'fails_later' },
];

export const cardOf = (number: string) => {
  const digits = number.replaceAll(/\D/g, '');
  return testCards.find((card) => card.number === digits);
};

/** Whether a stored card pays. */
export const pays = (number: string | undefined): boolean => {
  const behavior = number === undefined ? undefined : cardOf(number)?.behavior;
  return behavior === 'succeeds' || behavior === 'needs_authentication';
};
