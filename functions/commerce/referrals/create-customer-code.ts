import { personId } from '#commerce/customer.ts';
import { newReferralCode } from '#commerce/referral.ts';
import { createCustomerCode } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findCustomerCode, insertCustomerCode } from '#store/commerce/referrals/people.ts';

export const handler = commerceEndpoint(createCustomerCode, ({ body, now, newId, recordReply }) =>
  retryOnConflict(async () => {
    const known = await findCustomerCode(commerceTable, body);
    if (known) return created(known, undefined);
    const { brand_id, customer_email } = body;
    const random = crypto.getRandomValues(new Uint8Array(16));
    const { created_at, ...made } = newReferralCode({ brand_id }, { id: newId(), now, random });
    const code = { ...made, customer_id: personId(brand_id, customer_email), created_at };
    const reply = created(code, undefined);
    await insertCustomerCode(commerceTable, body, code, recordReply(reply));
    return reply;
  }),
);
