import { decimalOf, toCents } from '#commerce/money.ts';
import { worthOf } from '#commerce/orders/amounts.ts';
import type { Order } from '#commerce/orders/order.ts';
import type { StoredReading } from '#commerce/water/water-fields.ts';
import type { WaterLog } from '#commerce/water-logs/contract.ts';

interface Counted {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly interval: 'day' | 'week' | 'month';
}

/** How an order counts for its customer. Cancelled orders do not count. */
type CustomerKind = 'new' | 'returning' | 'without' | 'cancelled';

/** The kinds of all orders of a brand. */
export function kindsOf(orders: readonly Order[]): ReadonlyMap<string, CustomerKind> {
  const seen = new Set<string>();
  const inTime = orders.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  return new Map(
    inTime.map(({ id, status, contact_id }): [string, CustomerKind] => {
      if (status === 'cancelled') return [id, 'cancelled'];
      if (contact_id === undefined) return [id, 'without'];
      const kind = seen.has(contact_id) ? 'returning' : 'new';
      seen.add(contact_id);
      return [id, kind];
    }),
  );
}

/** The local date by another form of Intl than that of the service. */
function localDay(timeZone: string, time: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: 'short',
    calendar: 'iso8601',
  }).formatToParts(new Date(time));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const year = part('year').padStart(4, '20');
  return `${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`;
}

/** Computes the figures from the orders one by one: an oracle without stored figures, quarter hours or buckets. */
export function recount(orders: readonly Order[], { from, to, timeZone, interval }: Counted) {
  const kinds = kindsOf(orders);
  const all = orders.map((order) => {
    const kind = kinds.get(order.id);
    const cents = Number(toCents(decimalOf(order.total)));
    return { order, kind, cents, date: localDay(timeZone, order.created_at) };
  });
  type Entry = (typeof all)[number];
  const within = all.filter(({ date }) => date >= from && date <= to);
  const sales = (entries: readonly Entry[]) => {
    const gross = entries.reduce((sum, { cents }) => sum + cents, 0);
    const kept = entries.filter(({ order }) => order.status !== 'cancelled');
    const listed = kept.reduce((sum, { cents }) => sum + cents, 0);
    const net = kept.reduce((sum, { order }) => sum + worthOf(order), 0);
    return {
      gross: gross / 100,
      cancelled: (gross - listed) / 100,
      net: net / 100,
      order_count: entries.length,
      cancelled_count: entries.length - kept.length,
    };
  };
  const customers = (entries: readonly Entry[]) => ({
    new_customers: entries.filter(({ kind }) => kind === 'new').length,
    orders_of_returning_customers: entries.filter(({ kind }) => kind === 'returning').length,
    orders_without_email: entries.filter(({ kind }) => kind === 'without').length,
    order_count: entries.filter(({ kind }) => kind !== 'cancelled').length,
  });
  const dates = calendar(from, to);
  const starts = dates.filter((date, index) => index === 0 || begins(date, interval));
  const series = <T>(figures: (entries: readonly Entry[]) => T) =>
    starts.map((date, index) => ({
      date,
      ...figures(within.filter((entry) => entry.date >= date && entry.date < (starts[index + 1] ?? '~'))),
    }));
  const kept = within.filter(({ order }) => order.status !== 'cancelled');
  const quantity = (order: Order) => order.items.reduce((sum, item) => sum + item.quantity, 0);
  return {
    revenue: { ...sales(within), series: series(sales) },
    customers: { ...customers(within), series: series(customers) },
    products: {
      quantity: kept.reduce((sum, { order }) => sum + quantity(order), 0),
      revenue: kept.reduce((sum, { order }) => sum + worthOf(order), 0) / 100,
      product_count: new Set(kept.flatMap(({ order }) => order.items.map((item) => item.product_id))).size,
    },
  };
}

/** Cohorts of February and March. */
export function recountCohorts(orders: readonly Order[], timeZone: string) {
  const people = Map.groupBy(
    orders.filter(({ status, contact_id }) => status !== 'cancelled' && contact_id !== undefined),
    ({ contact_id }) => contact_id,
  );
  const monthOf = (order: Order) => localDay(timeZone, order.created_at).slice(0, 7);
  const firstOf = (ofPerson: readonly Order[]) => ofPerson.map(monthOf).toSorted()[0];
  return ['2026-02', '2026-03'].map((month) => {
    const cohort = [...people.values()].filter((ofPerson) => firstOf(ofPerson) === month);
    const later = ['2026-02', '2026-03'].filter((other) => other >= month);
    return {
      month,
      customers: cohort.length,
      months: later.map((other, months_since) => {
        const active = cohort.filter((ofPerson) => ofPerson.some((order) => monthOf(order) === other));
        const placed = cohort.flat().filter((order) => monthOf(order) === other);
        const cents = placed.reduce((sum, order) => sum + worthOf(order), 0);
        return {
          month: other,
          months_since,
          customers: active.length,
          retention:
            cohort.length === 0 ? null : Math.round((active.length / cohort.length) * 10_000) / 10_000,
          order_count: placed.length,
          revenue: cents / 100,
        };
      }),
    };
  });
}

/** Water of a period in millionths of a gallon, by entries and by the readings of one meter. */
export function recountWater(
  { logs, readings }: { readonly logs: readonly WaterLog[]; readonly readings: readonly StoredReading[] },
  { from, to, timeZone }: Omit<Counted, 'interval'>,
) {
  const isWithin = (time: string) => localDay(timeZone, time) >= from && localDay(timeZone, time) <= to;
  const within = logs.filter(({ logged_at }) => isWithin(logged_at));
  const inOrder = readings.toSorted((a, b) => (a.read_at < b.read_at ? -1 : 1));
  const metered = inOrder.reduce((sum, { value, read_at }, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && isWithin(read_at) ? sum + value - before.value : sum;
  }, 0);
  const millionths = within.reduce((sum, { gallons }) => sum + Math.round(gallons * 1e6), 0);
  return { log_count: within.length, gallons: millionths / 1e6, metered_gallons: metered };
}

function calendar(from: string, to: string): readonly string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}

function begins(date: string, interval: Counted['interval']): boolean {
  if (interval === 'day') return true;
  return interval === 'month' ? date.endsWith('-01') : new Date(date).getUTCDay() === 1;
}
