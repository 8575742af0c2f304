import { useState } from 'preact/hooks';
import type { Order } from '#commerce/orders/order.ts';
import type { ApiInput } from '#web/api/api.ts';
import { texts } from '#web/text/texts.ts';
import type { Delivery } from '../new-order/delivery-fields.tsx';
import type { DraftLine } from '../new-order/draft.ts';
import type { Offers } from '../new-order/offers.ts';
import { lineName } from '../selling/catalog.ts';

/** The members of an order that a person edits, as texts. */
export interface OrderEdit extends Delivery {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly notes: string;
  readonly promoCode: string;
  readonly lines: readonly DraftLine[];
}

/** The state of an edit. `restart` begins again with another version of the order. */
export function useOrderEdit(order: Order, offers: Offers) {
  const [edit, setEdit] = useState<OrderEdit>(() => editOf(order));
  const named = {
    ...edit,
    lines: edit.lines.map((line) => ({
      ...line,
      name:
        line.name ||
        (lineName(offers.products, { product_id: line.productId, variant_id: line.variantId }) ??
          texts.orders.one.deletedProduct),
    })),
  };
  return {
    edit: named,
    change: (part: Partial<OrderEdit>) => setEdit((before) => ({ ...before, ...part })),
    restart: (current: Order) => setEdit(editOf(current)),
  };
}

/** The merge patch of an edit: changed members only, and null for those that are now empty. */
export function editInput(order: Order, edit: OrderEdit): ApiInput<'PATCH /api/v1/orders/{id}'> {
  const isPickup = edit.fulfillment !== 'ship';
  const before = editOf(order);
  const email = edit.email.trim();
  return {
    id: order.id,
    ...(!isSame(before.lines, edit.lines) && { items: edit.lines.map((line) => itemOf(line, edit)) }),
    ...(email && email !== before.email && { customer_email: email }),
    ...changed('customer_name', edit.name, before.name),
    ...changed('customer_phone', edit.phone, before.phone),
    ...changed('customer_address', edit.address, before.address),
    ...changed('notes', edit.notes, before.notes),
    ...changed('promo_code', edit.promoCode, before.promoCode),
    ...(edit.fulfillment !== before.fulfillment && {
      fulfillment: edit.fulfillment,
      items: edit.lines.map((line) => itemOf(line, edit)),
    }),
    ...changed('stop_id', isPickup ? edit.stopId : '', before.stopId),
    ...changed('pickup_date', isPickup && edit.stopId ? edit.pickupDate : '', before.pickupDate),
  };
}

function editOf(order: Order): OrderEdit {
  return {
    name: order.customer_name ?? '',
    email: order.customer_email ?? '',
    phone: order.customer_phone ?? '',
    address: order.customer_address ?? '',
    notes: order.notes ?? '',
    promoCode: order.promo_code ?? '',
    fulfillment: order.delivery,
    stopId: order.stop_id ?? '',
    pickupDate: order.pickup_date ?? '',
    lines: order.items.map((item) => ({
      productId: item.product_id,
      ...(item.variant_id !== undefined && { variantId: item.variant_id }),
      name: '',
      quantity: item.quantity,
      price: item.price,
      fulfillment: item.delivery,
    })),
  };
}

type Clearable =
  | 'customer_name'
  | 'customer_phone'
  | 'customer_address'
  | 'notes'
  | 'promo_code'
  | 'stop_id'
  | 'pickup_date';

function changed(
  member: Clearable,
  after: string,
  before: string,
): Partial<Record<Clearable, string | null>> {
  const text = after.trim();
  return text === before ? {} : { [member]: text === '' ? null : text };
}

function itemOf({ productId, variantId, quantity, price, fulfillment }: DraftLine, edit: OrderEdit) {
  const way = edit.fulfillment === 'mixed' ? (fulfillment ?? 'pickup') : edit.fulfillment;
  return {
    product_id: productId,
    ...(variantId !== undefined && { variant_id: variantId }),
    quantity,
    price,
    fulfillment: way,
  };
}

const isSame = (one: readonly DraftLine[], other: readonly DraftLine[]): boolean =>
  one.length === other.length &&
  one.every((line, index) => {
    const { productId, variantId, quantity, price } = other[index] ?? {};
    return (
      line.productId === productId &&
      line.variantId === variantId &&
      line.quantity === quantity &&
      line.price === price
    );
  });
