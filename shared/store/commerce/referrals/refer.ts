import { canonicalCode } from '#commerce/referral.ts';
import type { Referral } from '#commerce/referrals/contract.ts';
import { mailboxHash } from '#commerce/referrals/identity.ts';
import { pendingReward } from '#commerce/referrals/rewards.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { findReferralCode } from '../referrals.ts';
import { referralActions, requireReferable } from './people.ts';
import { newRewardAction } from './reward-actions.ts';
import { findReferralSettings } from './settings.ts';

/**
 * The actions of a redemption whose code belongs to a customer; none for a code of the brand itself.
 *
 * @throws ApiError self_referral, referral_loop
 */
export async function referBetweenCustomers(
  table: Table,
  referral: Referral,
  { phone, rewardId }: { readonly phone: string | undefined; readonly rewardId: string },
): Promise<readonly TransactAction[]> {
  const { brand_id: brandId, referred_email: email, referral_code } = referral;
  const canonical = canonicalCode(referral_code);
  const found = canonical === undefined ? undefined : await findReferralCode(table, brandId, canonical);
  const customerId = found?.code.customer_id;
  if (found?.owner === undefined || customerId === undefined) return [];
  await requireReferable(table, found.owner, { brandId, email, phone });
  const settings = await findReferralSettings(table, brandId);
  const reward = pendingReward(settings, referral, {
    id: rewardId,
    customerId,
    referralCode: found.code.code,
  });
  return referralActions(
    brandId,
    { owner: found.owner.mailbox, referred: mailboxHash(email), reward },
    newRewardAction,
  );
}
