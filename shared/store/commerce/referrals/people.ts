import * as z from 'zod';
import type { CustomerCodeInput, ReferralCode, Reward } from '#commerce/referrals/contract.ts';
import { mailboxHash, phoneHash } from '#commerce/referrals/identity.ts';
import { ApiError } from '#contract/errors.ts';
import { getItem, getItems, insertion, itemOf } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { referralCodeKey } from '../commerce-keys.ts';
import { findReferralCode } from '../referrals.ts';
import { personKey, referredKey } from './program-keys.ts';

/** A customer with a code. Addresses and phone numbers are stored as hashes only. */
const person = z.object({
  customer_id: z.string(),
  code: z.string(),
  phone: z.string().optional(),
});
export type Person = z.output<typeof person>;

export async function findPerson(table: Table, brandId: string, email: string): Promise<Person | undefined> {
  const item = await getItem(table, personKey(brandId, mailboxHash(email)));
  return item && person.parse(item);
}

/** The code of the customer, strongly consistent. */
export async function findCustomerCode(
  table: Table,
  { brand_id, customer_email }: CustomerCodeInput,
): Promise<ReferralCode | undefined> {
  const found = await findPerson(table, brand_id, customer_email);
  return found && (await findReferralCode(table, brand_id, found.code))?.code;
}

/**
 * Stores the code of a customer and `others` in one transaction.
 *
 * @throws ConditionFailed when the customer has a code meanwhile, or the brand has this code
 */
export const insertCustomerCode = (
  table: Table,
  { brand_id, customer_email, customer_phone }: CustomerCodeInput,
  code: ReferralCode & { readonly customer_id: string },
  others: readonly TransactAction[],
): Promise<void> => {
  const owner = mailboxHash(customer_email);
  const phone = customer_phone === undefined ? undefined : phoneHash(customer_phone);
  const canonical = code.code.toLowerCase();
  const known: Person = { customer_id: code.customer_id, code: canonical, ...(phone && { phone }) };
  return transact(table, [
    insertion({ ...personKey(brand_id, owner), ...known }),
    insertion({
      ...itemOf(referralCodeKey(brand_id, canonical), code),
      owner,
      ...(phone && { owner_phone: phone }),
    }),
    ...others,
  ]);
};

/** Longest chain of referrals that is searched for a loop. */
const longestChain = 20;

interface Redeemer {
  readonly brandId: string;
  readonly email: string;
  readonly phone: string | undefined;
}

/**
 * Checks that the owner of a code may refer a customer.
 *
 * @throws ApiError self_referral, referral_loop
 */
export async function requireReferable(
  table: Table,
  owner: { readonly mailbox: string; readonly phone: string | undefined },
  { brandId, email, phone }: Redeemer,
): Promise<void> {
  const mailbox = mailboxHash(email);
  const known = await findPerson(table, brandId, email);
  const phones = [phone === undefined ? undefined : phoneHash(phone), known?.phone];
  const hasSamePhone = owner.phone !== undefined && phones.includes(owner.phone);
  if (mailbox === owner.mailbox || hasSamePhone) throw new ApiError('self_referral');
  let link = owner.mailbox;
  for (let length = 0; length < longestChain; length++) {
    const [edge] = await getItems(table, [referredKey(brandId, link)]);
    if (edge === undefined) return;
    link = String(edge['referrer']);
    if (link === mailbox) throw new ApiError('referral_loop');
  }
}

/**
 * The actions of a referral between customers: the referred customer has one referrer, who was not referred by that customer
 * meanwhile, and the reward waits.
 */
export function referralActions(
  brandId: string,
  { owner, referred, reward }: { owner: string; referred: string; reward: Reward | undefined },
  rewardAction: (reward: Reward) => TransactAction,
): readonly TransactAction[] {
  return [
    insertion({
      ...referredKey(brandId, referred),
      referrer: owner,
      ...(reward && { customer_id: reward.customer_id, reward_id: reward.id }),
    }),
    {
      ConditionCheck: {
        Key: { ...referredKey(brandId, owner) },
        ConditionExpression: 'attribute_not_exists(pk) OR referrer <> :referred',
        ExpressionAttributeValues: { ':referred': referred },
      },
    },
    ...(reward ? [rewardAction(reward)] : []),
  ];
}

const waitingReward = z.object({ customer_id: z.string(), reward_id: z.string() });

/** The reward that waits for an order of this customer. */
export async function rewardOfReferred(
  table: Table,
  brandId: string,
  email: string,
): Promise<{ readonly customerId: string; readonly rewardId: string } | undefined> {
  const { data } = waitingReward.safeParse(await getItem(table, referredKey(brandId, mailboxHash(email))));
  return data && { customerId: data.customer_id, rewardId: data.reward_id };
}
