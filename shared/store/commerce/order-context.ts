import type { CatalogRules, KnownProduct } from '#commerce/check-items.ts';
import { emailHash } from '#commerce/customer.ts';
import type { CustomerKind } from '#commerce/order-figures.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { getItem, getItems, type ItemKey } from '../dynamodb/items.ts';
import type { Table, TransactAction } from '../dynamodb/table.ts';
import { brandKey, catalogVersionKey, customerKey, productKey } from './commerce-keys.ts';
import { productAttribute, productFrom } from './products.ts';

export interface OrderContext extends CatalogRules {
  readonly customer: CustomerKind;
  /** Conditions that fail if a product has changed since it was read. */
  readonly productConditions: readonly TransactAction[];
}

/**
 * Transactions are limited to 100 actions, and each product of an order may need one for its figures. Up to this many
 * products have a condition each. For more products, one condition on the catalog version covers all of them, and a change
 * of any product of the brand fails it.
 */
export const maxCheckedProducts = 40;

/**
 * Reads the order's brand, customer and products, strongly consistent: in one round trip for up to 98 products. An order of
 * more than {@link maxCheckedProducts} products needs one more round trip.
 */
export async function readOrderContext(table: Table, order: Order): Promise<OrderContext> {
  const { brand_id, customer_email, items } = order;
  const brand = brandKey(brand_id);
  const customer =
    customer_email === undefined ? undefined : customerKey(brand_id, emailHash(customer_email));
  const ids = new Map(items.map(({ product_id }) => [productKey(brand_id, product_id).sk, product_id]));
  const isLarge = ids.size > maxCheckedProducts;
  // Read before the products, so the condition detects a change in between.
  const version = isLarge ? await catalogVersion(table, brand_id) : 0;
  const keys = [...ids.keys()].map((sk) => ({ pk: brand.pk, sk }));
  const wanted = [brand, ...(customer ? [customer] : []), ...keys];
  const found = await getItems(table, wanted, ['sk', 'catalog', 'prices', productAttribute]);
  const bySk = new Map(found.map((item) => [String(item['sk']), item]));
  const settings = bySk.get(brand.sk);
  const products = new Map(
    [...ids].flatMap(([sk, id]): [string, KnownProduct][] => {
      const product = bySk.get(sk);
      return product ? [[id, productFrom(product)]] : [];
    }),
  );
  return {
    catalog: settings?.['catalog'] === 'external' ? 'external' : 'managed',
    prices: settings?.['prices'] === 'match' ? 'match' : 'trust',
    customer: customer === undefined ? 'without-email' : bySk.has(customer.sk) ? 'returning' : 'new',
    products,
    productConditions: isLarge
      ? [versionCheck(catalogVersionKey(brand_id), 'catalogue_version', version)]
      : [...products].map(([id, product]) =>
          versionCheck(productKey(brand_id, id), 'version', product.version),
        ),
  };
}

/** 0 for a brand without products. */
async function catalogVersion(table: Table, brandId: string): Promise<number> {
  return Number((await getItem(table, catalogVersionKey(brandId)))?.['catalogue_version'] ?? 0);
}

const versionCheck = (key: ItemKey, attribute: string, version: number): TransactAction => ({
  ConditionCheck: {
    Key: { ...key },
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': attribute },
    ExpressionAttributeValues: { ':version': version },
  },
});
