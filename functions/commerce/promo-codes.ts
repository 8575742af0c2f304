import type * as declared from '#commerce/promo-codes/contract.ts';
import { promoCodes, replaceRules } from '#commerce/promo-codes/records.ts';
import { newPromoCode, replacePromoCode } from '#commerce/promo-codes/rules.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, noContent, ok, okPage } from '#http/reply/replies.ts';

export function createPromoCode({ body, now }: Call<typeof declared.createPromoCode>) {
  const promoCode = newPromoCode(body, now);
  const reply = created(promoCode, `/api/v1/promo-codes/${promoCode.id}`, promoCode);
  return change(reply, promoCodes.insert(promoCode, { otherwise: 'promo_code_exists' }));
}

export async function listPromoCodes({ query: { brand_id, ...page } }: Call<typeof declared.listPromoCodes>) {
  const { data, nextCursor } = await promoCodes.page({ brand_id }, page);
  return okPage(data, nextCursor);
}

export const getPromoCode = ({ resource: promoCode }: Call<typeof declared.getPromoCode>) =>
  ok(promoCode, promoCode);

export function updatePromoCode({ resource: promoCode, body, now }: Call<typeof declared.updatePromoCode>) {
  const replaced = replacePromoCode(promoCode, body, now);
  return change(ok(replaced, replaced), replaceRules(promoCode, replaced));
}

export const deletePromoCode = ({ resource: promoCode }: Call<typeof declared.deletePromoCode>) =>
  change(noContent(), promoCodes.remove(promoCode));
