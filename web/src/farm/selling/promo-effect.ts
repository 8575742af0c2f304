import type { PromoCode } from '#contract/commerce/promo-codes.ts';
import { formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

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
