import type { BrandYear } from './brand-year.ts';
import { completing } from './orders.ts';
import type { Shop } from './shop.ts';

export const referralProgram = {
  shop_url: 'https://shop.year.example/',
  reward: { kind: 'percent', percent: 10, max_cents: 800 },
  minimum_order_cents: 1500,
  expires_days: 60,
};

/** Credit that an order used. */
export interface CreditUse {
  readonly order_id: string;
  readonly customer_id: string;
  readonly cents: number;
  readonly at: string;
}

interface Referred {
  readonly id: string;
  readonly customer_id: string;
  readonly referral_code: string;
  readonly referred_email: string;
  readonly at: string;
}

export interface ReferralLog {
  readonly referred: Referred[];
  readonly uses: CreditUse[];
  readonly shares: { readonly code: string; readonly visitors: number }[];
}

/** Customers refer friends through the year, and use their credit. */
export async function planReferrals(year: BrandYear, shop: Shop): Promise<ReferralLog> {
  const log: ReferralLog = { referred: [], uses: [], shares: [] };
  await year.done('PUT', `/brands/${year.brandId}/referral-settings`, referralProgram);
  const count = year.orderCount > 1000 ? 60 : year.isShort ? 3 : 8;
  for (let index = 0; index < count; index++) {
    const day = 8 + Math.floor((index * 300) / count);
    const at = (days: number) => new Date(year.moment('01-01T15:00').getTime() + (day + days) * 86_400_000);
    const referrer = `customer-${index % 5}@year.example`;
    const friend = `friend-${index}@year.example`;
    year.at(at(0), () => refer(year, log, referrer, friend));
    // The first order of some friends is too small for a reward.
    year.at(at(1), () => buy(year, shop, friend, index % 3 === 0 ? 2 : 8 + index));
    year.at(at(5), () => buy(year, shop, friend, 12));
    year.at(at(12), () => useCredit(year, shop, { log, email: referrer, isCancelled: index % 3 === 1 }));
  }
  return log;
}

async function refer(year: BrandYear, log: ReferralLog, email: string, friend: string): Promise<void> {
  const { brandId: brand_id } = year;
  const code = await year.done('POST', '/referrals/codes', { brand_id, customer_email: email });
  const referral_code = code.code;
  const { url } = await year.done('POST', '/referrals/shares', { brand_id, referral_code, channel: 'email' });
  const { pathname } = new URL(url);
  const followed = await year.send('GET', pathname.slice(pathname.indexOf('/r/')), undefined, 'nobody');
  if (followed.status !== 302) throw new Error(`The short link is ${followed.status}`);
  log.shares.push({ code: referral_code, visitors: 1 });
  const { id } = await year.done('POST', '/referrals', { brand_id, referral_code, referred_email: friend });
  const at = (await year.clock.now()).toISOString();
  log.referred.push({ id, customer_id: code.customer_id, referral_code, referred_email: friend, at });
  // A customer cannot refer a friend twice, nor themselves.
  await year.tried('POST', '/referrals', { brand_id, referral_code, referred_email: email });
}

async function buy(year: BrandYear, shop: Shop, customer_email: string, quantity: number): Promise<void> {
  const order = await place(year, shop, customer_email, quantity);
  for (const status of completing) await year.done('PUT', `/orders/${order.id}/status`, { status });
  // Rewards are earned within a minute.
  await year.clock.advance(61);
}

const place = (year: BrandYear, { plenty }: Shop, customer_email: string, quantity: number) => {
  const items = [{ product_id: plenty.id, quantity, price: plenty.price }];
  return year.done('POST', '/orders', { brand_id: year.brandId, customer_email, items });
};

async function useCredit(
  year: BrandYear,
  shop: Shop,
  {
    log,
    email,
    isCancelled,
  }: { readonly log: ReferralLog; readonly email: string; readonly isCancelled: boolean },
): Promise<void> {
  const { brandId: brand_id } = year;
  const { customer_id } = await year.done('POST', '/referrals/codes', { brand_id, customer_email: email });
  const { balance_cents } = await year.get(`/referrals/credits?${year.ofBrand}&customer_id=${customer_id}`);
  if (balance_cents < 2) return;
  const order = await place(year, shop, email, 3);
  const cents = Math.min(balance_cents - 1, order.total_cents);
  await year.done('POST', '/referrals/credits', { brand_id, order_id: order.id, cents });
  const at = (await year.clock.now()).toISOString();
  log.uses.push({ order_id: order.id, customer_id, cents, at });
  if (!isCancelled) return;
  await year.done('PUT', `/orders/${order.id}/status`, { status: 'cancelled' });
  await year.clock.advance(61);
}
