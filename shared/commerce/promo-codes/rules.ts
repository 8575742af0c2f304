import { v5 } from 'uuid';
import { tidyCode } from '#contract/text-forms.ts';
import type { PromoCode, PromoCodeInput, PromoCodeReplacement } from './contract.ts';

/** Id of a code in its brand, the same in any letter case and however it is typed, so that a brand has each code once. */
export const promoCodeId = (brandId: string, code: string): string =>
  v5(`promo:${tidyCode(code).toLowerCase()}`, Buffer.from(brandId.replaceAll('-', ''), 'hex'));

/** Whether a text can be a promo code at all. */
export const isPromoCode = (code: string): boolean => /^[A-Za-z0-9_-]{2,50}$/.test(tidyCode(code));

export function newPromoCode(input: PromoCodeInput, now: Date): PromoCode {
  const time = now.toISOString();
  const id = promoCodeId(input.brand_id, input.code);
  return { id, ...input, use_count: 0, created_at: time, updated_at: time, version: 1 };
}

/** The promo code with all its rules replaced and the next version. */
export function replacePromoCode(before: PromoCode, rules: PromoCodeReplacement, now: Date): PromoCode {
  const { id, brand_id, code, use_count, created_at, version } = before;
  return {
    id,
    brand_id,
    code,
    ...rules,
    use_count,
    created_at,
    updated_at: now.toISOString(),
    version: version + 1,
  };
}
