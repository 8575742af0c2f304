import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sized } from '../../../soak.ts';
import { type Farm, type Farms, startFarms } from './farm.ts';
import {
  Books,
  checkAmounts,
  checkFacts,
  checkWorth,
  listed,
  ordersOfPerson,
  type Reply,
  type Rules,
  sharedAddress,
} from './recount.ts';

const sequences = sized('random sequences of orders, each compared with a recount', {
  short: 12,
  soak: 2000,
  variable: 'GRANARY_ORDER_SEQUENCES',
});
const steps = 16;

let farms: Farms;
let worthOf: (order: Reply) => number;
beforeAll(async () => {
  farms = await startFarms();
  ({ worthOf } = await import('#commerce/orders/amounts.ts'));
});
afterAll(() => farms?.stop());

/** mulberry32: the same sequence for a seed in every run. */
function randomOf(seed: number) {
  let state = seed;
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return { below, pick, maybe: (part: number) => below(part) === 0 };
}
type Random = ReturnType<typeof randomOf>;

const emails = [
  'ana.fern@gmail.com',
  'anafern+shop@googlemail.com',
  'ben@example.com',
  'BEN@example.com',
  'cat@example.com',
  sharedAddress,
] as const;
const phones = ['+44 (0)20 7946 0018', '+44 20 7946 0018', '(303) 555-0142', '+1 303 555 0142'] as const;
const stopIds = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const friend = 'friend@example.com';

/** Sells one customer all but one of the products that a contact knows, so that orders of the sequence pass the bound. */
async function buyMuch(farm: Farm) {
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  for (const [from, length] of [
    [0, 1000],
    [1000, 999],
  ] as const) {
    const items = Array.from({ length }, (_, n) => ({
      product_id: idOf(from + n),
      quantity: 1,
      price: 0.01,
    }));
    await farm.order({ customer_email: 'ben@example.com', items });
  }
}

/** A brand with drawn settings, and a customer with referral credit. */
async function openShop({ below, pick, maybe }: Random, isLarge: boolean) {
  const farm = await farms.open(isLarge ? { catalog: 'external' } : {});
  const products: string[] = [];
  const categories = new Map<string, string | undefined>();
  for (const category of ['food', 'Food ', 'goods', undefined]) {
    const { id } = await farm.product({ name: `Product ${products.length}`, ...(category && { category }) });
    products.push(id);
    categories.set(id, category);
  }
  const scope = [products[0] ?? '', products[2] ?? ''];
  const settings = {
    promotions: 'on',
    taxes_included: maybe(2),
    tax_rates: [
      { label: 'Food', category: 'food', rate_percent: pick([0, 5, 7.25]) },
      { label: 'Goods', category: 'goods', rate_percent: pick([10, 20]) },
      ...(maybe(2) ? [{ label: 'Other', rate_percent: 8.875 }] : []),
    ],
    ...(maybe(2) && { shipping: { fee_cents: 500, ...(maybe(2) && { free_from_cents: 3000 }) } }),
  };
  await farm.settings(settings);
  for (const code of [
    { code: 'PART', percent: pick([10, 33.3, 100]), product_ids: scope },
    { code: 'FIRST', percent: 50, first_order_only: true },
    { code: 'OFF', kind: 'fixed', percent: undefined, amount_cents: 700, max_uses_per_customer: 2 },
    { code: 'SHIP', kind: 'free_shipping', percent: undefined },
  ])
    await farm.promoCode(code);
  const rules: Rules = { ...settings, categories, scopes: new Map([['PART', scope]]) };
  // The address of replies is shared.
  await farm.data(`PUT /api/v1/brands/${farm.brand_id}/messaging`, { reply_to: sharedAddress });
  if (isLarge) await buyMuch(farm);
  const hasCredit = maybe(2);
  if (hasCredit) await earnCredit(farm, products, below(4000) + 100);
  return { farm, products, rules, hasCredit };
}

