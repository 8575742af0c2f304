import { ApiError } from '#contract/errors.ts';

/** Credit of one reward. */
export interface Lot {
  readonly reward_id: string;
  readonly cents: number;
  readonly expires_at?: string | undefined;
}

/** The credit of one customer. The lots add up to the balance. */
export interface CreditAccount {
  readonly brand_id: string;
  readonly customer_id: string;
  readonly lots: readonly Lot[];
  readonly version: number;
}

/** Lots of one customer are kept in one item. */
const maxLots = 1000;

export const balanceOf = ({ lots }: Pick<CreditAccount, 'lots'>): number =>
  lots.reduce((sum, { cents }) => sum + cents, 0);

/** True for an account that can take no more lots until some are used. */
export const isFull = ({ lots }: CreditAccount): boolean => lots.length >= maxLots;

/** The account with more credit, in the order of use: the earliest end first. */
export function withLots(account: CreditAccount, added: readonly Lot[]): CreditAccount {
  const lots = [...account.lots];
  for (const lot of added) {
    const at = lots.findIndex(({ reward_id }) => reward_id === lot.reward_id);
    const known = lots[at];
    if (known === undefined) lots.push(lot);
    else lots[at] = { ...known, cents: known.cents + lot.cents };
  }
  return {
    ...account,
    lots: lots.sort((a, b) => (endOf(a) < endOf(b) ? -1 : 1)),
    version: account.version + 1,
  };
}

const endOf = ({ expires_at = '~' }: Lot): string => expires_at;

/**
 * Takes credit out of the account, oldest end first.
 *
 * @throws ApiError credit_insufficient
 */
export function takeCredit(
  account: CreditAccount,
  cents: number,
  now: Date,
): { readonly account: CreditAccount; readonly taken: readonly Lot[] } {
  const taken: Lot[] = [];
  const left: Lot[] = [];
  let wanted = cents;
  for (const lot of account.lots) {
    const used = isExpired(lot, now) ? 0 : Math.min(wanted, lot.cents);
    wanted -= used;
    if (used > 0) taken.push({ ...lot, cents: used });
    if (lot.cents > used) left.push({ ...lot, cents: lot.cents - used });
  }
  if (wanted > 0) throw new ApiError('credit_insufficient');
  return { account: { ...account, lots: left, version: account.version + 1 }, taken };
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

/** Lots of an order in two parts. What the order keeps are the lots that it took first. */
export function splitLots(lots: readonly Lot[], keptCents: number) {
  const kept: Lot[] = [];
  const returned: Lot[] = [];
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
export function returnedLots(lots: readonly Lot[], now: Date): readonly Lot[] {
  const least = new Date(now.getTime() + returnedDays * 86_400_000).toISOString();
  return lots.map((lot) => (isExpired(lot, now) ? { ...lot, expires_at: least } : lot));
}

/** The first moment at which credit expires; undefined without an end. */
export const nextExpiry = ({ lots }: CreditAccount): Date | undefined => {
  const [first] = lots.flatMap(({ expires_at }) => expires_at ?? []).sort();
  return first === undefined ? undefined : new Date(first);
};
