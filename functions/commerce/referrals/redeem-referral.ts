import { newReferral } from '#commerce/referral.ts';
import { redeemReferral } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { referralHistory } from '#store/commerce/contacts/history.ts';
import { referBetweenCustomers } from '#store/commerce/referrals/refer.ts';
import { insertReferral } from '#store/commerce/referrals.ts';

export const handler = commerceEndpoint(
  redeemReferral,
  async ({ body, now, newId, recordReply, recordActivity, recordEvents }) => {
    const referral = newReferral(body, { id: newId(), now });
    const reply = created(referral, undefined);
    const { id, referral_code, referred_user_id, created_at } = referral;
    const between = await referBetweenCustomers(commerceTable, referral, {
      phone: body.referred_phone,
      rewardId: newId(),
    });
    const event = recordActivity(referral.brand_id, {
      event: 'referralCompleted',
      data: { referral_code, referred_user_id },
    });
    const events = recordEvents(referral.brand_id, [
      { type: 'referral.completed', data: { id, referral_code, referred_user_id, created_at } },
    ]);
    const history = await referralHistory(referral);
    const others = [...event, ...events, ...history, ...recordReply(reply)];
    await insertReferral(commerceTable, referral, others, between);
    return reply;
  },
);
