import type {
  Referral,
  ReferralCode,
  ReferralCodeInput,
  ReferralInput,
  ReferralSettings,
  Reward,
} from './contract.ts';

const codePattern = /^[A-Za-z0-9_-]{6,50}$/;

/** Digits and letters that cannot be mistaken for each other. */
const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 10;

/** The form that codes are compared in, without letter case; undefined for text that is not a code. */
export const canonicalCode = (code: string): string | undefined =>
  codePattern.test(code) ? code.toLowerCase() : undefined;

interface Made {
  readonly id: string;
  readonly now: Date;
}

/** A new code: the caller's, else one of 32^10 from `random` (at least 10 bytes). */
export function newReferralCode(
  { customer_id, ...input }: ReferralCodeInput & { readonly customer_id?: string },
  { id, now, random }: Made & { readonly random: Uint8Array },
): ReferralCode {
  const made = Array.from(random.subarray(0, codeLength), (byte) => codeAlphabet.charAt(byte % 32)).join('');
  return {
    id,
    ...input,
    code: input.code ?? made,
    redemption_count: 0,
    ...(customer_id !== undefined && { customer_id }),
    created_at: now.toISOString(),
  };
}

/** @param userId of the referred customer */
export const newReferral = (input: ReferralInput, userId: string, { id, now }: Made): Referral => ({
  id,
  brand_id: input.brand_id,
  referred_email: input.referred_email,
  referral_code: input.referral_code,
  referred_user_id: userId,
  created_at: now.toISOString(),
});

/** What is stored of a reward. */
export interface StoredReward extends Reward {
  /** Credit that ended unused. Only a reward that is expired has some. */
  readonly expired_cents: number;
  /** Periods of the leaderboard that count it; none while it is pending. */
  readonly periods: string[];
  readonly version: number;
}

/** A reward that waits for an order of the referred customer; undefined for a brand without rewards. */
export function pendingReward(
  { reward: rule, minimum_order_cents, expires_days }: ReferralSettings,
  referral: Referral,
  { id, customerId, referralCode }: { id: string; customerId: string; referralCode: string },
): StoredReward | undefined {
  if (rule === undefined) return undefined;
  return {
    id,
    brand_id: referral.brand_id,
    customer_id: customerId,
    referral_id: referral.id,
    referral_code: referralCode,
    referred_user_id: referral.referred_user_id,
    state: 'pending',
    rule,
    minimum_order_cents,
    ...(expires_days !== undefined && { expires_days }),
    cents: 0,
    remaining_cents: 0,
    created_at: referral.created_at,
    expired_cents: 0,
    periods: [],
    version: 1,
  };
}

/** The order that earns a reward. */
export interface EarningOrder {
  readonly id: string;
  readonly worth_cents: number;
}

/** What an order of this worth earns: nothing below the minimum, or if nothing was paid for it and kept. */
export function rewardCents(
  { rule, minimum_order_cents }: Pick<Reward, 'rule' | 'minimum_order_cents'>,
  worthCents: number,
): number {
  if (worthCents <= 0 || worthCents < minimum_order_cents) return 0;
  if (rule.kind === 'amount') return rule.amount_cents;
  // A percentage is cut to the cent.
  const share = Math.floor((worthCents * rule.percent) / 100);
  return rule.max_cents === undefined ? share : Math.min(share, rule.max_cents);
}

/**
 * The reward as it follows from the order that earns it; pending without one. A reward whose time is over gives no more credit, and
 * loses only what was spent.
 *
 * @param periods of the leaderboard at this time
 */
export function settledReward(
  reward: StoredReward,
  order: EarningOrder | undefined,
  { now, periods }: { readonly now: Date; readonly periods: readonly string[] },
): StoredReward {
  const cents = order === undefined ? 0 : rewardCents(reward, order.worth_cents);
  const version = reward.version + 1;
  const { order_id, earned_at, expires_at, ...open } = reward;
  if (order === undefined || cents === 0) {
    return {
      ...open,
      state: 'pending',
      cents: 0,
      remaining_cents: 0,
      expired_cents: 0,
      periods: [],
      version,
    };
  }
  if (order_id === order.id && reward.state === 'expired') {
    return { ...reward, cents, expired_cents: cents - Math.min(grantedCents(reward), cents), version };
  }
  if (order_id === order.id) return { ...reward, cents, remaining_cents: cents, version };
  const { expires_days } = reward;
  return {
    ...open,
    state: 'earned',
    cents,
    remaining_cents: cents,
    order_id: order.id,
    earned_at: now.toISOString(),
    ...(expires_days !== undefined && {
      expires_at: new Date(now.getTime() + expires_days * 86_400_000).toISOString(),
    }),
    expired_cents: 0,
    periods: [...periods],
    version,
  };
}

/** Credit that the reward has given, without what ended unused. */
export const grantedCents = ({ cents, expired_cents }: StoredReward): number => cents - expired_cents;

/** The reward after so much of its credit ended unused. */
export const endedReward = (reward: StoredReward, cents: number): StoredReward => ({
  ...reward,
  state: 'expired',
  remaining_cents: 0,
  expired_cents: reward.expired_cents + cents,
  version: reward.version + 1,
});

/** The reward with the state that follows from what is left of its credit. */
export function withCredit(reward: Reward, left: number | undefined): Reward {
  if (reward.state !== 'earned') return reward;
  return { ...reward, remaining_cents: left ?? 0, state: left === undefined ? 'redeemed' : 'earned' };
}
