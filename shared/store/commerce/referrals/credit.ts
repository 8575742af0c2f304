import * as z from 'zod';
import { type CreditEntry, creditEntry } from '#commerce/referrals/contract.ts';
import { balanceOf, type CreditAccount, type Lot, nextExpiry } from '#commerce/referrals/credit.ts';
import { fieldsOf, getItem, getItems, type Item, insertion, resourceOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { cancelWork, scheduleWork } from '../work/work-items.ts';
import { creditAccountKey, creditEntriesOf, creditEntryKey } from './program-keys.ts';
import { expiredRewardAction } from './reward-actions.ts';

/** Credit of one reward, as it is stored. */
export const lot = z.object({ reward_id: z.string(), cents: z.number(), expires_at: z.string().optional() });
const account = z.object({
  brand_id: z.string(),
  customer_id: z.string(),
  lots: z.array(lot),
  version: z.number(),
});

/** The credit of a customer, strongly consistent; version 0 for a customer who never had credit. */
export async function findAccount(table: Table, brandId: string, customerId: string): Promise<CreditAccount> {
  const item = await getItem(table, creditAccountKey(brandId, customerId));
  return item ? account.parse(item) : { brand_id: brandId, customer_id: customerId, lots: [], version: 0 };
}

export const findAccounts = async (
  table: Table,
  brandId: string,
  customerIds: readonly string[],
): Promise<readonly CreditAccount[]> =>
  (
    await getItems(
      table,
      customerIds.map((id) => creditAccountKey(brandId, id)),
    )
  ).map((item: Item) => account.parse(item));

/** The latest changes of the credit, newest first. */
export async function latestEntries(
  table: Table,
  brandId: string,
  customerId: string,
  limit: number,
): Promise<readonly CreditEntry[]> {
  const entries: CreditEntry[] = [];
  const range = { ...creditEntriesOf(brandId, customerId), newestFirst: true };
  for await (const item of queryItems(table, range, { pageSize: limit })) {
    entries.push(resourceOf<CreditEntry>(item, entryFields));
    if (entries.length === limit) break;
  }
  return entries;
}

const entryFields = fieldsOf(creditEntry);

/**
 * The actions that store a changed account, its entry, and the time at which its next credit expires. They fail if the
 * account has changed since it was read.
 */
export function accountActions(
  after: CreditAccount,
  change: Omit<CreditEntry, 'balance_cents' | 'created_at'>,
  now: Date,
): readonly [TransactAction, TransactAction, TransactAction] {
  const { brand_id, customer_id, version } = after;
  const entry: CreditEntry = { ...change, balance_cents: balanceOf(after), created_at: now.toISOString() };
  return [
    {
      Put: {
        Item: { ...creditAccountKey(brand_id, customer_id), ...after },
        ...(version === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'version = :before',
              ExpressionAttributeValues: { ':before': version - 1 },
            }),
      },
    },
    insertion({ ...creditEntryKey(brand_id, customer_id, change.id), ...entry }),
    expiryAction(after, now),
  ];
}

type Holder = Pick<CreditAccount, 'brand_id' | 'customer_id'>;

/** Key of the work that expires credit of a customer. */
export const creditExpiryKey = ({ brand_id, customer_id }: Holder): string => `${brand_id}.${customer_id}`;

/** The action that looks for expired credit at a time. The work schedules itself again while there is credit. */
export const scheduleExpiry = ({ brand_id, customer_id }: Holder, due: Date): TransactAction => {
  const payload = { brand_id, customer_id };
  return scheduleWork({ kind: 'expire-credit', key: creditExpiryKey(payload), due, payload });
};

function expiryAction(after: CreditAccount, now: Date): TransactAction {
  const due = nextExpiry(after);
  return due === undefined
    ? cancelWork('expire-credit', creditExpiryKey(after), now)
    : scheduleExpiry(after, due);
}

/**
 * Stores an account without its expired credit, and the end of its rewards.
 *
 * @throws ConditionFailed when the account has changed meanwhile
 */
export function storeExpiry(
  table: Table,
  after: CreditAccount,
  { expired, now, id }: { readonly expired: readonly Lot[]; readonly now: Date; readonly id: string },
): Promise<void> {
  const { brand_id, customer_id } = after;
  // The handler schedules the next expiry by its result.
  const [accountAction, entryAction] = accountActions(
    after,
    { id, kind: 'expired', cents: -balanceOf({ lots: expired }) },
    now,
  );
  const rewards = expired.map(({ reward_id }) => expiredRewardAction(brand_id, customer_id, reward_id));
  return transact(table, [accountAction, entryAction, ...rewards]);
}
