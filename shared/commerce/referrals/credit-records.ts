import * as z from 'zod';
import type { ValidInput } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { type Lead, record } from '#store/commerce/record.ts';
import { cancelWork, scheduleWork } from '#store/commerce/work/work-items.ts';
import type { StoredPage } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type CreditEntry, creditEntry, type listRewards, type Reward } from './contract.ts';
import {
  balanceOf,
  type CreditAccount,
  nextExpiry,
  returnedLots,
  splitLots,
  takeCredit,
  withLots,
} from './credit.ts';
import { findCustomer, rewards } from './records.ts';
import { withCredit } from './rules.ts';

const ofCustomer: Lead['facts'] = ({ customer_id }) => ({ customer_id });
const credit = {
  records: 'referral-credit',
  pk: 'CREDIT#{brand_id}#{customer_id}',
  found: [
    { by: 'customer with code', facts: ofCustomer },
    // Those of customers whose code is gone.
    { by: 'reward', facts: ofCustomer, again: true },
  ],
  person: 'program',
} as const;

/** Credit of one reward. */
const lot = z.object({ reward_id: z.string(), cents: z.number(), expires_at: z.string().optional() });

export const accounts = record(
  {
    ...credit,
    name: 'referral credit',
    schema: z.object({
      brand_id: z.string(),
      customer_id: z.string(),
      lots: z.array(lot),
      version: z.number(),
    }),
    sk: 'ACCOUNT',
    exported: 'referral-credit',
  },
  ({ brand_id, customer_id }) => ({ brand_id, customer_id, lots: [], version: 0 }),
);

export const entries = record({
  ...credit,
  name: 'change of credit',
  schema: creditEntry.extend({ brand_id: z.string(), customer_id: z.string() }),
  of: creditEntry,
  sk: 'ENTRY#{id}',
  exported: 'referral-credit-changes',
});

/** What an order uses of its customer's credit. */
export const uses = record({
  name: 'credit of an order',
  schema: z.object({
    brand_id: z.string(),
    order_id: z.string(),
    customer_id: z.string(),
    lots: z.array(lot),
    state: z.enum(['used', 'returned']),
  }),
  records: 'referrals',
  pk: 'REFERRAL#{brand_id}',
  sk: 'CREDIT#{order_id}',
  unchangedBy: ['state'],
  exported: 'referral-credit-uses',
  person: 'program',
});

/** All that is stored of credit. */
export const creditPlaces = [accounts, entries, uses];

const shownEntries = 100;

/** The latest changes of the credit, newest first. */
export async function latestEntries(brand_id: string, customer_id: string): Promise<readonly CreditEntry[]> {
  const latest: CreditEntry[] = [];
  for await (const entry of entries.all({ brand_id, customer_id }, { newestFirst: true })) {
    latest.push(creditEntry.parse(entry));
    if (latest.length === shownEntries) break;
  }
  return latest;
}

/** Rewards with what is left of their credit, newest first. Those of a whole brand come from the index, which may lag by a moment. */
export async function readRewards({
  brand_id,
  customer_id,
  ...page
}: ValidInput<typeof listRewards>['query']): Promise<StoredPage<Reward>> {
  const newest = { ...page, newestFirst: true };
  const { data, nextCursor } =
    customer_id === undefined
      ? await rewards.pageBy('gsi1', { brand_id }, newest)
      : await rewards.page({ brand_id, customer_id }, newest);
  const found = await accounts.findMany(data);
  const left = new Map(found.flatMap(({ lots }) => lots.map(({ reward_id, cents }) => [reward_id, cents])));
  return { data: data.map((one) => withCredit(one, left.get(one.id))), nextCursor };
}

type Change = Pick<CreditEntry, 'id' | 'kind' | 'cents' | 'order_id' | 'reward_id'>;

/** What happened to the credit of an account, as its entry. */
const entryOf = (after: CreditAccount, change: Change, now: Date): CreditEntry =>
  creditEntry.parse({ ...change, balance_cents: balanceOf(after), created_at: now.toISOString() });

