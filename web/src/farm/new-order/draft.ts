import type { Fulfillment } from '#commerce/orders/order.ts';
import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import type { StockLevel } from '#commerce/stock/contract.ts';
import type { NewOrder } from '#web/offline/outbox-entry.ts';

/** A line of an order that is being entered. */
export interface DraftLine {
  readonly productId: string;
  readonly variantId?: string | undefined;
  readonly name: string;
  readonly unit?: string | undefined;
  readonly quantity: number;
  readonly price: number;
  /** How this line is delivered, in an order with pickup and shipping. */
  readonly fulfillment?: 'pickup' | 'ship' | undefined;
}

/** The customer of an order that is being entered. */
export interface DraftCustomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
}

/** An order that is being entered. */
export interface Draft {
  readonly customer: DraftCustomer;
  readonly lines: readonly DraftLine[];
  readonly fulfillment: Fulfillment;
  readonly stopId: string;
  readonly pickupDate: string;
  readonly promoCode: string;
  readonly notes: string;
}

const noCustomer: DraftCustomer = { name: '', email: '', phone: '', address: '' };

export const emptyDraft: Draft = {
  customer: noCustomer,
  lines: [],
  fulfillment: 'pickup',
  stopId: '',
  pickupDate: '',
  promoCode: '',
  notes: '',
};

/** Something that can be sold: a product, or one of its variants. */
export interface Offer {
  readonly key: string;
  readonly line: DraftLine;
  readonly sku: string;
  /** What is left; undefined without tracked stock. */
  readonly available: number | undefined;
}

/** The key of a line: product and variant. */
export const keyOf = (line: {
  readonly productId: string;
  readonly variantId?: string | undefined;
}): string => (line.variantId === undefined ? line.productId : `${line.productId} ${line.variantId}`);

/** The name of the line that a fault of a request is about: that of the first line for `items.0.product_id`. */
export function lineNameOf(lines: readonly DraftLine[], fault: string): string | undefined {
  const [member, place] = fault.split('.');
  return member === 'items' ? lines[Number(place)]?.name : undefined;
}

/** Everything that can be sold now. Products with variants are sold as their variants. */
export function offersOf(
  products: readonly Product[],
  levels: ReadonlyMap<string, readonly StockLevel[]>,
): readonly Offer[] {
  return products
    .filter((product) => product.is_active)
    .flatMap((product) => {
      const variants = product.variants?.filter((variant) => variant.is_active) ?? [];
      if (variants.length === 0)
        return [offerOf({ productId: product.id, name: product.name }, product, product, levels)];
      return variants.map((variant) => {
        const name = `${product.name}, ${variant.name}`;
        return offerOf({ productId: product.id, variantId: variant.id, name }, product, variant, levels);
      });
    });
}

/** Offers whose name or SKU contains every word, those that begin with the text first. */
export function findOffers(offers: readonly Offer[], text: string): readonly Offer[] {
  const wanted = text.trim().toLocaleLowerCase();
  const words = wanted.split(/\s+/);
  const found = offers.filter(({ line, sku }) => {
    const searched = `${line.name} ${sku}`.toLocaleLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const rank = ({ line, sku }: Offer) =>
    sku.toLocaleLowerCase() === wanted ? 0 : line.name.toLocaleLowerCase().startsWith(wanted) ? 1 : 2;
  return found.sort((one, other) => rank(one) - rank(other));
}

/** The draft with one more of an offer. */
export function withOne(lines: readonly DraftLine[], { line }: Offer): readonly DraftLine[] {
  const key = keyOf(line);
  return lines.some((one) => keyOf(one) === key)
    ? lines.map((one) => (keyOf(one) === key ? { ...one, quantity: one.quantity + 1 } : one))
    : [...lines, line];
}

/** The request of a draft. Empty members are left out. */
export function orderInput(brandId: string, draft: Draft): NewOrder {
  const { customer, fulfillment, lines } = draft;
  const [name, email, phone, address, promo, notes] = [
    customer.name,
    customer.email,
    customer.phone,
    customer.address,
    draft.promoCode,
    draft.notes,
  ].map((text) => text.trim());
  const isPickup = fulfillment !== 'ship';
  return {
    brand_id: brandId,
    ...(name && { customer_name: name }),
    ...(email && { customer_email: email }),
    ...(phone && { customer_phone: phone }),
    ...(address && { customer_address: address }),
    items: lines.map(({ productId, variantId, quantity, price }) => ({
      product_id: productId,
      ...(variantId !== undefined && { variant_id: variantId }),
      quantity,
      price,
      fulfillment: isPickup ? 'pickup' : 'ship',
    })),
    fulfillment,
    ...(isPickup && draft.stopId && { stop_id: draft.stopId }),
    ...(isPickup && draft.stopId && draft.pickupDate && { pickup_date: draft.pickupDate }),
    ...(promo && { promo_code: promo }),
    ...(notes && { notes }),
  };
}

interface Sold {
  readonly price?: number | undefined;
  readonly unit?: string | undefined;
  readonly sku?: string | undefined;
}

function offerOf(
  named: Pick<DraftLine, 'productId' | 'variantId' | 'name'>,
  product: Product,
  sold: Sold,
  levels: ReadonlyMap<string, readonly StockLevel[]>,
): Offer {
  const level = levels
    .get(named.productId)
    ?.find((one) => one.variant_id === named.variantId && one.mode === 'tracked');
  const unit = sold.unit ?? product.unit;
  return {
    key: keyOf(named),
    line: { ...named, quantity: 1, price: sold.price ?? product.price ?? 0, ...(unit && { unit }) },
    sku: sold.sku ?? product.sku ?? '',
    available: level?.available,
  };
}