/** Gives the first customer referral credit. */
async function earnCredit(farm: Farm, products: readonly string[], amount_cents: number) {
  const { brand_id } = farm;
  await farm.data(`PUT /api/v1/brands/${brand_id}/referral-settings`, {
    reward: { kind: 'amount', amount_cents },
  });
  const { code } = await farm.data('POST /api/v1/referrals/codes', { brand_id, customer_email: emails[0] });
  await farm.data('POST /api/v1/referrals', { brand_id, referral_code: code, referred_email: friend });
  const items = [{ product_id: products[0], quantity: 1, price: 100 }];
  const { id } = await farm.order({ customer_email: friend, items });
  await farm.move(id, 'confirmed', 'ready', 'completed');
  await farm.settled();
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const linesOf = ({ products }: Shop, { below, pick, maybe }: Random) =>
  Array.from({ length: 1 + below(3) }, () => ({
    product_id: pick(products),
    quantity: 1 + below(4),
    price: (1 + below(maybe(2) ? 999_999 : 30_000)) / 10_000,
    ...(maybe(3) && { fulfillment: pick(['pickup', 'ship']) }),
  }));

const customerOf = ({ pick, maybe }: Random) => ({
  ...(!maybe(6) && { customer_email: pick(emails) }),
  ...(maybe(3) && { customer_phone: pick(phones) }),
  ...(maybe(3) && { customer_name: pick(['Olive Fern', 'Ben', 'Cat']) }),
});

/** One request of a sequence, whatever its outcome. */
async function step(shop: Shop, random: Random, books: Map<string, Books>): Promise<string> {
  const { farm } = shop;
  const { below, pick, maybe } = random;
  const { brand_id } = farm;
  const discount_lines = [{ label: 'Regular', amount_cents: 1 + below(300) }];
  const id = books.size > 0 ? pick([...books.keys()]) : undefined;
  const route = `/api/v1/orders/${id}`;
  const amount_cents = 1 + below(6000);
  const send = async (name: string, request: string, body?: object) => {
    const { status, body: reply } = await farm.call(request, body);
    if (status >= 500) throw new Error(`${request} is ${status}: ${JSON.stringify([body, reply])}`);
    const order: Reply = status < 300 ? (reply?.data?.order ?? reply?.data) : undefined;
    return { order, shown: `${name} ${status} ${reply?.code ?? ''} ${JSON.stringify(body)}` };
  };
  const contacts = async () => {
    const all = await farm.data(`GET /api/v1/contacts?brand_id=${brand_id}&limit=200`);
    return all.map((contact: Reply): string => contact.id);
  };
  switch (id === undefined ? 0 : below(14)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const ago = maybe(2) ? undefined : new Date(Date.now() - below(7 * 86_400) * 1000).toISOString();
      const { order, shown } = await send('create', 'POST /api/v1/orders', {
        brand_id,
        ...customerOf(random),
        items: linesOf(shop, random),
        ...(ago && { sold_at: ago }),
        ...(maybe(2) && { fulfillment: pick(['pickup', 'ship', 'mixed']) }),
        ...(maybe(2) && { stop_id: pick(stopIds) }),
        ...(maybe(3) && { promo_code: pick(['PART', 'PART', 'FIRST', 'OFF', 'SHIP']) }),
        ...(maybe(3) && { discount_lines }),
        ...(shop.hasCredit && maybe(3) && { customer_email: emails[0], credit_cents: 1 + below(2000) }),
      });
      if (order) {
        const made = new Books();
        made.price(order);
        books.set(order.id, made);
        await checkLimits(farm, order);
      }
      return shown;
    }
    case 4:
    case 5:
    case 6: {
      const before: Reply = await farm.data(`GET ${route}`);
      const { order, shown } = await send('edit', `PATCH ${route}`, {
        ...(maybe(2) && { items: linesOf(shop, random) }),
        ...(maybe(3) && { customer_email: pick(emails) }),
        ...(maybe(3) && { stop_id: pick([...stopIds, null]) }),
        ...(maybe(3) && { promo_code: pick(['PART', 'FIRST', 'OFF', null]) }),
        ...(maybe(4) && { discount_lines: pick([discount_lines, null]) }),
        notes: `Note ${below(100)}`,
      });
      if (order) books.get(order.id)?.price(order);
      if (order && order.promo_code !== before.promo_code) await checkLimits(farm, order);
      return shown;
    }
    case 7: {
      const status = pick(['cancelled', 'confirmed', 'ready', 'completed']);
      const { order, shown } = await send('move', `PUT ${route}/status`, { status });
      if (order?.status === 'cancelled') books.get(order.id)?.cancel();
      return shown;
    }
    case 8:
    case 9: {
      const open = books.get(id ?? '');
      const rest = open && !maybe(3) ? open.due - open.kept : amount_cents;
      const payment = { amount_cents: Math.max(1, rest), method: 'cash' };
      const { order, shown } = await send('pay', `POST ${route}/payments`, payment);
      if (order) books.get(order.id)?.pay(payment.amount_cents);
      return shown;
    }
    case 10: {
      const items = [{ product_id: pick(shop.products), quantity: 1 }];
      const rest: number = (await farm.data(`GET ${route}`)).collect_cents;
      // Only of a fully paid order is a refund goodwill.
      if (rest > 0 && maybe(2)) {
        await send('pay', `POST ${route}/payments`, { amount_cents: rest, method: 'cash' });
        books.get(id ?? '')?.pay(rest);
      }
      const before: Reply = await farm.data(`GET ${route}`);
      const ofShipping = before.shipping_cents > 0 && maybe(2);
      const scope = ofShipping ? { of: 'shipping' } : pick([{}, {}, { items }, { keeps_due: true }]);
      const all = maybe(2) && !('of' in scope);
      const refund = {
        amount_cents: all
          ? Math.max(1, books.get(id ?? '')?.kept ?? 1)
          : 1 + below('of' in scope ? 500 : 900),
        ...{ method: 'cash', reason: 'bruised', ...scope },
      };
      const { order, shown } = await send('refund', `POST ${route}/refunds`, refund);
      if (order) books.get(order.id)?.refund(refund.amount_cents, 'keeps_due' in refund);
      // Shipping that credit has paid, and credit that goes back, come off the goods too.
      if (order && before.credit_cents === 0) {
        if ('of' in scope) expect(order.allowed_goods_cents).toBe(before.allowed_goods_cents);
        if ('items' in scope) expect(order.allowed_shipping_cents).toBe(before.allowed_shipping_cents);
      }
      return shown;
    }
    case 11: {
      const all = await contacts();
      const [one, other] = [pick(all), pick(all)];
      return (await send('merge', `POST /api/v1/contacts/${one}/merge`, { duplicate_id: other })).shown;
    }
    case 12: {
      const one = pick(await contacts());
      if (maybe(3)) {
        const { shown } = await send('erase', `POST /api/v1/contacts/${one}/erasure`);
        await farm.settled();
        return shown;
      }
      if (maybe(3)) {
        const channel = pick(['email', 'sms']);
        const body = { shared: pick([true, false]) };
        return (await send(`share ${channel}`, `PUT /api/v1/contacts/${one}/addresses/${channel}`, body))
          .shown;
      }
      return (await send('correct', `PATCH /api/v1/contacts/${one}`, { email: pick(emails) })).shown;
    }
    default: {
      const csv = `email,name,phone\n${pick(emails)},Imported,${pick(phones)}`;
      const { shown } = await send('import', 'POST /api/v1/contact-imports', { brand_id, csv });
      await farm.settled();
      return shown;
    }
  }
}

