import type { Product } from '#contract/commerce/products.ts';
import type { Item } from '../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { findInBrands } from './brand-items.ts';
import { catalogVersionKey, productKey } from './commerce-keys.ts';

/**
 * Stores a new product, `others` and the brand's next catalogue version in one transaction. Every write of a product
 * moves that version, which is how the product list learns that what it keeps in memory is out of date.
 */
export const insertProduct = (
  table: Table,
  product: Product,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    { Put: { Item: productItem(product), ConditionExpression: 'attribute_not_exists(pk)' } },
    nextCatalogueVersion(product.brand_id),
    ...others,
  ]);

/**
 * Stores the product as `after`.
 *
 * @throws ConditionFailed when the stored product is no longer `before`
 */
export const changeProduct = (table: Table, before: Product, after: Product): Promise<void> =>
  transact(table, [
    { Put: { Item: productItem(after), ...isStill(before) } },
    nextCatalogueVersion(after.brand_id),
  ]);

/**
 * Deletes the product.
 *
 * @throws ConditionFailed when the stored product is no longer `before`
 */
export const removeProduct = (table: Table, before: Product): Promise<void> =>
  transact(table, [
    { Delete: { Key: { ...productKey(before.brand_id, before.id) }, ...isStill(before) } },
    nextCatalogueVersion(before.brand_id),
  ]);

/** The product with this id, if one of the brands has it. */
export async function findProduct(
  table: Table,
  brandIds: readonly string[],
  id: string,
): Promise<Product | undefined> {
  const item = await findInBrands(table, brandIds, (brandId) => productKey(brandId, id));
  return item && productFrom(item);
}

/**
 * The product in an item of the table. It is kept as one text beside the attributes that conditions and orders look
 * at: the list reads thousands of products, and one attribute each takes the SDK a quarter of the time of a dozen.
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

const nextCatalogueVersion = (brandId: string): TransactAction => ({
  Update: {
    Key: { ...catalogVersionKey(brandId) },
    UpdateExpression: 'SET brand_id = :brand ADD catalogue_version :one',
    ExpressionAttributeValues: { ':brand': brandId, ':one': 1 },
  },
});
