import { redeem } from '#commerce/referral.ts';
import { redeemReferral } from '#contract/commerce/referrals.ts';
import { created, endpoint } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { putReferral } from '#store/commerce/referrals.ts';

export const handler = endpoint(redeemReferral, async ({ body, now, newId, recordReply, recordActivity }) => {
  const referral = redeem(body, { id: newId(), now });
  const reply = created(referral, undefined);
  const { referral_code, referred_user_id } = referral;
  const event = recordActivity(referral.brand_id, {
    event: 'referralCompleted',
    data: { referral_code, referred_user_id },
  });
  await putReferral(commerceTable, referral, [...event, ...recordReply(reply)]);
  return reply;
});