/** The writes that store a changed account and its entry. They fail if the account has changed since it was read. */
export const accountWrites = (
  before: CreditAccount,
  after: CreditAccount,
  change: Change,
  now: Date,
): readonly TransactAction[] => {
  const { brand_id, customer_id } = after;
  return [
    accounts.replace(copyOf(before), copyOf(after)),
    entries.insert({ ...entryOf(after, change, now), brand_id, customer_id }),
  ];
};

const copyOf = (account: CreditAccount) => ({ ...account, lots: [...account.lots] });

type Holder = Pick<CreditAccount, 'brand_id' | 'customer_id'>;

/** Key of the work that expires credit of a customer. */
export const creditExpiryKey = ({ brand_id, customer_id }: Holder): string => `${brand_id}.${customer_id}`;

/** The action that looks for expired credit at a time. The work schedules itself again while there is credit. */
export const scheduleExpiry = ({ brand_id, customer_id }: Holder, due: Date): TransactAction => {
  const payload = { brand_id, customer_id };
  return scheduleWork({ kind: 'expire-credit', key: creditExpiryKey(payload), due, payload });
};

/** The write that sets the time at which credit of the account expires next. */
export function expiryWrite(after: CreditAccount, now: Date): TransactAction {
  const due = nextExpiry(after);
  return due === undefined
    ? cancelWork('expire-credit', creditExpiryKey(after), now)
    : scheduleExpiry(after, due);
}

interface CreditUse {
  readonly brandId: string;
  readonly orderId: string;
  readonly now: Date;
  newId(): string;
}

/**
 * The actions that use credit for an order, for the transaction of the order: the account, its entry, and the use by the
 * order, which is unique. Run it inside `retryOnConflict`, because they fail if the account has changed meanwhile.
 *
 * @throws ApiError credit_insufficient, also without a customer
 */
export async function creditActions({
  brandId,
  email,
  orderId,
  cents,
  now,
  newId,
}: CreditUse & {
  /** Address of the customer of the order. */
  readonly email: string | undefined;
  readonly cents: number;
}): Promise<{ readonly actions: readonly TransactAction[]; readonly entry: CreditEntry }> {
  const customer = email === undefined ? undefined : await findCustomer(brandId, email);
  if (customer === undefined) throw new ApiError('credit_insufficient');
  const { customer_id } = customer;
  const before = await accounts.find({ brand_id: brandId, customer_id });
  const { account: after, taken } = takeCredit(before, cents, now);
  const change: Change = { id: newId(), kind: 'redeemed', cents: -cents, order_id: orderId };
  const use = { brand_id: brandId, order_id: orderId, customer_id, lots: [...taken], state: 'used' as const };
  return {
    // The time of the next expiry may stay: work that finds nothing to expire schedules itself again.
    actions: [...accountWrites(before, after, change, now), uses.insert(use)],
    entry: entryOf(after, change, now),
  };
}

/**
 * The actions that give the credit of an order back, all of it or what the order no longer needs; none if the order uses no
 * credit. They fail if the credit has changed meanwhile.
 */
export async function returnCreditActions({
  brandId,
  orderId,
  keptCents = 0,
  now,
  newId,
}: CreditUse & {
  /** What the order still uses. */
  readonly keptCents?: number;
}): Promise<readonly TransactAction[]> {
  const use = await uses.find({ brand_id: brandId, order_id: orderId });
  if (use?.state !== 'used') return [];
  const { kept, returned } = splitLots(use.lots, keptCents);
  const lots = returnedLots(returned, now);
  const before = await accounts.find(use);
  const after = withLots(before, lots);
  const change: Change = { id: newId(), kind: 'returned', cents: balanceOf({ lots }), order_id: orderId };
  return [
    ...accountWrites(before, after, change, now),
    expiryWrite(after, now),
    uses.replace(use, keptCents > 0 ? { ...use, lots: [...kept] } : { ...use, state: 'returned' }),
  ];
}
