import { type Amounts, amountsOf, plainPricing } from '#commerce/orders/amounts.ts';
import type { OrderSettings } from '#commerce/orders/contract.ts';
import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import type { PromoCode } from '#commerce/promo-codes/contract.ts';
import { discountOf } from '#commerce/promo-codes/rules.ts';
import type { Draft } from './draft.ts';

/** What the amounts depend on beside the draft. */
interface Rules {
  readonly currency: string;
  readonly settings: OrderSettings | undefined;
  readonly catalog: ReadonlyMap<string, Product>;
  readonly promo: PromoCode | undefined;
}

/** The amounts that the service computes for a draft; undefined for a draft that it refuses. */
export function estimateOf(
  { lines, fulfillment }: Pick<Draft, 'lines' | 'fulfillment'>,
  { currency, settings, catalog, promo }: Rules,
): Omit<Amounts, 'lines'> | undefined {
  const items = lines.map(({ productId, price, quantity }) => ({ product_id: productId, price, quantity }));
  const discount = promo && discountOf({ items }, promo);
  const amounts = amountsOf(
    // An order without items has no shipping yet.
    { items, fulfillment: items.length === 0 ? 'pickup' : fulfillment },
    {
      currency,
      settings: settings ?? plainPricing.settings,
      categoryOf: (id) => catalog.get(id)?.tax_category ?? catalog.get(id)?.category,
      ...(promo &&
        typeof discount === 'number' && {
          promotion: {
            id: promo.id,
            code: promo.code,
            issue: promo.created_at,
            free_shipping: promo.kind === 'free_shipping',
            discount_cents: discount,
            ...(promo.product_ids && {
              product_ids: promo.product_ids.filter((id) => lines.some(({ productId }) => productId === id)),
            }),
          },
        }),
    },
  );
  if ('member' in amounts) return undefined;
  const { lines: _, ...estimate } = amounts;
  return estimate;
}
