import * as z from 'zod';
import { localDay } from '#calendar/time-zone.ts';
import { addressKey } from '#commerce/contacts/address-records.ts';
import { addressId } from '#commerce/contacts/addresses.ts';
import { orders } from '#commerce/orders/records.ts';
import { ApiError } from '#contract/errors.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { periodsBetween, record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { numbersOf } from '#store/records/counter.ts';
import {
  type Leader,
  type Referral,
  type ReferralCode,
  type ReferralSettings,
  referral,
  referralCode,
  referralSettings,
  reward,
} from './contract.ts';
import { isSamePerson, ordersOfPerson, type Person, personOf, personOfPhone } from './person-records.ts';
import { canonicalCode, pendingReward, type StoredReward } from './rules.ts';

const program = { records: 'referrals', pk: 'REFERRAL#{brand_id}' } as const;

export const settings = record(
  {
    ...program,
    name: 'referral settings',
    schema: referralSettings,
    sk: 'SETTINGS',
    exported: 'referral-settings',
    person: 'none',
  },
  ({ brand_id }): ReferralSettings => ({ brand_id, minimum_order_cents: 0, version: 0 }),
);

/** Their keys have the canonical form. */
export const codes = record({
  ...program,
  name: 'referral code',
  schema: referralCode,
  sk: 'REFCODE#{code:text}',
  facts: ({ code }) => ({ code: code.toLowerCase() }),
  exported: 'referral-codes',
  person: 'none',
});

const redemptionCounts = numbersOf(() => commerceTable, codes, ['redemption_count']);

export const redemptions = record({
  ...program,
  name: 'redemption',
  schema: referral,
  sk: 'REDEMPTION#{code:text}#{referred_user_id}',
  facts: ({ referral_code }) => ({ code: referral_code.toLowerCase() }),
  unchangedBy: ['id'],
  exported: 'referral-redemptions',
  person: 'referrals',
});

/** The code of a customer, by the contact, with its mailboxes at that time, because addresses of contacts change. */
export const customers = record({
  ...program,
  name: 'customer with code',
  schema: z.object({
    brand_id: z.string(),
    customer_id: z.string(),
    code: z.string(),
    mailboxes: z.array(z.string()),
  }),
  sk: 'CUSTOMER#{customer_id}',
  exported: 'referral-customers',
  person: 'referrals',
});

/** Who referred a contact, and the reward for it. */
export const referred = record({
  ...program,
  name: 'referred customer',
  schema: z.object({
    brand_id: z.string(),
    contact_id: z.string(),
    referrer_id: z.string(),
    reward_id: z.string().optional(),
  }),
  sk: 'REFERRED#{contact_id}',
  unchangedBy: ['referrer_id'],
  exported: 'referred-customers',
  person: 'referrals',
});

const storedReward = reward.extend({
  expired_cents: z.number(),
  periods: z.array(z.string()),
  version: z.number(),
});

export const rewards = record({
  name: 'reward',
  schema: storedReward,
  of: reward,
  records: 'referral-credit',
  pk: 'REWARDS#{brand_id}#{customer_id}',
  sk: '{id}',
  indexes: { gsi1: ['REWARDS#{brand_id}', '{id}'] },
  // The table removes items by its own `expires_at`.
  stored: {
    write: ({ expires_at: ends_at, ...fields }) => ({ ...fields, ends_at }),
    read: ({ ends_at, ...fields }) => storedReward.parse({ ...fields, expires_at: ends_at }),
  },
  exported: 'referral-rewards',
  person: 'none',
});

/** A customer in the ranking of a period: a month, a year or `all`. */
const standing = z.object({
  brand_id: z.string(),
  period: z.string(),
  customer_id: z.string(),
  referral_code: z.string(),
  referral_count: z.number(),
  earned_cents: z.number(),
});

const standings = record({
  name: 'leaderboard entry',
  schema: standing,
  records: 'referral-credit',
  pk: 'REFBOARD#{brand_id}#{period}',
  sk: '{customer_id}',
  // More referrals rank first, then more credit.
  indexes: { gsi1: ['REFBOARD#{brand_id}#{period}', '{referral_count:9}#{earned_cents:15}#{customer_id}'] },
  unchangedBy: ['referral_count', 'earned_cents'],
  exported: 'referral-leaderboard',
  person: 'none',
  found: { among: periodsBetween },
});

/** All that the program stores beside credit and links. */
export const programPlaces = [settings, codes, redemptions, customers, referred, rewards, standings];

