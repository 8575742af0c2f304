import type { ApiResponse } from '../../stack/api-client.ts';
import type { BrandYear } from './brand-year.ts';
import { addDays, datesBetween } from './denver-time.ts';
import { receive, type Shop } from './shop.ts';

type Fate = 'stays' | 'confirmed' | 'completed' | 'cancelled';

interface Placed {
  readonly id: string;
  readonly fate: Fate;
  due: number;
  paid: number;
}

/** Around the ends of months and of the year, in local time and in UTC. */
const edges = ['01-31T23:50', '02-01T00:10', '06-30T18:30', '07-01T00:20', '12-31T16:30', '12-31T23:30'];

/** Plans the sessions in which customers order and staff works on earlier orders. */
export function planOrders(year: BrandYear, shop: Shop): void {
  const isLong = year.orderCount > 1000;
  const days = datesBetween(`${year.year}-01-02`, `${year.year}-12-31`)
    .filter((_, index) => isLong || index % (year.isShort ? 28 : 7) === 2)
    .map((date) => date.slice(5));
  const times = [
    ...days.flatMap((day) => (isLong ? [`${day}T09:10`, `${day}T17:40`] : [`${day}T09:10`])),
    ...edges,
    // The digests of the Mondays around each change report orders of the days before.
    ...changesOfClocks(year.year).map((day) => `${addDays(`${year.year}-${day}`, -8).slice(5)}T10:00`),
    ...changesOfClocks(year.year).flatMap((day) => [`${day}T00:40`, `${day}T03:20`, `${day}T23:40`]),
  ];
  const moments = times.map((time) => year.moment(time));
  // The hour that happens twice in autumn.
  for (const day of changesOfClocks(year.year)) {
    const first = year.moment(`${day}T00:40`).getTime();
    moments.push(new Date(first + 3_600_000), new Date(first + 2 * 3_600_000));
  }
  const open: Placed[] = [];
  let left = year.orderCount;
  for (const [index, at] of moments.toSorted((one, other) => one.getTime() - other.getTime()).entries()) {
    const count = Math.round(left / (moments.length - index));
    left -= count;
    year.at(at, async () => {
      await work(year, open);
      await fillUp(year, shop);
      await visit(year);
      const days = await pickupDays(year, shop);
      for (let n = 0; n < count; n++) await place(year, shop, open, days);
    });
  }
}

/** The second Sunday of March and the first of November. */
export function changesOfClocks(year: number): readonly string[] {
  const sundayFrom = (date: string) => addDays(date, (7 - new Date(date).getUTCDay()) % 7);
  return [sundayFrom(`${year}-03-08`), sundayFrom(`${year}-11-01`)].map((date) => date.slice(5));
}

type PickupDay = { readonly stop_id: string; readonly pickup_date: string };

async function pickupDays(year: BrandYear, { stopIds }: Shop): Promise<readonly PickupDay[]> {
  const stop_id = year.dice.pick(stopIds);
  const days = await year.get(`/stops/${stop_id}/pickup-days?limit=2`);
  return days.map(({ date }: { date: string }) => ({ stop_id, pickup_date: date }));
}

/** Places one order. The rules of the brand may refuse it. */
async function place(year: BrandYear, shop: Shop, open: Placed[], days: readonly PickupDay[]): Promise<void> {
  const { dice } = year;
  const share = dice.next();
  const fulfillment = share < 0.65 ? 'pickup' : share < 0.9 ? 'ship' : 'mixed';
  const input = {
    brand_id: year.brandId,
    ...customer(year),
    fulfillment,
    ...(fulfillment !== 'ship' && dice.chance(0.8) && dice.pick(days)),
    items: itemsFor(year, shop),
    ...(dice.chance(0.2) && { promo_code: casedCode(dice.pick(shop.promoCodes), dice.chance(0.5)) }),
  };
  const fates: readonly Fate[] = ['stays', 'confirmed', 'completed', 'completed', 'cancelled'];
  const fate = dice.pick(fates);
  const order = await year.tried('POST', '/orders', input);
  if (order) open.push({ id: order.id, fate, due: order.amount_due_cents, paid: 0 });
}

const casedCode = (code: string, lower: boolean) => (lower ? code.toLowerCase() : code);

