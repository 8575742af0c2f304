import { expect, test } from '@jest/globals';
import { worthOf } from '#commerce/orders/amounts.ts';
import { addDays, dateOf, datesBetween, monthsOf, startOf } from './denver-time.ts';
import { changesOfClocks } from './orders.ts';
import type { Facts } from './play-year.ts';
import { expectedBalance, expectedLeaders, expectedRewards } from './recount-referrals.ts';
import {
  countedOrders,
  expectedAnalytics,
  expectedCohorts,
  expectedReports,
  seriesOf,
  soldProducts,
} from './recount-sales.ts';
import { expectedStock } from './recount-stock.ts';

/** Reports, analytics, stock, customers, promo codes and referrals against the orders one by one. */
export function salesSuite(facts: Facts): void {
  const counted = () => countedOrders(facts().records.orders);
  const year = () => facts().played.year;
  /** Months and the year, also those that the changes of the clocks shorten and lengthen. */
  const periods = () => {
    const of = year().year;
    const [spring = '', autumn = ''] = changesOfClocks(of).map((day) => `${of}-${day}`);
    return [
      { from: `${of}-01-01`, to: `${of}-12-31`, interval: 'month' },
      { from: `${of}-01-01`, to: `${of}-12-31`, interval: 'week' },
      { from: `${of}-01-01`, to: `${of}-12-31`, interval: 'day' },
      { from: addDays(spring, -3), to: addDays(spring, 3), interval: 'day' },
      { from: addDays(autumn, -3), to: addDays(autumn, 3), interval: 'day' },
      { from: spring, to: spring, interval: 'day' },
      { from: autumn, to: autumn, interval: 'week' },
      { from: `${of}-07-04`, to: `${of}-09-17`, interval: 'month' },
    ] as const;
  };

  test.each(['orders', 'revenue', 'customers', 'products'] as const)('the report of %s', async (type) => {
    const { year: of, brandId: brand_id, ofBrand } = year();
    const spans = [
      [`${of}-01-01`, `${of}-12-31`],
      [`${of}-03-01`, `${of}-03-31`],
      [`${of}-12-31`, `${of + 1}-01-01`],
    ] as const;
    for (const [from, to] of spans) {
      const end = new Date(Date.parse(startOf(addDays(to, 1))) - 1).toISOString();
      const query = `${ofBrand}&start_date=${startOf(from)}&end_date=${end}&report_type=${type}`;
      const expected = expectedReports(counted(), from, to)[type];
      expect(await year().get(`/reports?${query}`)).toEqual({ ...expected, brand_id });
    }
  });

  test.each(['revenue', 'customers'] as const)('analytics of %s, by day, week and month', async (figures) => {
    const { brandId: brand_id, ofBrand } = year();
    for (const period of periods()) {
      const { from, to, interval } = period;
      const query = `${ofBrand}&from=${from}&to=${to}&interval=${interval}`;
      expect(await year().get(`/analytics/${figures}?${query}`)).toEqual({
        ...expectedAnalytics(counted(), period)[figures],
        ...{ brand_id, time_zone: 'America/Denver', currency: 'USD' },
      });
    }
  });

  test('analytics of products and of cohorts', async () => {
    for (const { from, to } of periods()) {
      const query = `${year().ofBrand}&from=${from}&to=${to}&limit=200`;
      const within = counted().filter(({ date }) => date >= from && date <= to);
      const { products } = await year().get(`/analytics/products?${query}`);
      const found = products.map((one: Record<string, unknown>) => [
        ...[one['product_id'], one['quantity'], one['revenue'], one['order_count']],
      ]);
      expect(found).toEqual(
        soldProducts(within).map((one) => [one.product_id, one.quantity, one.cents / 100, one.order_count]),
      );
    }
    const months = monthsOf(year().year);
    const query = `${year().ofBrand}&from=${months[0]}-01&to=${months[11]}-31`;
    const { cohorts } = await year().get(`/analytics/cohorts?${query}`);
    expect(cohorts).toEqual(expectedCohorts(counted(), months));
  });

  test('the funnel', async () => {
    const { visits } = year();
    const had = (steps: readonly string[], ...wanted: readonly string[]) =>
      wanted.some((step) => steps.includes(step));
    for (const period of periods().slice(0, 4)) {
      const { from, to, interval } = period;
      const query = `${year().ofBrand}&from=${from}&to=${to}&interval=${interval}`;
      const { series } = await year().get(`/analytics/funnel?${query}`);
      const entries = [
        ...visits.map(({ at, steps }) => ({ date: dateOf(at), steps })),
        ...counted().map(({ date }) => ({ date, steps: ['order'] })),
      ];
      const count = (of: readonly (typeof entries)[number][], ...wanted: readonly string[]) =>
        of.filter(({ steps }) => had(steps, ...wanted)).length;
      expect(series).toEqual(
        seriesOf(period, entries, (of) => ({
          visits: count(of, 'visit'),
          searches: count(of, 'search'),
          carts: count(of, 'cart'),
          checkouts: count(of, 'checkout'),
          carts_or_checkouts: count(of, 'cart', 'checkout'),
          orders: count(of, 'order'),
        })),
      );
    }
  });

  test('stock is what was received less what was sold and written off', async () => {
    const { trackedIds } = facts().played.shop;
    const levels = await year().all(`/stock?${year().ofBrand}`);
    const expected = expectedStock(facts().records, year(), { trackedIds, mark: 12 });
    for (const { level } of expected) {
      expect(levels.find(({ product_id }) => product_id === level.product_id)).toMatchObject(level);
    }
    expect(levels).toHaveLength(trackedIds.length);
  });

  test('contacts and promo codes count the orders that are not cancelled', async () => {
    const kept = counted().filter(({ isKept }) => isKept);
    const { contacts } = facts().records;
    const people = Map.groupBy(
      kept.filter(({ kind }) => kind !== 'without'),
      ({ order }) => order.contact_id,
    );
    for (const contact of contacts) {
      const of = people.get(contact.id) ?? [];
      const spent_cents = of.reduce((sum, { order }) => sum + worthOf(order), 0);
      expect({ ...contact }).toMatchObject({ order_count: of.length, spent_cents });
      people.delete(contact.id);
    }
    expect([...people.keys()]).toEqual([]);
    const used = Map.groupBy(kept, ({ order }) => order.promotion?.id);
    for (const { id, use_count } of await year().all(`/promo-codes?${year().ofBrand}`)) {
      expect(use_count).toBe(used.get(id)?.length ?? 0);
    }
  });

  test('rewards follow from the orders of friends, and the leaderboard from rewards', async () => {
    const { records, played } = facts();
    const expected = expectedRewards(records, played.referrals);
    const found = records.rewards.map(({ customer_id, referral_code, order_id, cents }) => ({
      ...{ customer_id, referral_code, order_id, cents },
    }));
    const sorted = <T extends { order_id: string | undefined }>(list: readonly T[]) =>
      list.toSorted((one, other) => (String(one.order_id) < String(other.order_id) ? -1 : 1));
    expect(sorted(found)).toEqual(sorted(expected.map(({ completed_at, ...reward }) => reward)));
    const of = String(year().year);
    for (const period of ['all', of, ...monthsOf(year().year)]) {
      const leaders = await year().get(`/referrals/leaderboard?${year().ofBrand}&period=${period}&limit=100`);
      const known = expectedLeaders(records.rewards, period);
      expect(leaders).toHaveLength(known.length);
      expect(leaders).toEqual(expect.arrayContaining(known.map((one) => expect.objectContaining(one))));
      const ranks = leaders.map((one: { referral_count: number }) => one.referral_count);
      expect(ranks).toEqual(ranks.toSorted((one: number, other: number) => other - one));
    }
  });

  test('credit is what was earned and returned less what was used and expired', async () => {
    const { records, played } = facts();
    const customers = new Set(played.referrals.referred.map(({ customer_id }) => customer_id));
    const now = (await year().clock.now()).getTime();
    for (const customer of customers) {
      const query = `${year().ofBrand}&customer_id=${customer}`;
      const { balance_cents, lots, entries } = await year().get(`/referrals/credits?${query}`);
      const sum = (list: readonly { cents: number }[]) => list.reduce((all, { cents }) => all + cents, 0);
      expect(balance_cents).toBe(expectedBalance(records, played.referrals.uses, customer, now));
      expect([sum(lots), sum(entries)]).toEqual([balance_cents, balance_cents]);
    }
  });

  test('each link counts its shares and visitors', async () => {
    const { shares } = facts().played.referrals;
    const links = await year().all(`/referrals/shares?${year().ofBrand}`);
    const expected = Map.groupBy(shares, ({ code }) => code);
    expect(links.map((one) => [one.referral_code, one.share_count, one.visitor_count]).toSorted()).toEqual(
      [...expected].map(([code, of]) => [code, of.length, of.length]).toSorted(),
    );
  });

  test('the days of the year add up to the year', async () => {
    const { year: of, ofBrand } = year();
    const query = `${ofBrand}&from=${of}-01-01&to=${of}-12-31&interval=day`;
    const { series } = await year().get(`/analytics/revenue?${query}`);
    expect(series).toHaveLength(datesBetween(`${of}-01-01`, `${of}-12-31`).length);
  });
}
