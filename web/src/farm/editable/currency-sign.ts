import { formatAmount } from '#web/text/format.ts';

/** The sign of a currency in the language of the page, such as $. */
export const currencySign = (currency: string): string =>
  formatAmount(0, currency).replaceAll(/[\d.,\s\u00a0\u202f]/g, '');
