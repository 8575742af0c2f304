import type { ProviderInvoice, ProviderStatus, ProviderSubscription } from '#commerce/billing/provider.ts';

export const start = Date.parse('2026-03-01T08:00:00.000Z');
export const day = 86_400_000;
export const timeAt = (days: number) => new Date(start + days * day).toISOString();

const subscriptionOf = (fields: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  customer_id: 'cus_1',
  status: 'active',
  plan: 'farm',
  add_ons: {},
  monthly_cents: 4900,
  currency: 'USD',
  created: timeAt(0),
  period_start: timeAt(0),
  period_end: timeAt(31),
  cancel_at_period_end: false,
  ...fields,
});

/** A subscription that was seen at this time. */
export const seenAt = (
  days: number,
  status: ProviderStatus,
  fields: Partial<ProviderSubscription> & { readonly event?: string } = {},
) => {
  const { event = `evt_${days}_${status}`, ...details } = fields;
  return { id: event, at: timeAt(days), subscription: subscriptionOf({ ...details, status }) };
};

export const invoiceOf = (fields: Partial<ProviderInvoice> = {}): ProviderInvoice => ({
  id: 'in_1',
  customer_id: 'cus_1',
  number: 'A-1',
  status: 'open',
  currency: 'USD',
  total_cents: 4900,
  amount_due_cents: 4900,
  amount_paid_cents: 0,
  attempt_count: 1,
  failed: false,
  created: timeAt(0),
  period_start: timeAt(0),
  period_end: timeAt(31),
  ...fields,
});
