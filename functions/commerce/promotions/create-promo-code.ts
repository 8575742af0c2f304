import { createPromoCode } from '#commerce/promo-codes/contract.ts';
import { newPromoCode } from '#commerce/promotions/promo-code.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertPromoCode } from '#store/commerce/promotions/promo-codes.ts';

export const handler = commerceEndpoint(createPromoCode, async ({ body, now, recordReply }) => {
  const promoCode = newPromoCode(body, now);
  const reply = created(promoCode, `/api/v1/promo-codes/${promoCode.id}`, { version: promoCode.version });
  await insertPromoCode(commerceTable, promoCode, recordReply(reply));
  return reply;
});
