import { plural } from '../format.ts';

/** Texts of the till of a stand. */
export const stand = {
  title: 'Stand',
  offers: 'What you sell',
  search: 'Find a product',
  each: (price: string, unit: string) => `${price} · ${unit}`,
  count: (count: number) => plural(count, { one: '# in the basket', other: '# in the basket' }),
  basket: 'Basket',
  empty: 'Tap what the customer takes',
  line: (quantity: number, name: string) => `${quantity} × ${name}`,
  takeBack: (name: string) => `Take one back: ${name}`,
  receipt: 'E-mail for the receipt',
  receiptHint: 'The customer gets the confirmation of the order, if the brand sends confirmations.',
  cash: (amount: string) => `Cash ${amount}`,
  card: (amount: string) => `Card ${amount}`,
  cashTitle: (amount: string) => `${amount} in cash`,
  exact: (amount: string) => `Exactly ${amount}`,
  given: (amount: string, change: string) => `${amount}, change ${change}`,
  other: 'Another amount',
  costs: (amount: string) => `The sale costs ${amount}`,
  take: 'Take this amount',
  sold: (amount: string) => `Sold for ${amount}`,
  change: (amount: string) => `Change: ${amount}`,
  waiting: 'No signal: kept on this device, and sent later',
};
