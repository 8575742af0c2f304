import { ApiError } from '#contract/errors.ts';

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