/** A promo code that an order has just got is within its limits for the person. */
async function checkLimits(farm: Farm, order: Reply): Promise<void> {
  const code = order.promotion?.code;
  if (order.contact_id === undefined || (code !== 'FIRST' && code !== 'OFF')) return;
  const others = (await ordersOfPerson(farm, order)).filter(({ id }) => id !== order.id);
  if (code === 'FIRST') expect(others).toEqual([]);
  else expect(others.filter(({ promotion }) => promotion?.code === 'OFF').length).toBeLessThan(2);
}

/** Compares what the API shows with what follows from the orders alone. */
async function check({ farm, products, rules }: Shop, books: ReadonlyMap<string, Books>): Promise<void> {
  const orders = await listed(farm, 'orders');
  for (const order of orders) {
    checkAmounts(order, rules);
    books.get(order.id)?.check(order);
    checkWorth(order, worthOf(order));
  }
  await checkFacts(farm, worthOf, { products, stops: stopIds });
  const all = orders.filter(({ status }) => status !== 'cancelled');
  const net = all.reduce((sum, order) => sum + worthOf(order), 0) / 100;
  const revenue = await farm.report('revenue');
  expect(revenue.net).toBeCloseTo(net, 6);
  expect((await farm.report('products')).revenue).toBeCloseTo(net, 6);
}

test('facts, balances, taxes and worth equal the recount from orders after any sequence of changes', async () => {
  for (let sequence = 0; sequence < sequences; sequence++) {
    const random = randomOf(20261128 + sequence);
    const shop = await openShop(random, sequence % 8 === 3);
    const books = new Map<string, Books>();
    const taken: string[] = [];
    try {
      for (let count = 0; count < steps; count++) taken.push(await step(shop, random, books));
      await shop.farm.settled();
      await check(shop, books);
    } catch (error) {
      throw new Error(`Sequence ${sequence}:\n${taken.join('\n')}`, { cause: error });
    }
  }
}, 14_400_000);
