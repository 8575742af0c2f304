import type { Product } from '#contract/commerce/products.ts';
import { type Item, insertion } from '../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { finder } from './brand-items.ts';
import { catalogVersionKey, productKey } from './commerce-keys.ts';

/**
 * Stores a new product, `others` and the brand's next catalog version in one transaction. Every write of a product
 * increments that version, so the product list detects that its copy in memory is stale.
 */
export const insertProduct = (
  table: Table,
  product: Product,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [insertion(productItem(product)), nextCatalogVersion(product.brand_id), ...others]);

/**
 * Replaces the product.
 *
 * @throws ConditionFailed when the stored product is no longer `before`
 */
export const changeProduct = (table: Table, before: Product, after: Product): Promise<void> =>
  transact(table, [
    { Put: { Item: productItem(after), ...isStill(before) } },
    nextCatalogVersion(after.brand_id),
  ]);

/**
 * Deletes the product.
 *
 * @throws ConditionFailed when the stored product is no longer `before`
 */
export const removeProduct = (table: Table, before: Product): Promise<void> =>
  transact(table, [
    { Delete: { Key: { ...productKey(before.brand_id, before.id) }, ...isStill(before) } },
    nextCatalogVersion(before.brand_id),
  ]);

/**
 * The product in an item. It is one text attribute, next to the attributes that conditions and orders use, because the SDK
 * reads one attribute in a quarter of the time of a dozen, and the list reads thousands of products.
 */
export const productFrom = (item: Item): Product => JSON.parse(String(item[productAttribute]));

/** The only attribute that reading a product needs. */
export const productAttribute = 'product';

const productItem = (product: Product) => ({
  ...productKey(product.brand_id, product.id),
  version: product.version,
  is_active: product.is_active,
  [productAttribute]: JSON.stringify(product),
});

const isStill = ({ version }: Product) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

const nextCatalogVersion = (brandId: string): TransactAction => ({
  Update: {
    Key: { ...catalogVersionKey(brandId) },
    UpdateExpression: 'SET brand_id = :brand ADD catalogue_version :one',
    ExpressionAttributeValues: { ':brand': brandId, ':one': 1 },
  },
});

export const findProduct = finder(productKey, productFrom);
