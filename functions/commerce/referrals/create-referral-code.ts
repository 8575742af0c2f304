import { newReferralCode } from '#commerce/referral.ts';
import { createReferralCode } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertReferralCode } from '#store/commerce/referrals.ts';

export const handler = commerceEndpoint(createReferralCode, async ({ body, now, newId, recordReply }) => {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const code = newReferralCode(body, { id: newId(), now, random });
  const reply = created(code, undefined);
  await insertReferralCode(commerceTable, code, recordReply(reply));
  return reply;
});
