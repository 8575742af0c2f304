import { commerceTable } from '#store/commerce/commerce-table.ts';
import { getItems, type ItemKey } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { brands } from '../brands/records.ts';
import { defaultSettings } from '../brands/rules.ts';
import { catalogVersions, productAttribute, products as productRecords } from '../products/records.ts';
import type { StockLevel } from '../stock/contract.ts';
import { readStockLevels } from '../stock/records.ts';
import type { NamedProduct as LowProduct } from '../stock/reserve.ts';
import { stops } from '../stops/records.ts';
import type { PickupRules } from '../stops/rules.ts';
import type { OrderSettings } from './contract.ts';
import type { CatalogRules, KnownProduct, NamedProduct } from './items.ts';
import type { OrderInput } from './order.ts';
import { settings as settingsRecord, stockTracking } from './records.ts';

export interface OrderContext extends CatalogRules, PickupRules {
  readonly products: ReadonlyMap<string, StoredProduct>;
  readonly currency: string;
  readonly settings: OrderSettings;
  /** Tax category of a product; undefined for unknown products and products without one. */
  readonly categoryOf: (productId: string) => string | undefined;
  /** Levels of the products by name; empty for a brand that never tracked stock. */
  readonly stock: ReadonlyMap<string, StockLevel>;
  /** Conditions that fail if a product has changed since it was read. */
  readonly productConditions: readonly TransactAction[];
}

/**
 * Transactions are limited to 100 actions, and each product of an order may need one for its figures and one for its stock.
 * Up to this many products have a condition each. For more products, one condition on the catalog version covers all of
 * them, and a change of any product of the brand fails it.
 */
export const maxCheckedProducts = 20;

/**
 * Reads the order's brand, settings, stop and products, strongly consistent: in one round trip for up to 96 products. An
 * order of more than {@link maxCheckedProducts} products needs one more round trip, and so does a brand that tracks stock.
 */
export async function readOrderContext(
  order: OrderInput,
  judges: (line: OrderInput['items'][number]) => boolean = () => true,
): Promise<OrderContext> {
  const { brand_id, items } = order;
  const brand = brands.key({ brand_id });
  const settings = settingsRecord.at({ brand_id });
  const tracking = stockTracking.key({ brand_id });
  const ids = new Map(
    items.map(({ product_id }) => [product_id, productRecords.key({ brand_id, id: product_id })]),
  );
  const judged = new Set(items.filter(judges).map(({ product_id }) => product_id));
  const isLarge = judged.size > maxCheckedProducts;
  // Read before the products, so the condition detects a change in between.
  const version = isLarge ? (await catalogVersions.find({ brand_id })).catalog_version : 0;
  const stop = order.stop_id === undefined ? undefined : stops.key({ brand_id, id: order.stop_id });
  const wanted = [brand, settings.key, tracking, ...(stop ? [stop] : []), ...ids.values()];
  const found = await getItems(commerceTable, wanted, contextAttributes);
  const bySk = new Map(found.map((item) => [String(item['sk']), item]));
  const ofBrand = bySk.get(brand.sk);
  const products = new Map(
    [...ids].flatMap(([id, { sk }]): [string, StoredProduct][] => {
      const product = bySk.get(sk);
      return product ? [[id, productRecords.read(product)]] : [];
    }),
  );
  const storedStop = stop && bySk.get(stop.sk);
  return {
    stops: ofBrand?.['stops'] === 'managed' ? 'managed' : 'external',
    time_zone: String(ofBrand?.['time_zone'] ?? defaultSettings.time_zone),
    ...(storedStop !== undefined && { stop: stops.read(storedStop) }),
    catalog: ofBrand?.['catalog'] === 'external' ? 'external' : 'managed',
    prices: ofBrand?.['prices'] === 'match' ? 'match' : 'trust',
    currency: String(ofBrand?.['currency'] ?? defaultSettings.currency),
    settings: settings.read(bySk.get(settings.key.sk)),
    categoryOf: (productId) => {
      const product = products.get(productId);
      return product?.tax_category ?? product?.category;
    },
    stock: bySk.has(tracking.sk) ? await readStockLevels(brand_id, items) : new Map(),
    products,
    productConditions: isLarge
      ? [versionCheck(catalogVersions.key({ brand_id }), 'catalog_version', version)]
      : [...products]
          .filter(([id]) => judged.has(id))
          .map(([id, product]) =>
            versionCheck(productRecords.key({ brand_id, id }), 'version', product.version),
          ),
  };
}

/** Attributes of brands, settings, stops and products that an order depends on. */
const contextAttributes = [
  ...new Set([
    ...['sk', 'catalog', 'prices', 'currency', 'stops', 'time_zone'],
    ...settingsRecord.fields,
    'since',
    productAttribute,
    ...stops.fields,
  ]),
];

type StoredProduct = KnownProduct & LowProduct & NamedProduct;

const versionCheck = (key: ItemKey, attribute: string, version: number): TransactAction => ({
  ConditionCheck: {
    Key: { ...key },
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': attribute },
    ExpressionAttributeValues: { ':version': version },
  },
});
