import type { Cents } from '../money.ts';
import type {
  Referral,
  ReferralCode,
  ReferralCodeInput,
  ReferralInput,
  ReferralSettings,
  Reward,
  RewardRule,
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

/** A reward that waits for an order of the referred customer; undefined for a brand without rewards. */
export function pendingReward(
  { reward: rule, minimum_order_cents, expires_days }: ReferralSettings,
  referral: Referral,
  { id, customerId, referralCode }: { id: string; customerId: string; referralCode: string },
): Reward | undefined {
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
  };
}

/** The reward after an order of this total; undefined if the order is too small, or the reward would be nothing. */
export function earnedReward(
  reward: Reward,
  { id, total }: { readonly id: string; readonly total: Cents },
  now: Date,
): Reward | undefined {
  if (reward.state !== 'pending' || total < BigInt(reward.minimum_order_cents)) return undefined;
  const cents = centsOf(reward.rule, total);
  if (cents === 0) return undefined;
  const { expires_days } = reward;
  return {
    ...reward,
    state: 'earned',
    cents,
    remaining_cents: cents,
    order_id: id,
    earned_at: now.toISOString(),
    ...(expires_days !== undefined && {
      expires_at: new Date(now.getTime() + expires_days * 86_400_000).toISOString(),
    }),
  };
}

/** A percentage is cut to the cent. */
function centsOf(rule: RewardRule, total: Cents): number {
  if (rule.kind === 'amount') return rule.amount_cents;
  const share = Number((total * BigInt(rule.percent)) / 100n);
  return rule.max_cents === undefined ? share : Math.min(share, rule.max_cents);
}

/** The reward with the state that follows from what is left of its credit. */
export function withCredit(reward: Reward, left: number | undefined): Reward {
  if (reward.state !== 'earned') return reward;
  return { ...reward, remaining_cents: left ?? 0, state: left === undefined ? 'redeemed' : 'earned' };
}
