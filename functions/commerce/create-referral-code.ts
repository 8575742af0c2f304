import { newReferralCode } from '#commerce/referral.ts';
import { createReferralCode } from '#contract/commerce/referrals.ts';
import { created, endpoint } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { putReferralCode } from '#store/commerce/referrals.ts';

export const handler = endpoint(createReferralCode, async ({ body, now, newId, recordReply }) => {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const code = newReferralCode(body, { id: newId(), now, random });
  const reply = created(code, undefined);
  await putReferralCode(commerceTable, code, recordReply(reply));
  return reply;
});
