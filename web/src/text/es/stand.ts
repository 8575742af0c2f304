import type { stand as english } from '../en/stand.ts';
import { plural } from '../format.ts';
import type { Translated } from '../translated.ts';

export const stand: Translated<typeof english> = {
  title: 'Puesto',
  offers: 'Lo que vende',
  search: 'Buscar un producto',
  each: (price, unit) => `${price} · ${unit}`,
  count: (count) => plural(count, { one: '# en la cesta', other: '# en la cesta' }),
  basket: 'Cesta',
  empty: 'Toque lo que se lleva el cliente',
  line: (quantity, name) => `${quantity} × ${name}`,
  takeBack: (name) => `Devolver uno: ${name}`,
  receipt: 'Correo para el recibo',
  receiptHint: 'El cliente recibe la confirmación del pedido, si la marca envía confirmaciones.',
  cash: (amount) => `Efectivo ${amount}`,
  card: (amount) => `Tarjeta ${amount}`,
  cashTitle: (amount) => `${amount} en efectivo`,
  exact: (amount) => `Exactamente ${amount}`,
  given: (amount, change) => `${amount}, cambio ${change}`,
  other: 'Otro importe',
  costs: (amount) => `La venta cuesta ${amount}`,
  take: 'Cobrar este importe',
  sold: (amount) => `Vendido por ${amount}`,
  change: (amount) => `Cambio: ${amount}`,
  waiting: 'Sin señal: queda en este dispositivo y se envía más tarde',
};
