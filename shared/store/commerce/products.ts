import * as z from 'zod';
import type { Product } from '#contract/commerce/products.ts';
import { uuid } from '#contract/fields.ts';
import { getItems, type Item, insertion } from '../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { finder } from './brand-items.ts';
import { catalogVersionKey, productKey } from './commerce-keys.ts';
import { skuActions } from './product-skus.ts';
import { record } from './record.ts';

/**
 * Stores a new product, `others` and the brand's next catalog version in one transaction. Every write of a product
 * increments that version, so the product list detects that its copy in memory is stale.
 */
export const insertProduct = (
  table: Table,
  product: Product,
  others: readonly TransactAction[],
): Promise<void> => writeProduct(table, { after: product }, [insertion(productItem(product)), ...others]);

/**
 * Replaces the product.
 *
 * @throws ConditionFailed when the stored product is no longer `before`, ApiError sku_taken
 */
export const changeProduct = (
  table: Table,
  before: Product,
  after: Product,
  others: readonly TransactAction[] = [],
): Promise<void> => writeProduct(table, { before, after }, [...replacement(before, after), ...others]);

/** Names of products that were deleted, for reports about the time before. */
export const deletedProducts = record({
  name: 'deleted product',
  schema: z.object({ id: uuid, brand_id: uuid, name: z.string() }),
  records: 'products',
  pk: 'PRODUCTS#{brand_id}',
  sk: 'GONE#{id}',
  exported: 'deleted-products',
  person: 'none',
});

/**
 * Deletes the product, and keeps its name.
 *
 * @throws ConditionFailed when the stored product is no longer `before`
 */
export const removeProduct = (
  table: Table,
  before: Product,
  others: readonly TransactAction[] = [],
): Promise<void> =>
  writeProduct(table, { before }, [
    { Delete: { Key: { ...productKey(before.brand_id, before.id) }, ...isStill(before) } },
    deletedProducts.insert({ id: before.id, brand_id: before.brand_id, name: before.name }),
    ...others,
  ]);

interface ProductChange {
  readonly before?: Product;
  readonly after?: Product;
}

/** Writes a product with its SKUs and the next catalog version. @throws ApiError sku_taken */
async function writeProduct(
  table: Table,
  change: ProductChange,
  actions: readonly TransactAction[],
): Promise<void> {
  const brandId = (change.after ?? change.before)?.brand_id ?? '';
  const skus = skuActions(change);
  const all = [...skus.actions, ...actions, nextCatalogVersion(brandId)];
  await transact(table, all).catch((error: unknown) => {
    throw skus.refusal(error) ?? error;
  });
}

/** The action that replaces a product in the state `before`. */
export const replacement = (before: Product, after: Product): readonly TransactAction[] => [
  { Put: { Item: productItem(after), ...isStill(before) } },
];

export const productInsertion = (product: Product): TransactAction => insertion(productItem(product));

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

export const nextCatalogVersion = (brandId: string): TransactAction => ({
  Update: {
    Key: { ...catalogVersionKey(brandId) },
    UpdateExpression: 'SET brand_id = :brand ADD catalog_version :one',
    ExpressionAttributeValues: { ':brand': brandId, ':one': 1 },
  },
});

export const findProduct = finder(productKey, productFrom);

/** The existing products among these, by id. */
export async function findProducts(
  table: Table,
  brandId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Product>> {
  const keys = [...new Set(ids)].map((id) => productKey(brandId, id));
  const products = (await getItems(table, keys, [productAttribute])).map(productFrom);
  return new Map(products.map((product) => [product.id, product]));
}

/** The names of products by id, also of those that were deleted. */
export async function productNames(
  table: Table,
  brandId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const products = await findProducts(table, brandId, ids);
  const missing = ids.filter((id) => !products.has(id));
  const deleted = await deletedProducts.findMany(missing.map((id) => ({ brand_id: brandId, id })));
  return new Map([...products.values(), ...deleted].map(({ id, name }) => [id, name]));
}
