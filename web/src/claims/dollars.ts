import { formatAmount } from '#web/text/format.ts';

/** Formats an amount of a claim or payment. Claims of this service are billed in US dollars. */
export const dollars = (amount: number): string => formatAmount(amount, 'USD');
