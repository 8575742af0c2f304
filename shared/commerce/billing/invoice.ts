import type { Invoice } from './billing-fields.ts';
import type { ProviderInvoice } from './provider.ts';

/** An invoice with the place of what is known of it in the order of events. */
export interface InvoiceRecord {
  readonly id: string;
  readonly at: string;
  readonly event_id: string;
  readonly details: ProviderInvoice;
}

const ranks: Readonly<Record<ProviderInvoice['status'], number>> = {
  draft: 0,
  open: 1,
  uncollectible: 2,
  void: 3,
  paid: 4,
};

/** Later statuses and attempts win, then later events: an invoice never goes back. */
function isNewer(one: InvoiceRecord, other: InvoiceRecord): boolean {
  const [a, b] = [one, other].map(({ details: { status, attempt_count, failed }, at, event_id }) =>
    [ranks[status], attempt_count + 1e6, Number(failed), at, event_id].join(' '),
  );
  return String(a) > String(b);
}

/** What is known after another event. Idempotent, and independent of the order of events. */
export const mergeInvoice = (before: InvoiceRecord | undefined, seen: InvoiceRecord): InvoiceRecord =>
  before === undefined || isNewer(seen, before) ? seen : before;

/** The invoice as the API shows it; undefined for a draft. */
export function invoiceOf(brand_id: string, { details }: InvoiceRecord): Invoice | undefined {
  const { status } = details;
  if (status === 'draft') return undefined;
  return {
    id: details.id,
    brand_id,
    ...(details.number !== undefined && { number: details.number }),
    status,
    currency: details.currency,
    ...amount('total', details.total_cents),
    ...amount('amount_due', details.amount_due_cents),
    ...amount('amount_paid', details.amount_paid_cents),
    attempt_count: details.attempt_count,
    ...(status === 'open' &&
      details.next_attempt_at !== undefined && { next_attempt_at: details.next_attempt_at }),
    period_start: details.period_start,
    period_end: details.period_end,
    created_at: details.created,
    ...(details.hosted_url !== undefined && { hosted_url: details.hosted_url }),
    ...(details.pdf_url !== undefined && { pdf_url: details.pdf_url }),
  };
}

const amount = <Name extends 'total' | 'amount_due' | 'amount_paid'>(name: Name, cents: number) =>
  ({ [name]: cents / 100, [`${name}_cents`]: cents }) as Record<Name | `${Name}_cents`, number>;
