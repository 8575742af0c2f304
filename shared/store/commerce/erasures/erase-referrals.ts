import { randomUUID } from 'node:crypto';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { normalEmail } from '#commerce/customer.ts';
import type { Erasure } from '#contract/commerce/personal-data.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { redemptionKey, redemptionsOf } from '../commerce-keys.ts';
import { countErased } from './erasures.ts';

/**
 * Replaces the e-mail address of the person, and the key and id that derive from it, in every redemption. The count of its
 * code stays.
 *
 * @returns false when the time is up
 */
export async function eraseReferrals(
  table: Table,
  { brandId, emails }: ErasedPerson,
  { erasure, isTimeUp }: { readonly erasure: Erasure; isTimeUp(): boolean },
): Promise<boolean> {
  if (emails.length === 0) return true;
  for await (const item of queryItems(table, redemptionsOf(brandId))) {
    if (isTimeUp()) return false;
    if (!emails.includes(normalEmail(String(item['referred_email'])))) continue;
    const { pk, sk } = item;
    const replaced = randomUUID();
    const code = String(item['referral_code']).toLowerCase();
    await transact(table, [
      { Delete: { Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' } },
      {
        Put: {
          Item: {
            ...item,
            ...redemptionKey(brandId, code, `erased-${replaced}`),
            referred_email: `${replaced}@erased.invalid`,
            referred_user_id: replaced,
          },
        },
      },
      countErased(erasure, 'referrals'),
    ]);
  }
  return true;
}
