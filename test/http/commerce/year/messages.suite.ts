import { expect, test } from '@jest/globals';
import { addDays, dateOf } from './denver-time.ts';
import { changesOfClocks } from './orders.ts';
import type { Facts } from './play-year.ts';
import { expectedEvents, lineOf } from './recount-events.ts';

const notified: Readonly<Record<string, string>> = {
  'order.created': 'new_order',
  'product.low_stock': 'low_stock',
  'campaign.sent': 'campaign_sent',
  'invoice.payment_failed': 'payment_failed',
};

/** Campaigns, webhooks, notifications, digests and onboarding against the records. */
export function messagesSuite(facts: Facts): void {
  const year = () => facts().played.year;

  test('a campaign reaches who may be written to, each once, and counts what happened to its messages', async () => {
    const { campaigns } = facts().played;
    expect(campaigns).toHaveLength(7);
    for (const { id, addresses, skipped, used, ...counts } of campaigns) {
      const { type, ...expected } = counts;
      const messages = await year().outbox.messages({ campaign: id });
      expect(messages.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
      expect(await year().get(`/campaigns/${id}/statistics`)).toMatchObject({
        ...{ status: 'sent', audience_complete: true, pending: 0, failed: 0, unknown: 0, cancelled: 0 },
        ...{ recipients: addresses.length, sent: addresses.length },
        skipped: { total: Object.values(skipped).reduce((sum, count) => sum + count, 0), ...skipped },
        ...(type === 'email' && expected),
      });
    }
    expect(campaigns.some(({ unsubscribed }) => unsubscribed > 0)).toBe(true);
    const suppressed = await year().all(`/suppressions?${year().ofBrand}`);
    const of = (channel: string) => suppressed.filter((one) => one.channel === channel).length;
    const { email, sms } = year().suppressed;
    expect({ email: of('email'), sms: of('sms') }).toEqual({ email: email.size, sms: sms.size });
  });

  test('each event arrives at least once under one id, and no other event arrives', () => {
    const { played, records } = facts();
    const received = year()
      .receiver.at('/all')
      .filter(({ event }) => !event.type.startsWith('subscription.'));
    const events = new Map(received.map(({ id, event }) => [id, event]));
    // A product may run low with the same stock again, so lines may repeat. Each line needs its own id.
    expect([...events.values()].map(lineOf).toSorted()).toEqual(expectedEvents(records, played));
    for (const { id, event } of received) expect(event).toEqual(events.get(id));
  });

  test('an endpoint for some events receives those only', () => {
    const { played, records } = facts();
    const types = ['order.refunded', 'invoice.paid', 'referral.reward_earned'];
    const lines = new Set(
      year()
        .receiver.at('/some')
        .map(({ event }) => lineOf(event)),
    );
    const wanted = expectedEvents(records, played).filter((line) => types.includes(line.split(' ')[0] ?? ''));
    expect([...lines].toSorted()).toEqual(wanted);
  });

  test('the owner is notified of each order, campaign and low stock of the last three months', async () => {
    const now = await year().clock.now();
    const since = new Date(now.getTime() - 89 * 86_400_000).toISOString();
    const list = await year().all(`/notifications?${year().ofBrand}`, 'owner');
    const kinds = Object.values(notified);
    const kept = list.filter(({ created_at, kind }) => created_at >= since && kinds.includes(kind));
    const events = new Map(
      year()
        .receiver.at('/all')
        .map(({ id, event }) => [id, event]),
    );
    const known = [...events.values()]
      .filter(({ type, timestamp }) => Object.hasOwn(notified, type) && timestamp >= since)
      .map(({ type, data }) => `${notified[type]} ${data.id}`);
    expect(kept.map(({ kind, resource }) => `${kind} ${resource?.id}`).toSorted()).toEqual(known.toSorted());
    const { body } = await year().send('GET', `/notifications?${year().ofBrand}`, undefined, 'owner');
    expect(body.unread_count).toBe(list.length);
  });

  test('a failed payment is mailed at once, and a digest comes on Mondays at seven, also when the clocks change', () => {
    const { messages, invoices } = facts().records;
    const mailed = (text: string) => messages.filter(({ subject }) => subject?.includes(text));
    const failures = invoices.reduce((sum, { attempt_count }) => sum + attempt_count - 1, 0);
    expect(failures).toBeGreaterThan(1);
    expect(mailed('payment of your subscription failed')).toHaveLength(failures);
    expect(mailed('is still due')).toHaveLength(3);
    const digests = messages.filter(({ kind }) => kind === 'digest');
    const of = year().year;
    for (const sunday of changesOfClocks(of)) {
      for (const days of [-6, 1]) {
        const monday = addDays(`${of}-${sunday}`, days);
        const due = year()
          .moment(`${monday.slice(5)}T07:00`)
          .getTime();
        const own = digests.filter(({ created_at }) => dateOf(created_at) === monday);
        expect(own.map(({ created_at }) => Date.parse(created_at) - due < 180_000)).toEqual([true]);
        expect(Date.parse(own[0]?.created_at)).toBeGreaterThanOrEqual(due);
      }
    }
    const last = digests
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1);
    const reported = digests.reduce((sum, { subject }) => sum + Number(/(\d+) notif/.exec(subject)?.[1]), 0);
    const events = new Map(
      year()
        .receiver.at('/all')
        .map(({ id, event }) => [id, event]),
    );
    const counted = [...events.values()].filter(
      ({ type, timestamp }) => ['order.created', 'product.low_stock'].includes(type) && timestamp <= last,
    );
    expect(reported).toBe(counted.length);
  });

  test('the tour of onboarding was completed by the first records', async () => {
    const { records, played } = facts();
    const { steps, status } = await year().get(`/onboarding?${year().ofBrand}`, 'owner');
    const first = (times: readonly string[]) => Date.parse(times.toSorted()[0] ?? '');
    const times: Readonly<Record<string, number>> = {
      brand_profile: Date.parse((await year().get(`/brands/${year().brandId}`)).created_at),
      first_product: first(records.products.map(({ created_at }) => created_at)),
      first_order: first(records.orders.map(({ created_at }) => created_at)),
      // The first entry may have been deleted since.
      first_water_log: Date.parse(year().firstWaterLogAt),
      team_or_api_key: first((await year().all(`/api-keys?${year().ofBrand}`)).map((key) => key.created_at)),
      first_campaign: first((await year().all(`/campaigns?${year().ofBrand}`)).map((one) => one.created_at)),
    };
    expect(status).toBe('completed');
    expect(played.campaigns.length).toBeGreaterThan(0);
    for (const { step, completed_at } of steps) {
      expect([step, Math.abs(Date.parse(completed_at) - (times[step] ?? 0)) < 60_000]).toEqual([step, true]);
    }
  });
}
