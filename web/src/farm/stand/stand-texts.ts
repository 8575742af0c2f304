import { plural } from '#web/text/format.ts';
import { inLanguage } from '#web/text/language.ts';
import type { Translated } from '#web/text/translated.ts';

const en = {
  title: 'Stand',
  offers: 'What you sell',
  search: 'Find a product',
  each: (price: string, unit: string) => `${price} · ${unit}`,
  count: (count: number) => plural(count, { one: '# in the basket', other: '# in the basket' }),
  basket: 'Basket',
  empty: 'Tap what the customer takes',
  line: (quantity: number, name: string) => `${quantity} × ${name}`,
  takeBack: (name: string) => `Take one back: ${name}`,
  email: 'E-mail of the customer',
  emailHint: 'Kept on the order, which then counts as one of this customer. No receipt is sent.',
  cash: (amount: string) => `Cash ${amount}`,
  card: (amount: string) => `Card ${amount}`,
  cashTitle: (amount: string) => `${amount} in cash`,
  exact: (amount: string) => `Exactly ${amount}`,
  given: (amount: string, change: string) => `${amount}, change ${change}`,
  other: 'Another amount',
  costs: (amount: string) => `The sale costs ${amount}`,
  take: 'Take this amount',
  sold: (amount: string) => `Sold for ${amount}`,
  soldAs: (amount: string, number: number) => `Sold for ${amount}, order #${number}`,
  change: (amount: string) => `Change: ${amount}`,
  waiting: 'No signal: kept on this device, and sent later',
};

const es: Translated<typeof en> = {
  title: 'Puesto',
  offers: 'Lo que vende',
  search: 'Buscar un producto',
  each: (price, unit) => `${price} · ${unit}`,
  count: (count) => plural(count, { one: '# en la cesta', other: '# en la cesta' }),
  basket: 'Cesta',
  empty: 'Toque lo que se lleva el cliente',
  line: (quantity, name) => `${quantity} × ${name}`,
  takeBack: (name) => `Devolver uno: ${name}`,
  email: 'Correo del cliente',
  emailHint: 'Queda en el pedido, que así cuenta como de este cliente. No se envía recibo.',
  cash: (amount) => `Efectivo ${amount}`,
  card: (amount) => `Tarjeta ${amount}`,
  cashTitle: (amount) => `${amount} en efectivo`,
  exact: (amount) => `Exactamente ${amount}`,
  given: (amount, change) => `${amount}, cambio ${change}`,
  other: 'Otro importe',
  costs: (amount) => `La venta cuesta ${amount}`,
  take: 'Cobrar este importe',
  sold: (amount) => `Vendido por ${amount}`,
  soldAs: (amount, number) => `Vendido por ${amount}, pedido #${number}`,
  change: (amount) => `Cambio: ${amount}`,
  waiting: 'Sin señal: queda en este dispositivo y se envía más tarde',
};

/** Texts of the till of a stand. */
export const standTexts = inLanguage({ en, es });
