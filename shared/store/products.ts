import { type Product, product as productSchema } from '#contract/commerce/products.ts';
import { catalogueKey, productKey } from './commerce-keys.ts';
import { fieldsOf, findInBrands, type Item, itemOf, resourceOf } from './items.ts';
import { readNumber, type StoredNumber, storeNumber } from './stored-number.ts';
import { type Table, type TransactAction, transact } from './table.ts';

/**
 * Stores a new product, `others` and the brand's next catalogue version in one transaction. Every write of a product
 * moves that version, which is how the product list learns that what it keeps in memory is out of date.
 */
export const putProduct = (
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

/** The product in an item of the table. */
export function productFrom(item: Item): Product {
  const stored = resourceOf<Omit<Product, 'price'> & { price?: StoredNumber }>(item, productFields);
  const { price, ...unpriced } = stored;
  return price === undefined ? unpriced : { ...stored, price: readNumber(price) };
}

const productFields = fieldsOf(productSchema);

const productItem = (product: Product) =>
  itemOf(productKey(product.brand_id, product.id), {
    ...product,
    ...(product.price === undefined ? {} : { price: storeNumber(product.price) }),
  });

const isStill = ({ version }: Product) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

const nextCatalogueVersion = (brandId: string): TransactAction => ({
  Update: {
    Key: { ...catalogueKey(brandId) },
    UpdateExpression: 'SET brand_id = :brand ADD catalogue_version :one',
    ExpressionAttributeValues: { ':brand': brandId, ':one': 1 },
  },
});
