import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { isWritten } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { internal, ledBy, type PlaceChoices, place, record, staying } from '#store/commerce/record.ts';
import { getItem, putItem } from '#store/dynamodb/items.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { numbersOf } from '#store/records/counter.ts';
import { keyIn, type Place } from '#store/records/place.ts';
import { referralLink, type ShareInput } from './contract.ts';
import { findCode } from './records.ts';
import { linkCode, linkId } from './rules.ts';

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

/** All that links store. */
export const linkPlaces = [links, visitors, signingKey, salts];

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
