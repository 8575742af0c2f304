import { monthAfter, monthOf } from '#calendar/days.ts';
import { type ErasedPerson, pseudonymOf } from '#commerce/contacts/erased-person.ts';
import { mailboxHash } from '#commerce/referrals/identity.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, getItems, type Item, type ItemKey, updateItem } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { referralCodeKey } from '../commerce-keys.ts';
import { creditExpiryKey, scheduleExpiry } from '../referrals/credit.ts';
import { scoreOf } from '../referrals/leaderboard.ts';
import { findPerson } from '../referrals/people.ts';
import {
  creditAccountKey,
  creditEntriesOf,
  creditEntryKey,
  creditUseKey,
  leaderKey,
  personKey,
  referredKey,
  referredOf,
  rewardKey,
  rewardsOf,
  rewardsPartition,
} from '../referrals/program-keys.ts';
import { workKey } from '../work/work-keys.ts';

interface ProgramRun {
  now(): Date;
  isTimeUp(): boolean;
}

/** Ids of the person in the referral program by what replaces them. */
interface Identity {
  readonly brandId: string;
  readonly mailbox: string;
  readonly pseudonym: string;
}

/**
 * Takes the person out of the referral program. Rewards, credit and ranks stay under a random id, because their amounts are
 * in the books of the brand. The code earns nothing more, and who referred whom is forgotten.
 *
 * @returns the customer id that was replaced and its replacement, for each address; undefined when the time is up
 */
export async function eraseProgram(
  table: Table,
  person: ErasedPerson,
  run: ProgramRun,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { brandId, emails } = person;
  const replaced = new Map<string, string>();
  for (const email of emails) {
    const identity = { brandId, mailbox: mailboxHash(email), pseudonym: pseudonymOf(person, email) };
    const known = await findPerson(table, brandId, email);
    if (known !== undefined) {
      replaced.set(known.customer_id, identity.pseudonym);
      if (!(await moveCustomer(table, identity, known.customer_id, run))) return undefined;
      await disownCode(table, identity, known.code);
    }
    if (!(await forgetReferrer(table, identity, run))) return undefined;
    await transact(table, [{ Delete: { Key: { ...referredKey(brandId, identity.mailbox) } } }]);
  }
  return replaced;
}

/** Removes the owner of a code. Last of all, the person, who leads to everything else. */
export const forgetPeople = async (table: Table, { brandId, emails }: ErasedPerson): Promise<void> => {
  for (const email of emails) {
    await transact(table, [{ Delete: { Key: { ...personKey(brandId, mailboxHash(email)) } } }]);
  }
};

const disownCode = (table: Table, { brandId, pseudonym }: Identity, code: string): Promise<boolean> =>
  isWritten(
    updateItem(table, referralCodeKey(brandId, code), {
      UpdateExpression: 'SET customer_id = :pseudonym REMOVE #owner, owner_phone',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':pseudonym': pseudonym },
    }),
  );

/** Moves rewards, ranks and credit to the pseudonym, item by item. */
async function moveCustomer(
  table: Table,
  { brandId, pseudonym }: Identity,
  customerId: string,
  run: ProgramRun,
): Promise<boolean> {
  for await (const reward of queryItems(table, rewardsOf(brandId, customerId))) {
    if (run.isTimeUp()) return false;
    const id = String(reward['id']);
    if (reward['earned_at'] !== undefined) {
      await moveRanks(table, brandId, { customerId, pseudonym, earnedAt: String(reward['earned_at']) });
    }
    await move(table, reward, {
      ...rewardKey(brandId, pseudonym, id),
      gsi1pk: rewardsPartition(brandId),
      gsi1sk: id,
      customer_id: pseudonym,
    });
  }
  for await (const entry of queryItems(table, creditEntriesOf(brandId, customerId))) {
    if (run.isTimeUp()) return false;
    const orderId = entry['order_id'];
    if (entry['kind'] === 'redeemed' && typeof orderId === 'string') {
      await renameUse(table, creditUseKey(brandId, orderId), customerId, pseudonym);
    }
    await move(table, entry, { ...creditEntryKey(brandId, pseudonym, String(entry['id'])) });
  }
  const account = await getItem(table, creditAccountKey(brandId, customerId));
  if (account !== undefined) {
    await move(table, account, { ...creditAccountKey(brandId, pseudonym), customer_id: pseudonym }, [
      scheduleExpiry({ brand_id: brandId, customer_id: pseudonym }, run.now()),
    ]);
  }
  const work = workKey('expire-credit', creditExpiryKey({ brand_id: brandId, customer_id: customerId }));
  await transact(table, [{ Delete: { Key: { ...work } } }]);
  return true;
}