/** The code with this text in any letter case. */
export async function findCode(brand_id: string, text: string): Promise<ReferralCode | undefined> {
  const code = canonicalCode(text);
  return code === undefined ? undefined : codes.find({ brand_id, code });
}

const keysOf = (brand_id: string, ids: readonly string[]) =>
  ids.map((id) => ({ brand_id, customer_id: id, contact_id: id }));

/** The code of a person; of several, which merged contacts have, the oldest. */
export async function codeOfPerson(brand_id: string, { ids }: Person): Promise<ReferralCode | undefined> {
  const own = await codes.findMany(await customers.findMany(keysOf(brand_id, ids)));
  return [...own].sort((one, other) => (one.id < other.id ? -1 : 1))[0];
}

/**
 * The writes of a redemption: the referral, which is the only one of the person with the code, and the count of the code. Of a
 * customer's code, also who referred whom, and the reward that waits for an order.
 *
 * @throws ApiError already_redeemed, already_referred, self_referral, referral_loop, existing_customer
 */
export async function redemptionWrites(
  redeemed: Referral,
  code: ReferralCode,
  { person, phone, rewardId }: { person: Person; phone: string | undefined; rewardId: string },
): Promise<readonly TransactAction[]> {
  const { brand_id } = redeemed;
  const canonical = code.code.toLowerCase();
  const keys = person.ids.map((id) => ({ brand_id, code: canonical, referred_user_id: id }));
  if ((await redemptions.findMany(keys)).length > 0) throw new ApiError('already_redeemed');
  const owner = code.customer_id === undefined ? undefined : await personOf(brand_id, code.customer_id);
  const others = otherContacts(person);
  return [
    redemptionCounts.add(
      { brand_id, code: canonical },
      { redemption_count: 1 },
      { when: { id: code.id }, otherwise: 'unknown_referral_code' },
    ),
    redemptions.insert(redeemed, { otherwise: 'already_redeemed' }),
    ...others.map((id) =>
      redemptions.absent(
        { brand_id, code: canonical, referred_user_id: id },
        { otherwise: 'already_redeemed' },
      ),
    ),
    // A code of the brand, or of a customer who was erased, refers nobody.
    ...(owner ? await referralWrites(redeemed, code, { owner, person, phone, rewardId }) : []),
  ];
}

/** Contacts beside the first one. Nothing is written under the ids of merged ones any more. */
const otherContacts = ({ id, contacts }: Person): readonly string[] =>
  contacts.flatMap((one) => (one.id === id ? [] : [one.id]));

interface Referred {
  readonly owner: Person;
  readonly person: Person;
  readonly phone: string | undefined;
  readonly rewardId: string;
}

async function referralWrites(
  redeemed: Referral,
  code: ReferralCode,
  { owner, person, phone, rewardId }: Referred,
): Promise<readonly TransactAction[]> {
  const { brand_id } = redeemed;
  const earlier = (await customers.findMany(keysOf(brand_id, owner.ids))).flatMap(
    ({ mailboxes }) => mailboxes,
  );
  const hadMailbox = person.mailboxes.some(({ id }) => earlier.includes(id));
  if (hadMailbox || isSamePerson(owner, await withPhone(brand_id, person, phone)))
    throw new ApiError('self_referral');
  await requireNoLoop(brand_id, owner, person);
  const byPhone = phone === undefined ? undefined : await personOfPhone(brand_id, phone);
  for (const known of [person, ...(byPhone ? [byPhone] : [])]) {
    if ((await referred.findMany(keysOf(brand_id, known.ids))).length > 0)
      throw new ApiError('already_referred');
    if (await hasCompletedOrder(brand_id, known)) throw new ApiError('existing_customer');
  }
  const waiting = pendingReward(await settings.find({ brand_id }), redeemed, {
    id: rewardId,
    customerId: owner.id,
    referralCode: code.code,
  });
  const edge = {
    brand_id,
    contact_id: person.id,
    referrer_id: owner.id,
    ...(waiting && { reward_id: waiting.id }),
  };
  const others = otherContacts(person);
  return [
    referred.insert(edge, { otherwise: 'already_referred' }),
    ...others.map((contact_id) =>
      referred.absent({ brand_id, contact_id }, { otherwise: 'already_referred' }),
    ),
    ...owner.contacts.map(({ id }) => notReferredBy(brand_id, id, person)),
    ...(waiting ? [rewards.insert(waiting)] : []),
  ];
}

