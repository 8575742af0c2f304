import * as z from 'zod';
import { type Lead, record } from '#store/commerce/record.ts';
import { cancelWork, scheduleWork } from '#store/commerce/work/work-items.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import type { PageRequest, StoredPage } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type CreditEntry, creditEntry, type Reward, reward } from './contract.ts';
import { personOf } from './person-records.ts';
import { rewards } from './records.ts';
import {
  balanceOf,
  type CreditAccount,
  centsOf,
  lotsOf,
  nextExpiry,
  returnedLots,
  splitLots,
  takeCredit,
  withCredit,
  withLots,
} from './rules.ts';

const ofCustomer: Lead['facts'] = ({ customer_id }) => ({ customer_id });
const credit = {
  records: 'referral-credit',
  pk: 'CREDIT#{brand_id}#{customer_id}',
  found: [
    { by: 'customer with code', facts: ofCustomer },
    // Those of customers whose code is gone.
    { by: 'reward', facts: ofCustomer, again: true },
  ],
  person: 'none',
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
      owed_cents: z.number(),
      version: z.number(),
    }),
    sk: 'ACCOUNT',
    exported: 'referral-credit',
  },
  ({ brand_id, customer_id }) => ({ brand_id, customer_id, lots: [], owed_cents: 0, version: 0 }),
);

const entries = record({
  ...credit,
  name: 'change of credit',
  schema: creditEntry.omit({ balance_cents: true }).extend({ brand_id: z.string(), customer_id: z.string() }),
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
    lots: z.array(lot.extend({ customer_id: z.string() })),
    state: z.enum(['used', 'returned']),
    version: z.number(),
  }),
  records: 'referrals',
  pk: 'REFERRAL#{brand_id}',
  sk: 'CREDIT#{order_id}',
  exported: 'referral-credit-uses',
  person: 'none',
});

/** All that is stored of credit. */
export const creditPlaces = [accounts, entries, uses];

/** The accounts of a person, whose contacts may have one each. */
const accountsOf = (brand_id: string, customerIds: readonly string[]): Promise<readonly CreditAccount[]> =>
  accounts.findMany(customerIds.map((customer_id) => ({ brand_id, customer_id })));

/** Ids of the person of a contact, each with an account. Those of a contact that was erased are its own: credit stays in the books. */
export const creditHolders = async (brandId: string, contactId: string): Promise<readonly string[]> =>
  (await personOf(brandId, contactId))?.ids ?? [contactId];

const shownEntries = 100;

/** The credit of a person with its latest changes, newest first. */
export async function readCredit(brand_id: string, customerIds: readonly string[]) {
  const [held, changes] = await Promise.all([
    accountsOf(brand_id, customerIds),
    Promise.all(customerIds.map((customer_id) => latestEntries(brand_id, customer_id))),
  ]);
  const balance_cents = totalOf(held);
  let balance = balance_cents;
  const latest = changes
    .flat()
    .sort((one, other) => (one.id > other.id ? -1 : 1))
    .slice(0, shownEntries)
    .map((entry) => {
      const shown = creditEntry.parse({ ...entry, balance_cents: balance });
      balance -= entry.cents;
      return shown;
    });
  const lots = lotsOf(held).map(({ customer_id, ...lot }) => lot);
  return { balance_cents, lots, entries: latest };
}

const totalOf = (held: readonly CreditAccount[]): number =>
  held.reduce((sum, account) => sum + balanceOf(account), 0);

async function latestEntries(brand_id: string, customer_id: string) {
  const latest: ReturnType<typeof entries.read>[] = [];
  for await (const entry of entries.all({ brand_id, customer_id }, { newestFirst: true })) {
    latest.push(entry);
    if (latest.length === shownEntries) break;
  }
  return latest;
}

/**
 * Rewards with what is left of their credit, newest first. Those of a whole brand come from the index, which may lag by a moment.
 *
 * @param customerIds ids of one person; rewards of the whole brand without them
 */
export async function readRewards(
  brand_id: string,
  customerIds: readonly string[] | undefined,
  page: PageRequest,
): Promise<StoredPage<Reward>> {
  const { data, nextCursor } =
    customerIds === undefined
      ? await rewards.pageBy('gsi1', { brand_id }, { ...page, newestFirst: true })
      : await rewardsOfPerson(brand_id, customerIds, page);
  const found = await accounts.findMany(data);
  const left = new Map(found.flatMap(({ lots }) => lots.map(({ reward_id, cents }) => [reward_id, cents])));
  return { data: data.map((one) => reward.parse(withCredit(one, left.get(one.id)))), nextCursor };
}