/** Customers come back, write their addresses in any letter case, or give none. */
function customer({ dice, orderCount }: BrandYear): object {
  if (dice.chance(0.08)) return dice.chance(0.5) ? { customer_phone: '+1 303 555 0142' } : {};
  const index = dice.below(Math.ceil(orderCount / 6));
  const email = `customer-${index}@year.example`;
  const customer_email = dice.chance(0.2) ? email.replace('customer', 'CUSTOMER') : email;
  return { customer_email, customer_name: `Customer ${index}` };
}

function itemsFor({ dice }: BrandYear, { products }: Shop): object[] {
  return Array.from({ length: 1 + dice.below(3) }, () => {
    const { id, price, variantIds } = dice.pick(products);
    const variant = variantIds.length > 0 ? { variant_id: dice.pick(variantIds) } : {};
    return { product_id: id, ...variant, quantity: 1 + dice.below(5), price };
  });
}

/** Works on the orders of earlier sessions, each to its fate. */
async function work(year: BrandYear, open: Placed[]): Promise<void> {
  for (const order of open.splice(0)) {
    if (order.fate === 'stays' && year.dice.chance(0.5)) await edit(year, order);
    if (year.dice.chance(0.3)) await pay(year, order);
    await move(year, order);
    if (order.paid > 0 && year.dice.chance(0.4)) await refund(year, order);
  }
}

async function edit(year: BrandYear, order: Placed): Promise<void> {
  const current: ApiResponse['body'] = await year.get(`/orders/${order.id}`);
  const [first, ...rest] = current.items;
  const items = [{ ...first, quantity: first.quantity + 1 }, ...rest.slice(1)];
  const edited = await year.tried('PATCH', `/orders/${order.id}`, { items, notes: 'Call first' });
  if (!edited) return;
  order.due = edited.amount_due_cents;
  year.edits.push({
    order_id: order.id,
    version: edited.version,
    before: current.items,
    after: edited.items,
  });
}

async function pay(year: BrandYear, order: Placed): Promise<void> {
  if (order.due === 0) return;
  const isPart = order.due > 2 && year.dice.chance(0.3);
  const amount_cents = isPart ? Math.floor(order.due / 2) : order.due;
  if (await year.tried('POST', `/orders/${order.id}/payments`, { amount_cents, method: 'card' }))
    order.paid = amount_cents;
}

async function move(year: BrandYear, { id, fate }: Placed): Promise<void> {
  const steps = { stays: [], confirmed: ['confirmed'], cancelled: ['cancelled'], completed: completing };
  for (const status of steps[fate]) {
    const reason = status === 'cancelled' ? { reason: 'Customer changed plans' } : {};
    await year.done('PUT', `/orders/${id}/status`, { status, ...reason });
  }
}

export const completing = ['confirmed', 'ready', 'completed'] as const;

async function refund(year: BrandYear, { id, fate, paid }: Placed): Promise<void> {
  const amount_cents = year.dice.chance(0.5) ? paid : Math.ceil(paid / 3);
  const restock = fate === 'completed' && year.dice.chance(0.5);
  const body = { amount_cents, method: 'card', reason: 'Damaged', restock };
  await year.tried('POST', `/orders/${id}/refunds`, body);
}

/** Receives stock when little is left, sometimes too late. */
async function fillUp(year: BrandYear, { trackedIds }: Shop): Promise<void> {
  const levels = await year.all(`/stock?${year.ofBrand}`);
  for (const { product_id, available } of levels) {
    if (trackedIds.includes(product_id) && available < 8) await receive(year, product_id, 50);
  }
}

/** A visit to the shop, with some of its steps. Sent twice, it counts once. */
async function visit(year: BrandYear): Promise<void> {
  const { dice, brandId: brand_id } = year;
  const steps = ['visit', 'search', 'cart', 'checkout'].slice(0, 1 + dice.below(4));
  const events = steps.map((step) => ({ id: crypto.randomUUID(), step }));
  const body = { brand_id, session_id: crypto.randomUUID(), events };
  for (let n = 0; n < (dice.chance(0.2) ? 2 : 1); n++)
    await year.done('POST', '/analytics/visits', body, 'nobody');
  year.visits.push({ at: (await year.clock.now()).toISOString(), steps });
}
