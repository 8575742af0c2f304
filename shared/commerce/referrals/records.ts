import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { localDay } from '#calendar/time-zone.ts';
import { ApiError } from '#contract/errors.ts';
import { isWritten } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  internal,
  ledBy,
  type PlaceChoices,
  periodsBetween,
  place,
  record,
  staying,
} from '#store/commerce/record.ts';
import { getItem, putItem } from '#store/dynamodb/items.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { numbersOf } from '#store/records/counter.ts';
import { keyIn, type Place } from '#store/records/place.ts';
import {
  type Leader,
  type Referral,
  type ReferralSettings,
  type Reward,
  referral,
  referralCode,
  referralLink,
  referralSettings,
  reward,
  type ShareInput,
} from './contract.ts';
import { mailboxHash, phoneHash } from './identity.ts';
import { canonicalCode, pendingReward } from './rules.ts';
import { linkCode, linkId } from './short-link.ts';

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

/** A code of a customer has the hashes of its owner. */
const ownedCode = referralCode.extend({ owner: z.string().optional(), owner_phone: z.string().optional() });

/** Their keys have the canonical form. */
export const codes = record({
  ...program,
  name: 'referral code',
  schema: ownedCode,
  of: referralCode,
  sk: 'REFCODE#{code:text}',
  facts: ({ code }) => ({ code: code.toLowerCase() }),
  exported: 'referral-codes',
  person: 'program',
});

const redemptionCounts = numbersOf(() => commerceTable, codes, ['redemption_count']);

export const redemptions = record({
  ...program,
  name: 'redemption',
  schema: referral.extend({ email_hash: z.string() }),
  of: referral,
  sk: 'REDEMPTION#{code:text}#{email_hash}',
  facts: ({ referral_code }) => ({ code: referral_code.toLowerCase() }),
  unchangedBy: ['id'],
  exported: 'referral-redemptions',
  person: 'redemptions',
});

/** Customers with a code, by the hash of their mailbox. Their phone number is a hash too. */
export const customers = record({
  ...program,
  name: 'customer with code',
  schema: z.object({
    brand_id: z.string(),
    mailbox: z.string(),
    customer_id: z.string(),
    code: z.string(),
    phone: z.string().optional(),
  }),
  sk: 'PERSON#{mailbox}',
  exported: 'referral-customers',
  person: 'program',
});

/** Who referred whom, by the hashes of their mailboxes, and the reward for it. */
export const referred = record({
  ...program,
  name: 'referred customer',
  schema: z.object({
    brand_id: z.string(),
    mailbox: z.string(),
    referrer: z.string(),
    customer_id: z.string().optional(),
    reward_id: z.string().optional(),
  }),
  sk: 'REFERRED#{mailbox}',
  unchangedBy: ['referrer'],
  exported: 'referred-customers',
  person: 'program',
});

type ReferredCustomer = ReturnType<typeof referred.read>;
type OwnedCode = z.output<typeof ownedCode>;

