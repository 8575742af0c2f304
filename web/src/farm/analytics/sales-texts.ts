import { inLanguage } from '#web/text/language.ts';
import type { SalesAmount } from './figures.ts';

type Names = Readonly<Record<SalesAmount, string>>;

/** In the order in which the amounts follow from each other. */
export const en: Names = {
  gross: 'Gross',
  cancelled: 'Cancelled',
  discounts: 'Discounts',
  refunded: 'Refunded',
  tax: 'Taxes',
  net: 'Net',
  received: 'Received',
};

export const es: Names = {
  gross: 'Bruto',
  cancelled: 'Cancelado',
  discounts: 'Descuentos',
  refunded: 'Reembolsado',
  tax: 'Impuestos',
  net: 'Neto',
  received: 'Cobrado',
};

/** Names of the amounts of sales, on the home page and in reports. */
export const salesTexts: Names = inLanguage({ en, es });

/** The amounts of sales in their order. */
export const salesAmounts: readonly SalesAmount[] = [
  'gross',
  'cancelled',
  'discounts',
  'refunded',
  'tax',
  'net',
  'received',
];
