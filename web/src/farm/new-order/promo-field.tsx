import type { OrderSettings, PromoCode } from '#clients/typescript/src/commerce/schemas.ts';
import { TextField } from '#web/components/fields.tsx';
import { formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { isUsable } from './estimate.ts';

/** The active promo code with this text, without regard to letter case. */
export const promoOf = (codes: readonly PromoCode[] | undefined, text: string): PromoCode | undefined => {
  const wanted = text.trim().toLowerCase();
  return codes?.find((promo) => promo.code.toLowerCase() === wanted && isUsable(promo, new Date()));
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

/** What a promo code gives, in words. */
export function effectOf({ kind, percent, amount_cents }: PromoCode, currency: string): string {
  const { percentOff, amountOff, freeShipping } = texts.orders.fresh;
  switch (kind) {
    case 'percent':
      return percentOff(`${formatNumber(percent ?? 0)} %`);
    case 'fixed':
      return amountOff(formatMoney(amount_cents ?? 0, currency));
    case 'free_shipping':
      return freeShipping;
  }
}
