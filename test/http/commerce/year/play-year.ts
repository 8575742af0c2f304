import { type Purchase, subscribe } from './billing.ts';
import { BrandYear } from './brand-year.ts';
import { planCampaigns, type SentCampaign } from './campaigns.ts';
import { addDays } from './denver-time.ts';
import { changesOfClocks, planOrders } from './orders.ts';
import type { RawRecords } from './raw-records.ts';
import { planReferrals, type ReferralLog } from './referrals.ts';
import { openShop, type Shop } from './shop.ts';
import { planWater } from './water.ts';

/** A year that is over, and the facts of which the service keeps no record. */
export interface PlayedYear {
  readonly year: BrandYear;
  readonly shop: Shop;
  readonly purchases: readonly Purchase[];
  readonly campaigns: readonly SentCampaign[];
  readonly referrals: ReferralLog;
}

/** Plays a year of a brand's life through the API, and waits until everything has arrived. */
export async function playYear(options: ConstructorParameters<typeof BrandYear>[0]): Promise<PlayedYear> {
  const year = new BrandYear(options);
  await year.begin();
  await receiveWebhooks(year);
  await receiveDigests(year);
  const purchases = await subscribe(year);
  const shop = await openShop(year);
  const campaigns = await planCampaigns(year);
  const referrals = await planReferrals(year, shop);
  await planWater(year);
  planOrders(year, shop);
  await year.play();
  // Retries of webhooks, events and the last digest.
  for (const seconds of [61, 400, 2500, 9000, 86_400]) await year.clock.advance(seconds);
  return { year, shop, purchases, campaigns, referrals };
}

/** One endpoint for all events, whose receiver fails now and then, and one for some. */
async function receiveWebhooks(year: BrandYear): Promise<void> {
  const { receiver, brandId: brand_id } = year;
  let count = 0;
  receiver.answers = (webhook, response) => {
    const fails = webhook.path === '/all' && ++count % 37 === 0;
    response.writeHead(fails ? 503 : 204).end();
  };
  await year.done('POST', '/webhook-endpoints', { brand_id, url: receiver.url('/all') });
  const event_types = ['order.refunded', 'invoice.paid', 'referral.reward_earned'];
  await year.done('POST', '/webhook-endpoints', { brand_id, url: receiver.url('/some'), event_types });
}

/** The owner has a confirmed address and a digest each Monday morning. */
async function receiveDigests(year: BrandYear): Promise<void> {
  const { brandId: brand_id } = year;
  const email = 'owner@year.example';
  const digest = { frequency: 'weekly', hour: digestHour, weekday: 1 };
  await year.done('PUT', '/notification-preferences', { brand_id, email, digest, kinds }, 'owner');
  await year.clock.advance(61);
  const [mail] = await year.outbox.messages({ to: email });
  const [code] = /\d{6}/.exec(mail?.text ?? '') ?? [];
  await year.done('POST', '/notification-preferences/confirm', { brand_id, code }, 'owner');
  // The Mondays before and after each change of the clocks: a minute before the digest, and a minute after it.
  for (const sunday of changesOfClocks(year.year)) {
    for (const days of [-6, 1]) {
      const monday = addDays(`${year.year}-${sunday}`, days).slice(5);
      for (const time of ['06:59', '07:01']) year.at(year.moment(`${monday}T${time}`), async () => {});
    }
  }
}

const digestHour = 7;

/** Orders and stock are counted in the digest; a failed payment is mailed at once. */
const kinds = {
  new_order: { in_app: true, email: false, digest: true },
  low_stock: { in_app: true, email: false, digest: true },
  campaign_sent: { in_app: true, email: false, digest: false },
  payment_failed: { in_app: true, email: true, digest: false },
  subscription_changed: { in_app: true, email: false, digest: false },
};

/** What the suites compare: the year through the API, and its raw records. */
export type Facts = () => { readonly played: PlayedYear; readonly records: RawRecords };
