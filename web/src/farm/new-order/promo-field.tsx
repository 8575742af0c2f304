import { refusalNow } from '#commerce/promotions/discount.ts';
import type { OrderSettings } from '#contract/commerce/order-settings.ts';
import type { PromoCode } from '#contract/commerce/promo-codes.ts';
import { TextField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { effectOf } from '../selling/promo-effect.ts';

/** The active promo code with this text, without regard to letter case. */
export const promoOf = (codes: readonly PromoCode[] | undefined, text: string): PromoCode | undefined => {
  const wanted = text.trim().toLowerCase();
  return codes?.find(
    (promo) => promo.code.toLowerCase() === wanted && refusalNow(promo, new Date()) === undefined,
  );
};

/** A field for a promo code that says at once what the code gives. */
export function PromoField({
  value,
  onChange,
  codes,
  settings,
  currency,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly codes: readonly PromoCode[] | undefined;
  readonly settings: OrderSettings | undefined;
  readonly currency: string;
}) {
  const { fresh } = texts.orders;
  const promo = promoOf(codes, value);
  const isEntered = value.trim() !== '';
  const isOff = settings?.promotions === 'off';
  const isUnknown = isEntered && !isOff && codes !== undefined && promo === undefined;
  return (
    <TextField
      label={fresh.promoCode}
      name="promo_code"
      optional
      code
      value={value}
      onChange={onChange}
      error={isUnknown ? fresh.promoUnknown : undefined}
      hint={isEntered && isOff ? fresh.promoOff : promo && fresh.promoFine(effectOf(promo, currency))}
    />
  );
}