/** Moves the ranks of every period that the time may lie in; time zones differ from UTC by less than a day. */
async function moveRanks(
  table: Table,
  brandId: string,
  { customerId, pseudonym, earnedAt }: { customerId: string; pseudonym: string; earnedAt: string },
): Promise<void> {
  const month = monthOf(earnedAt);
  const months = [monthAfter(month, -1), month, monthAfter(month, 1)];
  const periods = new Set(['all', ...months, ...months.map((one) => one.slice(0, 'YYYY'.length))]);
  const keys = [...periods].map((period) => leaderKey(brandId, period, customerId));
  for (const rank of await getItems(table, keys)) {
    const standing = {
      customer_id: pseudonym,
      referral_code: String(rank['referral_code']),
      referral_count: Number(rank['referral_count']),
      earned_cents: Number(rank['earned_cents']),
    };
    const pk = String(rank['pk']);
    await move(table, rank, { pk, sk: pseudonym, gsi1pk: pk, gsi1sk: scoreOf(standing), ...standing });
  }
}

const renameUse = (table: Table, key: ItemKey, customerId: string, pseudonym: string): Promise<boolean> =>
  isWritten(
    updateItem(table, key, {
      UpdateExpression: 'SET customer_id = :pseudonym',
      ConditionExpression: 'customer_id = :customer',
      ExpressionAttributeValues: { ':pseudonym': pseudonym, ':customer': customerId },
    }),
  );

/** Stores the item under another key with these attributes, unless it has changed since. A later run moves it then. */
const move = (
  table: Table,
  item: Item,
  attributes: ItemKey & Readonly<Record<string, unknown>>,
  others: readonly TransactAction[] = [],
): Promise<boolean> => {
  const { pk, sk, version } = item;
  return isWritten(
    transact(table, [
      {
        Delete: {
          Key: { pk, sk },
          ConditionExpression: version === undefined ? 'attribute_exists(pk)' : 'version = :version',
          ...(version !== undefined && { ExpressionAttributeValues: { ':version': version } }),
        },
      },
      { Put: { Item: { ...item, ...attributes } } },
      ...others,
    ]),
  );
};

/** Forgets the person as the referrer of others. Their orders earn nothing more. */
async function forgetReferrer(
  table: Table,
  { brandId, mailbox, pseudonym }: Identity,
  { isTimeUp }: ProgramRun,
): Promise<boolean> {
  for await (const { pk, sk, referrer } of queryItems(table, referredOf(brandId))) {
    if (isTimeUp()) return false;
    if (referrer !== mailbox) continue;
    await isWritten(
      updateItem(
        table,
        { pk: String(pk), sk: String(sk) },
        {
          UpdateExpression: 'SET referrer = :pseudonym REMOVE customer_id, reward_id',
          ConditionExpression: 'referrer = :mailbox',
          ExpressionAttributeValues: { ':pseudonym': pseudonym, ':mailbox': mailbox },
        },
      ),
    );
  }
  return true;
}

/**
 * Replaces the ids of the person in the rewards of those who referred them.
 *
 * @returns false when the time is up
 */
export async function eraseReferredIds(
  table: Table,
  brandId: string,
  replacements: ReadonlyMap<string, string>,
  { isTimeUp }: Pick<ProgramRun, 'isTimeUp'>,
): Promise<boolean> {
  const rewards = { pk: rewardsPartition(brandId), index: 'gsi1' as const };
  for await (const { pk, sk, referred_user_id: id } of queryItems(table, rewards)) {
    if (isTimeUp()) return false;
    const pseudonym = replacements.get(String(id));
    if (pseudonym === undefined) continue;
    await isWritten(
      updateItem(
        table,
        { pk: String(pk), sk: String(sk) },
        {
          UpdateExpression: 'SET referred_user_id = :pseudonym',
          ConditionExpression: 'referred_user_id = :id',
          ExpressionAttributeValues: { ':pseudonym': pseudonym, ':id': id },
        },
      ),
    );
  }
  return true;
}
