import { expect, test } from '@jest/globals';
import type { Facts } from './play-year.ts';
import { expectedInvoices } from './recount-billing.ts';

/** Invoices and states of the subscription against prices and what the owner did. */
export function billingSuite(facts: Facts): void {
  test('every month and every change has its invoice', async () => {
    const { played, records } = facts();
    const end = await played.year.clock.now();
    const found = records.invoices
      .toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
      .map(({ created_at, total_cents, amount_due_cents, status, amount_paid_cents }) => ({
        date: created_at.slice(0, 10),
        ...{ total_cents, amount_due_cents, status, amount_paid_cents },
      }));
    expect(found).toEqual(
      expectedInvoices(played.purchases, end).map((invoice) => ({
        ...invoice,
        status: 'paid',
        amount_paid_cents: invoice.amount_due_cents,
      })),
    );
  });

  test('a change costs what its preview promised', () => {
    const { played, records } = facts();
    for (const { preview } of played.purchases) {
      if (preview === undefined) continue;
      const date = preview.at.slice(0, 10);
      const invoice = records.invoices.find(({ created_at }) => created_at.startsWith(date));
      expect(invoice?.total_cents).toBe(preview.cents);
    }
  });

  test('the subscription passes through the states of the year, with reminders in the grace', () => {
    const { year } = facts().played;
    const events = year.receiver
      .at('/all')
      .map(({ event }) => event)
      .filter(({ type }) => type.startsWith('subscription.'));
    const unique = [...new Map(events.map((event) => [JSON.stringify(event), event])).values()];
    const sorted = unique.toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
    const states = sorted
      .filter(({ type }) => type === 'subscription.changed')
      .map(
        ({ data }) =>
          `${data.status} ${data.plan} ${JSON.stringify(data.add_ons)} ${data.cancel_at_period_end}`,
      )
      // The event of an incomplete subscription may arrive after that of its payment.
      .filter((state) => !state.startsWith('incomplete'))
      .filter((state, index, all) => state !== all[index - 1]);
    expect(states).toEqual([
      'active starter {} false',
      'active farm {} false',
      'active farm {"extra_sends":2} false',
      'active farm {} false',
      'past_due farm {} false',
      'active farm {} false',
      'active farm {} true',
      'active farm {} false',
      'active farm {} true',
      'canceled starter {} true',
      'active enterprise {} false',
    ]);
    const reminders = sorted.filter(({ type }) => type === 'subscription.payment_reminder');
    expect(reminders.map(({ data }) => data.days_left)).toEqual([11, 7, 2]);
  });

  test('the subscription shows the state, plan and use of the end of the year', async () => {
    const { year } = facts().played;
    const { products } = facts().records;
    const shown = await year.get(`/billing/subscription?${year.ofBrand}`);
    expect(shown).toMatchObject({
      ...{ status: 'active', plan: 'enterprise', price_per_month: 99, cancel_at_period_end: false },
      add_ons: [],
      entitlements: expect.arrayContaining([
        { entitlement: 'products', limit: 25_000, used: products.length },
        { entitlement: 'webhook_endpoints', limit: 20, used: 2 },
        expect.objectContaining({ entitlement: 'campaign_sends', limit: 100_000 }),
      ]),
    });
  });
}