async function rewardsOfPerson(brand_id: string, ids: readonly string[], { limit, cursor }: PageRequest) {
  const list = ['rewards', brand_id, ...ids];
  const before = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const newest = await Promise.all(
    ids.map(async (customer_id) => {
      const some: ReturnType<typeof rewards.read>[] = [];
      for await (const one of rewards.all({ brand_id, customer_id }, { newestFirst: true, to: before })) {
        if (one.id !== before) some.push(one);
        if (some.length > limit) break;
      }
      return some;
    }),
  );
  const all = newest.flat().sort((one, other) => (one.id > other.id ? -1 : 1));
  const data = all.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: all.length > limit && last ? encodeCursor(list, last.id) : null };
}

type Change = Pick<CreditEntry, 'id' | 'kind' | 'cents' | 'order_id' | 'reward_id'>;

/** The writes that store a changed account and its entry. They fail if the account has changed since it was read. */
export function accountWrites(
  before: CreditAccount,
  after: CreditAccount,
  change: Change,
  now: Date,
): readonly TransactAction[] {
  const { brand_id, customer_id } = after;
  return [
    accounts.replace(copyOf(before), copyOf(after)),
    entries.insert({ ...change, created_at: now.toISOString(), brand_id, customer_id }),
  ];
}

const copyOf = (account: CreditAccount) => ({ ...account, lots: [...account.lots] });

type Holder = Pick<CreditAccount, 'brand_id' | 'customer_id'>;

/** Key of the work that expires credit of a customer. */
const creditExpiryKey = ({ brand_id, customer_id }: Holder): string => `${brand_id}.${customer_id}`;

/** The action that looks for expired credit at a time. The work schedules itself again while there is credit. */
const scheduleExpiry = ({ brand_id, customer_id }: Holder, due: Date): TransactAction => {
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
 * The actions that use credit for an order, for the transaction of the order: the accounts, their entries, and the use by the
 * order, which is unique. Run it inside `retryOnConflict`, because they fail if an account has changed meanwhile.
 *
 * @param use.customerIds ids of the person in the order
 * @returns also the change as one entry
 * @throws ApiError credit_insufficient, also without a customer
 */
export async function creditActions({
  brandId,
  customerIds,
  orderId,
  cents,
  now,
  newId,
}: CreditUse & {
  readonly customerIds: readonly string[];
  readonly cents: number;
}): Promise<{ readonly actions: readonly TransactAction[]; readonly entry: CreditEntry }> {
  const held = await accountsOf(brandId, customerIds);
  const { changed, taken } = takeCredit(held, cents, now);
  const id = newId();
  // The time of the next expiry may stay: work that finds nothing to expire schedules itself again.
  const writes = changed.flatMap((after, n) => {
    const used = centsOf(taken.filter(({ customer_id }) => customer_id === after.customer_id));
    const change: Change = { id: n === 0 ? id : newId(), kind: 'redeemed', cents: -used, order_id: orderId };
    return accountWrites(accountIn(held, after), after, change, now);
  });
  const use = { brand_id: brandId, order_id: orderId, lots: [...taken], state: 'used' as const, version: 1 };
  return {
    actions: [...writes, uses.insert(use, { otherwise: 'credit_already_used' })],
    entry: {
      id,
      kind: 'redeemed',
      cents: -cents,
      balance_cents: totalOf(held) - cents,
      order_id: orderId,
      created_at: now.toISOString(),
    },
  };
}

/** The account of the same customer; a new one if it is not there. */
const accountIn = (
  held: readonly CreditAccount[],
  { brand_id, customer_id }: Pick<CreditAccount, 'brand_id' | 'customer_id'>,
): CreditAccount =>
  held.find((one) => one.customer_id === customer_id) ?? {
    brand_id,
    customer_id,
    lots: [],
    owed_cents: 0,
    version: 0,
  };

/**
 * The actions that give the credit of an order back, all of it or what the order no longer needs; none if the order uses no
 * credit. They fail if the credit has changed meanwhile.
 */
export async function returnCreditActions({
  brandId: brand_id,
  orderId,
  keptCents = 0,
  now,
  newId,
}: CreditUse & {
  /** What the order still uses. */
  readonly keptCents?: number;
}): Promise<readonly TransactAction[]> {
  const use = await uses.find({ brand_id, order_id: orderId });
  if (use?.state !== 'used') return [];
  const { kept, returned } = splitLots(use.lots, keptCents);
  const parts = Map.groupBy(returnedLots(returned, now), ({ customer_id }) => customer_id);
  const held = await accountsOf(brand_id, [...parts.keys()]);
  const writes = [...parts].flatMap(([customer_id, lots]) => {
    const before = accountIn(held, { brand_id, customer_id });
    const own = lots.map(({ customer_id: _, ...lot }) => lot);
    const after = withLots(before, own);
    const change: Change = { id: newId(), kind: 'returned', cents: centsOf(own), order_id: orderId };
    return [...accountWrites(before, after, change, now), expiryWrite(after, now)];
  });
  const version = use.version + 1;
  const left = keptCents > 0 ? { ...use, lots: [...kept] } : { ...use, state: 'returned' as const };
  return [...writes, uses.replace(use, { ...left, version })];
}
