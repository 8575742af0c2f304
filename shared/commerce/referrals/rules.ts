import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '#contract/errors.ts';
import type {
  Referral,
  ReferralCode,
  ReferralCodeInput,
  ReferralInput,
  ReferralSettings,
  Reward,
  ShareInput,
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

const idBytes = 9;
const signatureBytes = 6;
const idLength = 12;
const shortCodeLength = 20;

/** The id of the link of a code in a channel, the same every time. */
export const linkId = (key: Buffer, { brand_id, referral_code, channel }: ShareInput): string =>
  hmac(key, `link\n${brand_id}\n${referral_code.toLowerCase()}\n${channel}`, idBytes).toString('base64url');

/** The code in the address of a link: its id and a signature, so that guesses are refused without a look-up. */
export const linkCode = (key: Buffer, id: string): string => `${id}${signatureOf(key, id)}`;

/** The id in a code; undefined for a code that this key has not signed. */
export function linkIdIn(key: Buffer, code: string): string | undefined {
  if (code.length !== shortCodeLength) return undefined;
  const id = code.slice(0, idLength);
  const [given, expected] = [code.slice(idLength), signatureOf(key, id)].map((text) => Buffer.from(text));
  return given?.length === expected?.length && given && expected && timingSafeEqual(given, expected)
    ? id
    : undefined;
}

const signatureOf = (key: Buffer, id: string): string =>
  hmac(key, `signature\n${id}`, signatureBytes).toString('base64url');

const hmac = (key: Buffer, text: string, bytes: number): Buffer =>
  createHmac('sha256', key).update(text).digest().subarray(0, bytes);

/** A visitor on one day. Without the salt of that day, nobody can find the address again. */
export const visitorHash = (
  salt: string,
  { sourceIp, userAgent }: { readonly sourceIp: string; readonly userAgent: string },
): string => createHash('sha256').update(`${salt}\n${sourceIp}\n${userAgent}`).digest('base64url');

/** The address of the shop with the code of the referrer. */
export function shopAddress(shopUrl: string, referralCode: string): string {
  const address = new URL(shopUrl);
  address.searchParams.set('ref', referralCode);
  return address.href;
}

/** Credit of one reward. */
export interface Lot {
  readonly reward_id: string;
  readonly cents: number;
  readonly expires_at?: string | undefined;
}

/** The credit of one customer. The lots, less what is owed, are the balance. An account that owes has no lots. */
export interface CreditAccount {
  readonly brand_id: string;
  readonly customer_id: string;
  readonly lots: readonly Lot[];
  /** Spent credit of rewards that were taken back. The next credit pays it. */
  readonly owed_cents: number;
  readonly version: number;
}

/** Credit that an order uses, and the account that it is from. */
export interface UsedLot extends Lot {
  readonly customer_id: string;
}

/** Lots of one customer are kept in one item. */
const maxLots = 1000;

export const centsOf = (lots: readonly Pick<Lot, 'cents'>[]): number =>
  lots.reduce((sum, { cents }) => sum + cents, 0);

export const balanceOf = ({ lots, owed_cents }: Pick<CreditAccount, 'lots' | 'owed_cents'>): number =>
  centsOf(lots) - owed_cents;

/** True for an account that can take no more lots until some are used. */
export const isFull = ({ lots }: CreditAccount): boolean => lots.length >= maxLots;

/** The account with more credit, in the order of use: the earliest end first. What is owed is paid first. */
export function withLots(account: CreditAccount, added: readonly Lot[]): CreditAccount {
  const lots = [...account.lots];
  let owed_cents = account.owed_cents;
  for (const { cents, ...lot } of added) {
    const paid = Math.min(owed_cents, cents);
    owed_cents -= paid;
    if (cents === paid) continue;
    const at = lots.findIndex(({ reward_id }) => reward_id === lot.reward_id);
    const known = lots[at];
    if (known === undefined) lots.push({ ...lot, cents: cents - paid });
    else lots[at] = { ...known, cents: known.cents + cents - paid };
  }
  return { ...account, lots: lots.sort(byEnd), owed_cents, version: account.version + 1 };
}

const byEnd = (one: Lot, other: Lot): number => (endOf(one) < endOf(other) ? -1 : 1);
const endOf = ({ expires_at = '~' }: Lot): string => expires_at;

/** The lots of several accounts in the order of use. */
export const lotsOf = (accounts: readonly CreditAccount[]): readonly UsedLot[] =>
  accounts.flatMap(({ customer_id, lots }) => lots.map((lot) => ({ ...lot, customer_id }))).sort(byEnd);

/**
 * Takes credit of a person out of the accounts, oldest end first.
 *
 * @returns what was taken, and the accounts that it changes
 * @throws ApiError credit_insufficient
 */
export function takeCredit(
  accounts: readonly CreditAccount[],
  cents: number,
  now: Date,
): { readonly taken: readonly UsedLot[]; readonly changed: readonly CreditAccount[] } {
  const usable = lotsOf(accounts).filter((lot) => !isExpired(lot, now));
  const owed = accounts.reduce((sum, { owed_cents }) => sum + owed_cents, 0);
  if (centsOf(usable) - owed < cents) throw new ApiError('credit_insufficient');
  const { kept: taken } = splitLots(usable, cents);
  const holders = new Set(taken.map(({ customer_id }) => customer_id));
  const changed = accounts
    .filter(({ customer_id }) => holders.has(customer_id))
    .map((account) =>
      without(
        account,
        taken.filter(({ customer_id }) => customer_id === account.customer_id),
      ),
    );
  return { taken, changed };
}

/** The account without these parts of its lots. */
function without(account: CreditAccount, taken: readonly Lot[]): CreditAccount {
  const lots = account.lots.flatMap((lot) => {
    const cents = lot.cents - centsOf(taken.filter(({ reward_id }) => reward_id === lot.reward_id));
    return cents > 0 ? [{ ...lot, cents }] : [];
  });
  return { ...account, lots, version: account.version + 1 };
}

/** The account without credit of a reward. What was spent is taken from the other lots, and the rest is owed. */
export function takeBack(account: CreditAccount, rewardId: string, cents: number): CreditAccount {
  const ownFirst = [...account.lots].sort(
    (one, other) => Number(other.reward_id === rewardId) - Number(one.reward_id === rewardId),
  );
  const { kept: taken } = splitLots(ownFirst, cents);
  const owed_cents = account.owed_cents + cents - centsOf(taken);
  return { ...without(account, taken), owed_cents };
}

/** Lots that expire in one transaction, which has 100 actions. */
const expiredAtOnce = 50;

/** Takes out credit that has expired, up to 50 lots. */
export function expireCredit(account: CreditAccount, now: Date) {
  const expired = account.lots.filter((lot) => isExpired(lot, now)).slice(0, expiredAtOnce);
  const lots = account.lots.filter((lot) => !expired.includes(lot));
  return { account: { ...account, lots, version: account.version + 1 }, expired };
}

const isExpired = ({ expires_at }: Lot, now: Date): boolean =>
  expires_at !== undefined && expires_at <= now.toISOString();

/** Lots in two parts, of which the first has these cents. What an order keeps are the lots that it took first. */
export function splitLots<L extends Lot>(lots: readonly L[], keptCents: number) {
  const kept: L[] = [];
  const returned: L[] = [];
  let wanted = keptCents;
  for (const lot of lots) {
    const cents = Math.min(wanted, lot.cents);
    wanted -= cents;
    if (cents > 0) kept.push({ ...lot, cents });
    if (lot.cents > cents) returned.push({ ...lot, cents: lot.cents - cents });
  }
  return { kept, returned };
}

/** Days for which returned credit can be used, if its own end is past. */
const returnedDays = 30;

/** Credit of an order as it returns. */
export function returnedLots<L extends Lot>(lots: readonly L[], now: Date): readonly L[] {
  const least = new Date(now.getTime() + returnedDays * 86_400_000).toISOString();
  return lots.map((lot) => (isExpired(lot, now) ? { ...lot, expires_at: least } : lot));
}

/** The first moment at which credit expires; undefined without an end. */
export const nextExpiry = ({ lots }: CreditAccount): Date | undefined => {
  const [first] = lots.flatMap(({ expires_at }) => expires_at ?? []).sort();
  return first === undefined ? undefined : new Date(first);
};
