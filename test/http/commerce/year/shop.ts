import type { BrandYear } from './brand-year.ts';

/** A product as the shop of the year sells it. */
interface SoldProduct {
  readonly id: string;
  price: number;
  readonly variantIds: readonly string[];
}

/** What the shop sells and where. */
export interface Shop {
  readonly products: SoldProduct[];
  readonly stopIds: readonly string[];
  /** Products with tracked stock. */
  readonly trackedIds: readonly string[];
  /** Products that were deleted. */
  readonly deletedIds: string[];
  readonly promoCodes: readonly string[];
  /** A product that is never short. */
  readonly plenty: SoldProduct;
}

const taxPercent = 4.25;
const shipping = { label: 'Shipping', fee_cents: 799, free_from_cents: 6000 };

const catalog = [
  { name: 'Eggs', price: 5.5, category: 'dairy' },
  { name: 'Carrots', price: 2.335, category: 'roots' },
  { name: 'Potatoes', price: 0.0999, category: 'roots' },
  { name: 'Honey', price: 12, category: 'pantry', variants: [{ name: 'Small' }, { name: 'Large' }] },
  { name: 'Lettuce', price: 3.25, category: 'greens' },
  { name: 'Chicken', price: 17.455, category: 'meat' },
  { name: 'Cherries', price: 6.75, category: 'fruit' },
];

/** Products of which the shop has a limited stock. */
const tracked = ['Eggs', 'Honey', 'Chicken'];

/** Opens the shop: products with stock, stops, promo codes and settings. */
export async function openShop(year: BrandYear): Promise<Shop> {
  const { brandId: brand_id } = year;
  await year.done('PUT', `/brands/${brand_id}/order-settings`, {
    promotions: 'on',
    tax_rates: [{ label: 'Sales tax', rate_percent: taxPercent }],
    shipping,
  });
  const products: SoldProduct[] = [];
  const trackedIds: string[] = [];
  const deletedIds: string[] = [];
  for (const product of catalog) {
    const { id, variants = [] } = await year.done('POST', '/products', { brand_id, ...product });
    products.push({ id, price: product.price, variantIds: variants.map((one: { id: string }) => one.id) });
    if (!tracked.includes(product.name)) continue;
    trackedIds.push(id);
    await year.done('PUT', `/products/${id}/stock`, { mode: 'tracked', low_stock_at: 12 });
    await receive(year, id, 40);
  }
  const hours = [{ weekday: 'saturday', opens: '08:30', closes: '12:00' }];
  const cut_off = { days_before: 1, time: '18:00' };
  const market = await year.done('POST', '/stops', { brand_id, name: 'Market', hours, cut_off });
  const farm = await year.done('POST', '/stops', { brand_id, name: 'Farm stand', hours, capacity: 6 });
  const promoCodes = [
    { code: 'WELCOME', kind: 'percent', percent: 12.5, first_order_only: true },
    { code: 'FIVE-OFF', kind: 'fixed', amount_cents: 500, minimum_cents: 2000, max_uses: 15 },
    { code: 'SHIPFREE', kind: 'free_shipping', max_uses_per_customer: 2 },
  ];
  for (const promoCode of promoCodes) await year.done('POST', '/promo-codes', { brand_id, ...promoCode });
  planCatalogChanges(year, products, trackedIds, deletedIds);
  const plenty = products.find(({ price }) => price === 3.25);
  if (plenty === undefined) throw new Error('No lettuce');
  return {
    products,
    trackedIds,
    deletedIds,
    stopIds: [market.id, farm.id],
    promoCodes: promoCodes.map(({ code }) => code),
    plenty,
  };
}

export const receive = (year: BrandYear, productId: string, quantity: number) =>
  year.done('POST', `/products/${productId}/stock/adjustments`, { kind: 'receive', quantity });

/** Prices change, a product comes and a product goes. Stock is counted and written off. */
function planCatalogChanges(
  year: BrandYear,
  products: SoldProduct[],
  trackedIds: readonly string[],
  deletedIds: string[],
): void {
  const [eggs, carrots, potatoes] = products;
  if (eggs === undefined || carrots === undefined || potatoes === undefined) throw new Error('No products');
  year.at(year.moment('04-03T08:00'), async () => {
    await year.done('PATCH', `/products/${carrots.id}`, { price: 2.5, description: 'Sweet' });
    carrots.price = 2.5;
    // A patch that changes nothing is no change.
    await year.done('PATCH', `/products/${carrots.id}`, { price: 2.5 });
  });
  year.at(year.moment('06-12T08:00'), async () => {
    const input = { brand_id: year.brandId, name: 'Sweetcorn', price: 0.85, category: 'greens' };
    products.push({ id: (await year.done('POST', '/products', input)).id, price: 0.85, variantIds: [] });
    await year.done('POST', `/products/${trackedIds[2]}/stock/adjustments`, {
      kind: 'correct',
      quantity: 30,
    });
  });
  year.at(year.moment('09-20T08:00'), async () => {
    await year.done('DELETE', `/products/${potatoes.id}`);
    products.splice(products.indexOf(potatoes), 1);
    deletedIds.push(potatoes.id);
    const path = `/products/${eggs.id}/stock/adjustments`;
    await year.tried('POST', path, { kind: 'waste', quantity: 3, reason: 'Broken' });
  });
}
