// Rewards, credit and the leaderboard, from the orders of the friends.

import { worthOf } from '#commerce/orders/amounts.ts';
import { dateOf } from './denver-time.ts';
import type { RawRecords } from './raw-records.ts';
import { type CreditUse, type ReferralLog, referralProgram } from './referrals.ts';

export interface ExpectedReward {
  readonly customer_id: string;
  readonly referral_code: string;
  readonly order_id: string | undefined;
  readonly cents: number;
  readonly completed_at: string;
}

const { reward: rule, minimum_order_cents: minimum, expires_days: expiresDays } = referralProgram;
const dayMilliseconds = 86_400_000;

/** When each order reached a status. */
const reached = ({ changes }: RawRecords, wanted: string) =>
  new Map(
    changes
      .filter(({ kind, status }) => kind === 'status_changed' && status === wanted)
      .map(({ order_id, at }): [string, string] => [order_id, at]),
  );

/** The first completed order of a friend that reaches the minimum earns a reward. */
export function expectedRewards(records: RawRecords, { referred }: ReferralLog): readonly ExpectedReward[] {
  const completed = reached(records, 'completed');
  return referred.map(({ customer_id, referral_code, referred_email, at }) => {
    const [first] = records.orders
      .filter(({ customer_email }) => customer_email?.toLowerCase() === referred_email)
      .map((order) => ({
        id: order.id,
        cents: worthOf(order),
        completed_at: completed.get(order.id) ?? '',
      }))
      .filter(({ cents, completed_at }) => completed_at > at && cents >= minimum)
      .sort((one, other) => (one.completed_at < other.completed_at ? -1 : 1));
    const cents =
      first === undefined ? 0 : Math.min(Math.floor((first.cents * rule.percent) / 100), rule.max_cents);
    return {
      ...{ customer_id, referral_code, order_id: first?.id, cents },
      completed_at: first?.completed_at ?? '',
    };
  });
}

/** Leaders of a period: `all`, a year or a month. */
export function expectedLeaders(rewards: RawRecords['rewards'], period: string) {
  const earned = rewards.filter(
    ({ earned_at }) => earned_at !== undefined && (period === 'all' || dateOf(earned_at).startsWith(period)),
  );
  return [...Map.groupBy(earned, ({ customer_id }) => customer_id)].map(([customer_id, of]) => ({
    customer_id,
    referral_count: of.length,
    earned_cents: of.reduce((sum, { cents }) => sum + cents, 0),
  }));
}

interface Lot {
  cents: number;
  end: number;
}

/** The balance of a customer at a time: earned credit less used and expired credit, plus what cancelled orders returned. */
export function expectedBalance(
  records: RawRecords,
  uses: readonly CreditUse[],
  customerId: string,
  now: number,
): number {
  const cancelled = reached(records, 'cancelled');
  const lots: Lot[] = [];
  const taken = new Map<string, { readonly lot: Lot; readonly cents: number }[]>();
  const steps: { readonly at: number; run(): void }[] = [];
  for (const { customer_id, earned_at, cents } of records.rewards) {
    if (customer_id !== customerId || earned_at === undefined) continue;
    const at = Date.parse(earned_at);
    steps.push({ at, run: () => void lots.push({ cents, end: at + expiresDays * dayMilliseconds }) });
  }
  for (const { customer_id, order_id, cents, at } of uses) {
    if (customer_id !== customerId) continue;
    const usedAt = Date.parse(at);
    steps.push({ at: usedAt, run: () => taken.set(order_id, take(lots, cents, usedAt)) });
    const cancelledAt = cancelled.get(order_id);
    if (cancelledAt !== undefined) {
      const returnedAt = Date.parse(cancelledAt) + 1;
      steps.push({ at: returnedAt, run: () => giveBack(taken.get(order_id) ?? [], returnedAt) });
    }
  }
  for (const { run } of steps.sort((one, other) => one.at - other.at)) run();
  return lots.filter(({ end }) => end > now).reduce((sum, { cents }) => sum + cents, 0);
}

function take(lots: readonly Lot[], cents: number, now: number) {
  let left = cents;
  const used: { readonly lot: Lot; readonly cents: number }[] = [];
  for (const lot of lots.filter(({ end }) => end > now).sort((one, other) => one.end - other.end)) {
    const part = Math.min(left, lot.cents);
    lot.cents -= part;
    left -= part;
    used.push({ lot, cents: part });
  }
  return used;
}

/** Returned credit can be used for 30 days at least. */
function giveBack(used: readonly { readonly lot: Lot; readonly cents: number }[], now: number): void {
  for (const { lot, cents } of used) {
    if (lot.end <= now) {
      lot.cents = 0;
      lot.end = now + 30 * dayMilliseconds;
    }
    lot.cents += cents;
  }
}