export const rewards = record({
  name: 'reward',
  schema: reward,
  records: 'referral-credit',
  pk: 'REWARDS#{brand_id}#{customer_id}',
  sk: '{id}',
  indexes: { gsi1: ['REWARDS#{brand_id}', '{id}'] },
  unchangedBy: ['state'],
  // The table removes items by its own `expires_at`.
  stored: {
    write: ({ expires_at: ends_at, ...fields }) => ({ ...fields, ends_at }),
    read: ({ ends_at, ...fields }) => reward.parse({ ...fields, expires_at: ends_at }),
  },
  exported: 'referral-rewards',
  person: 'program',
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

export const standings = record({
  name: 'leaderboard entry',
  schema: standing,
  records: 'referral-credit',
  pk: 'REFBOARD#{brand_id}#{period}',
  sk: '{customer_id}',
  // More referrals rank first, then more credit.
  indexes: { gsi1: ['REFBOARD#{brand_id}#{period}', '{referral_count:9}#{earned_cents:15}#{customer_id}'] },
  unchangedBy: ['referral_count', 'earned_cents'],
  exported: 'referral-leaderboard',
  person: 'program',
  found: { among: periodsBetween },
});

const storedLink = referralLink.omit({ url: true }).extend({
  id: z.string(),
  /** The signed code in the address. */
  link_code: z.string(),
});
type StoredLink = z.output<typeof storedLink>;

/** A code has one link in each channel. */
export const links = record({
  name: 'referral link',
  schema: storedLink,
  of: referralLink,
  records: 'referral-links',
  pk: 'REFLINK#{id}',
  sk: 'LINK',
  indexes: { gsi1: ['REFLINK#BRAND#{brand_id}', '{code:text}#{channel}'] },
  facts: ({ referral_code }) => ({ code: referral_code.toLowerCase() }),
  exported: 'referral-links',
  person: 'none',
});

const linkCounts = numbersOf(() => commerceTable, links, ['share_count', 'visitor_count']);

const visitors = place(
  'visitor of a link',
  'referral-links',
  'REFLINK#{id}',
  'SEEN#{day}#{visitor}',
  internal,
  {
    found: ledBy('id', 'referral link').found,
  } satisfies PlaceChoices,
);
const signingKey = staying('key of links', 'link-keys', 'LINKKEY#links', 'KEY', 'belongs to the platform');
const salts = staying(
  'salt of visitors',
  'link-keys',
  'LINKKEY#visitors',
  '{day}',
  'belongs to the platform',
);

/** All that the program stores beside credit. */
export const programPlaces = [
  settings,
  codes,
  redemptions,
  customers,
  referred,
  rewards,
  standings,
  links,
  visitors,
  signingKey,
  salts,
];

/** The code with this text in any letter case. */
export async function findCode(brand_id: string, text: string): Promise<OwnedCode | undefined> {
  const code = canonicalCode(text);
  return code === undefined ? undefined : codes.find({ brand_id, code });
}

export const findCustomer = (brand_id: string, email: string) =>
  customers.find({ brand_id, mailbox: mailboxHash(email) });

/** Longest chain of referrals that is searched for a loop. */
const longestChain = 20;

interface Redeemer {
  readonly email: string;
  readonly phone: string | undefined;
}

/**
 * Checks that the owner of a code may refer a customer.
 *
 * @throws ApiError self_referral, referral_loop
 */
async function requireReferable(
  brand_id: string,
  owner: { readonly mailbox: string; readonly phone: string | undefined },
  { email, phone }: Redeemer,
): Promise<void> {
  const mailbox = mailboxHash(email);
  const known = await findCustomer(brand_id, email);
  const phones = [phone === undefined ? undefined : phoneHash(phone), known?.phone];
  const hasSamePhone = owner.phone !== undefined && phones.includes(owner.phone);
  if (mailbox === owner.mailbox || hasSamePhone) throw new ApiError('self_referral');
  let link = owner.mailbox;
  for (let length = 0; length < longestChain; length++) {
    const edge = await referred.find({ brand_id, mailbox: link });
    if (edge === undefined) return;
    link = edge.referrer;
    if (link === mailbox) throw new ApiError('referral_loop');
  }
}

/**
 * The writes of a redemption: the referral, which is the only one of its address with the code, and the count of the code. Of a
 * customer's code, also who referred whom, and the reward that waits for an order.
 *
 * @throws ApiError self_referral, referral_loop
 */
export async function redemptionWrites(
  redeemed: Referral,
  code: OwnedCode,
  { email_hash, phone, rewardId }: { email_hash: string; phone: string | undefined; rewardId: string },
): Promise<readonly TransactAction[]> {
  const { brand_id, referred_email: email } = redeemed;
  const own = [
    redemptionCounts.add(
      { brand_id, code: code.code.toLowerCase() },
      { redemption_count: 1 },
      { when: { id: code.id }, otherwise: 'unknown_referral_code' },
    ),
    redemptions.insert({ ...redeemed, email_hash }, { otherwise: 'already_redeemed' }),
  ];
  if (code.owner === undefined || code.customer_id === undefined) return own;
  await requireReferable(brand_id, { mailbox: code.owner, phone: code.owner_phone }, { email, phone });
  const waiting = pendingReward(await settings.find({ brand_id }), redeemed, {
    id: rewardId,
    customerId: code.customer_id,
    referralCode: code.code,
  });
  const edge: ReferredCustomer = {
    brand_id,
    mailbox: mailboxHash(email),
    referrer: code.owner,
    ...(waiting && { customer_id: waiting.customer_id, reward_id: waiting.id }),
  };
  return [
    ...own,
    referred.insert(edge, { otherwise: 'already_referred' }),
    notReferredBy(edge),
    ...(waiting ? [rewards.insert(waiting)] : []),
  ];
}

/** Lets the transaction fail if the referrer was referred by this customer meanwhile. */
const notReferredBy = ({ brand_id, mailbox, referrer }: ReferredCustomer): TransactAction => ({
  ConditionCheck: {
    Key: { ...referred.key({ brand_id, mailbox: referrer }) },
    ConditionExpression: 'attribute_not_exists(pk) OR referrer <> :referred',
    ExpressionAttributeValues: { ':referred': mailbox },
  },
  otherwise: 'referral_loop',
});

/** The reward that waits for an order of this customer. */
export async function rewardOfReferred(brand_id: string, email: string): Promise<Reward | undefined> {
  const edge = await referred.find({ brand_id, mailbox: mailboxHash(email) });
  if (edge?.customer_id === undefined || edge.reward_id === undefined) return undefined;
  return rewards.find({ brand_id, customer_id: edge.customer_id, id: edge.reward_id });
}

/** The writes that count an earned reward in its month, its year and all time. They fail if another was counted meanwhile. */
export const rankWrites = (
  { brand_id, customer_id, referral_code, cents }: Reward,
  timeZone: string,
  now: Date,
): Promise<readonly TransactAction[]> =>
  Promise.all(
    periodsAt(timeZone, now).map(async (period) => {
      const of = { brand_id, period, customer_id, referral_code };
      const before = await standings.find(of);
      if (before === undefined) return standings.insert({ ...of, referral_count: 1, earned_cents: cents });
      const { referral_count, earned_cents } = before;
      return standings.replace(before, {
        ...of,
        referral_count: referral_count + 1,
        earned_cents: earned_cents + cents,
      });
    }),
  );

function periodsAt(timeZone: string, now: Date): readonly string[] {
  const date = localDay(now, timeZone);
  return ['all', date.slice(0, 'YYYY'.length), date.slice(0, 'YYYY-MM'.length)];
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
    leaders.push({ rank: leaders.length + 1, customer_id, referral_code, referral_count, earned_cents });
    if (leaders.length === limit) break;
  }
  return leaders;
}

/**
 * The link of a code in a channel after one more share, and the write that counts the share. It fails if another share was counted
 * meanwhile.
 *
 * @throws ApiError unknown_referral_code
 */
export async function sharedLink(
  { brand_id, referral_code: text, channel }: ShareInput,
  now: Date,
): Promise<{ readonly link: StoredLink; readonly write: TransactAction }> {
  const code = await findCode(brand_id, text);
  if (code === undefined) throw new ApiError('unknown_referral_code');
  const key = await linkSigningSecret();
  const of = { brand_id, referral_code: code.code, channel };
  const id = linkId(key, of);
  const before = await links.find({ id });
  if (before === undefined) {
    const counts = { share_count: 1, visitor_count: 0 };
    const link = { ...of, ...counts, created_at: now.toISOString(), id, link_code: linkCode(key, id) };
    return { link, write: links.insert(link) };
  }
  const { share_count } = before;
  // Visitors of the link are counted at the same time.
  const write = linkCounts.add({ id }, { share_count: 1 }, { when: { share_count } });
  return { link: { ...before, share_count: share_count + 1 }, write };
}

const daySeconds = 24 * 3600;
const secondsAt = (now: Date) => Math.floor(now.getTime() / 1000);

/**
 * Counts a visitor of a link, once a day.
 *
 * @returns false for a visitor of the same day
 */
export const countVisitor = (id: string, visitor: string, now: Date): Promise<boolean> =>
  isWritten(
    transact(commerceTable, [
      {
        Put: {
          Item: {
            ...keyIn(visitors, { id, day: now.toISOString().slice(0, 10), visitor }),
            expires_at: secondsAt(now) + 2 * daySeconds,
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      linkCounts.add({ id }, { visitor_count: 1 }, { when: { id } }),
    ]),
  );

/** The key that signs short links. Made at the first use, never changed. */
export const linkSigningSecret = async (): Promise<Buffer> =>
  Buffer.from(await secretAt(signingKey, {}), 'base64');

/** The salt of the visitors of a day. It is deleted soon after, and with it the way back from a hash to an address. */
export const visitorSalt = (now: Date): Promise<string> =>
  secretAt(salts, { day: now.toISOString().slice(0, 10) }, { expires_at: secondsAt(now) + 2 * daySeconds });

const secretBytes = 32;
const known = new Map<string, string>();

/** A stored secret; the first caller makes it. */
async function secretAt(at: Place, facts: { readonly day?: string }, fields: object = {}): Promise<string> {
  const key = keyIn(at, facts);
  const name = `${commerceTable.name}#${key.pk}#${key.sk}`;
  const earlier = known.get(name);
  if (earlier !== undefined) return earlier;
  const found = (await getItem(commerceTable, key))?.['secret'];
  if (typeof found === 'string') {
    known.set(name, found);
    return found;
  }
  const Item = { ...key, ...fields, secret: randomBytes(secretBytes).toString('base64') };
  await isWritten(putItem(commerceTable, { Item, ConditionExpression: 'attribute_not_exists(pk)' }));
  return secretAt(at, facts, fields);
}
