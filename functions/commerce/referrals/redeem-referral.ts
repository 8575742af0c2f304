import { newReferral } from '#commerce/referral.ts';
import { redeemReferral } from '#contract/commerce/referrals.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertReferral } from '#store/commerce/referrals.ts';

export const handler = commerceEndpoint(
  redeemReferral,
  async ({ body, now, newId, recordReply, recordActivity }) => {
    const referral = newReferral(body, { id: newId(), now });
    const reply = created(referral, undefined);
    const { referral_code, referred_user_id } = referral;
    const event = recordActivity(referral.brand_id, {
      event: 'referralCompleted',
      data: { referral_code, referred_user_id },
    });
    await insertReferral(commerceTable, referral, [...event, ...recordReply(reply)]);
    return reply;
  },
);