/** A person with a further phone number. */
async function withPhone(
  brandId: string,
  { ids, numbers }: Person,
  phone: string | undefined,
): Promise<Pick<Person, 'ids' | 'numbers'>> {
  if (phone === undefined) return { ids, numbers };
  return { ids, numbers: [...numbers, addressId(await addressKey(brandId), 'sms', phone)] };
}

/** Longest chain of referrals that is searched for a loop. */
const longestChain = 20;

/** @throws ApiError referral_loop when the person has referred the owner of the code, directly or through others */
async function requireNoLoop(brand_id: string, owner: Person, person: Person): Promise<void> {
  let link: Person | undefined = owner;
  for (let length = 0; link !== undefined && length < longestChain; length++) {
    const [edge] = await referred.findMany(keysOf(brand_id, link.ids));
    if (edge === undefined) return;
    if (person.ids.includes(edge.referrer_id)) throw new ApiError('referral_loop');
    link = await personOf(brand_id, edge.referrer_id);
    if (link && isSamePerson(link, person)) throw new ApiError('referral_loop');
  }
}

/** Operands of a condition. */
const maxCompared = 100;

/** Lets the transaction fail if a contact was referred by this person meanwhile. */
function notReferredBy(brand_id: string, contact_id: string, { ids }: Person): TransactAction {
  const names = ids.slice(0, maxCompared).map((id, n) => [`:id${n}`, id] as const);
  return {
    ConditionCheck: {
      Key: { ...referred.key({ brand_id, contact_id }) },
      ConditionExpression: `attribute_not_exists(pk) OR NOT referrer_id IN (${names.map(([name]) => name).join(', ')})`,
      ExpressionAttributeValues: Object.fromEntries(names),
    },
    otherwise: 'referral_loop',
  };
}

/** Whether the person is a customer already. */
async function hasCompletedOrder(brand_id: string, person: Person): Promise<boolean> {
  if (person.contacts.every(({ order_count }) => order_count === 0)) return false;
  for (const { order_id: id } of await ordersOfPerson(person)) {
    if ((await orders.find({ brand_id, id }))?.status === 'completed') return true;
  }
  return false;
}

/** The reward that waits for an order of this person, or that one of its orders has earned. */
export async function rewardOfReferred(
  brand_id: string,
  ids: readonly string[],
): Promise<StoredReward | undefined> {
  const edges = await referred.findMany(keysOf(brand_id, ids));
  const [first] = await rewards.findMany(
    edges.flatMap(({ referrer_id: customer_id, reward_id: id }) =>
      id === undefined ? [] : [{ brand_id, customer_id, id }],
    ),
  );
  return first;
}

/** The periods of the leaderboard at a time: all time, the year and the month. */
export function periodsAt(timeZone: string, now: Date): readonly string[] {
  const date = localDay(now, timeZone);
  return ['all', date.slice(0, 'YYYY'.length), date.slice(0, 'YYYY-MM'.length)];
}

/** The writes that count a changed reward in its periods. They fail if another was counted meanwhile. */
export async function rankWrites(
  before: StoredReward,
  after: StoredReward,
): Promise<readonly TransactAction[]> {
  const { brand_id, customer_id, referral_code } = after;
  const counted = (one: StoredReward, period: string) =>
    one.periods.includes(period) ? { referrals: 1, cents: one.cents } : { referrals: 0, cents: 0 };
  const writes = [...new Set([...before.periods, ...after.periods])].map(async (period) => {
    const [from, to] = [counted(before, period), counted(after, period)];
    const [referrals, cents] = [to.referrals - from.referrals, to.cents - from.cents];
    if (referrals === 0 && cents === 0) return [];
    const of = { brand_id, period, customer_id, referral_code };
    const known = await standings.find(of);
    if (known === undefined) {
      return [standings.insert({ ...of, referral_count: referrals, earned_cents: cents })];
    }
    const referral_count = known.referral_count + referrals;
    return [standings.replace(known, { ...of, referral_count, earned_cents: known.earned_cents + cents })];
  });
  return (await Promise.all(writes)).flat();
}

/** The first customers of a period, from the index, which may lag by a moment. */
export async function readLeaders(
  brand_id: string,
  period: string,
  limit: number,
): Promise<readonly Leader[]> {
  const leaders: Leader[] = [];
  for await (const one of standings.allBy('gsi1', { brand_id, period }, { newestFirst: true })) {
    const { customer_id, referral_code, referral_count, earned_cents } = one;
    // The others have no referral any more.
    if (referral_count === 0) break;
    leaders.push({ rank: leaders.length + 1, customer_id, referral_code, referral_count, earned_cents });
    if (leaders.length === limit) break;
  }
  return leaders;
}
