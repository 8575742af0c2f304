import { monthAfter, monthOf } from '#calendar/days.ts';
import { type ErasedPerson, pseudonymOf } from '#commerce/contacts/erased-person.ts';
import {
  accounts,
  creditExpiryKey,
  entries,
  scheduleExpiry,
  uses,
} from '#commerce/referrals/credit-records.ts';
import { mailboxHash } from '#commerce/referrals/identity.ts';
import { codes, customers, findCustomer, referred, rewards, standings } from '#commerce/referrals/records.ts';
import { isWritten } from '#persistence/conflict.ts';
import { type Item, type ItemKey, updateItem } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
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
    const known = await findCustomer(brandId, email);
    if (known !== undefined) {
      replaced.set(known.customer_id, identity.pseudonym);
      if (!(await moveCustomer(table, identity, known.customer_id, run))) return undefined;
      await disownCode(table, identity, known.code);
    }
    if (!(await forgetReferrer(table, identity, run))) return undefined;
    const edge = referred.key({ brand_id: brandId, mailbox: identity.mailbox });
    await transact(table, [{ Delete: { Key: { ...edge } } }]);
  }
  return replaced;
}

/** Removes the owner of a code. Last of all, the person, who leads to everything else. */
export const forgetPeople = async (table: Table, { brandId, emails }: ErasedPerson): Promise<void> => {
  for (const email of emails) {
    const key = customers.key({ brand_id: brandId, mailbox: mailboxHash(email) });
    await transact(table, [{ Delete: { Key: { ...key } } }]);
  }
};

const disownCode = (table: Table, { brandId, pseudonym }: Identity, code: string): Promise<boolean> =>
  isWritten(
    updateItem(table, codes.key({ brand_id: brandId, code }), {
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
  const [from, to] = [
    { brand_id: brandId, customer_id: customerId },
    { brand_id: brandId, customer_id: pseudonym },
  ];
  for await (const reward of rewards.all(from)) {
    if (run.isTimeUp()) return false;
    if (reward.earned_at !== undefined) {
      await moveRanks(table, brandId, { customerId, pseudonym, earnedAt: reward.earned_at });
    }
    await move(table, rewards.item(reward), rewards.item({ ...reward, ...to }));
  }
  for await (const entry of entries.all(from)) {
    if (run.isTimeUp()) return false;
    if (entry.kind === 'redeemed' && entry.order_id !== undefined) {
      const use = uses.key({ brand_id: brandId, order_id: entry.order_id });
      await renameUse(table, use, customerId, pseudonym);
    }
    await move(table, entries.item(entry), entries.item({ ...entry, ...to }));
  }
  const account = await accounts.find(from);
  if (account.version > 0) {
    await move(table, accounts.item(account), accounts.item({ ...account, ...to }), [
      scheduleExpiry(to, run.now()),
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
  const keys = [...periods].map((period) => ({ brand_id: brandId, period, customer_id: customerId }));
  for (const rank of await standings.findMany(keys)) {
    await move(table, standings.item(rank), standings.item({ ...rank, customer_id: pseudonym }));
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
  moved: Item,
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
      { Put: { Item: { ...moved } } },
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
  for await (const edge of referred.all({ brand_id: brandId })) {
    if (isTimeUp()) return false;
    if (edge.referrer !== mailbox) continue;
    await isWritten(
      updateItem(table, referred.key(edge), {
        UpdateExpression: 'SET referrer = :pseudonym REMOVE customer_id, reward_id',
        ConditionExpression: 'referrer = :mailbox',
        ExpressionAttributeValues: { ':pseudonym': pseudonym, ':mailbox': mailbox },
      }),
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
  for await (const reward of rewards.allBy('gsi1', { brand_id: brandId })) {
    if (isTimeUp()) return false;
    const pseudonym = replacements.get(reward.referred_user_id);
    if (pseudonym === undefined) continue;
    await isWritten(
      updateItem(table, rewards.key(reward), {
        UpdateExpression: 'SET referred_user_id = :pseudonym',
        ConditionExpression: 'referred_user_id = :id',
        ExpressionAttributeValues: { ':pseudonym': pseudonym, ':id': reward.referred_user_id },
      }),
    );
  }
  return true;
}
