import type { Images } from '#commerce/product-images/image-set.ts';
import type { Product } from '#contract/commerce/products.ts';
import { getItem, type ItemKey } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { inProducts, productKey } from '../commerce-keys.ts';
import { nextCatalogVersion, replacement } from '../products.ts';

type ProductReference = Pick<Product, 'id' | 'brand_id'>;

const imageSetKey = ({ id, brand_id }: ProductReference): ItemKey => inProducts.key(brand_id, `IMAGES#${id}`);

export interface ImageSet {
  readonly images: Images;
  /** 0 for a product that never had images. */
  readonly version: number;
}

/**
 * The images of a product in every state, in one item, so that their limit and order are atomic. They are one text attribute,
 * like a product.
 */
export async function readImageSet(table: Table, product: ProductReference): Promise<ImageSet> {
  const item = await getItem(table, imageSetKey(product));
  if (item === undefined) return { images: [], version: 0 };
  return { images: JSON.parse(String(item['images'])), version: Number(item['version']) };
}

interface ImageChange {
  readonly product: Product;
  /** The product with the ready images, or the same product. */
  readonly changed: Product;
  readonly set: ImageSet;
  readonly images: Images;
}

/**
 * Replaces the images of a product, and the product if its ready images change.
 *
 * @throws ConditionFailed when the images or the product have changed, or the product was deleted
 */
export const changeImages = (
  table: Table,
  { product, changed, set, images }: ImageChange,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: { ...imageSetKey(product), images: JSON.stringify(images), version: set.version + 1 },
        ...isStill(set),
      },
    },
    ...(changed === product
      ? [productExists(product)]
      : [...replacement(product, changed), nextCatalogVersion(product.brand_id)]),
    ...others,
  ]);

/** The action that deletes the images of a deleted product, and fails if they are no longer those of `set`. */
export const imageSetRemoval = (product: ProductReference, set: ImageSet): TransactAction =>
  set.version === 0
    ? { ConditionCheck: { Key: { ...imageSetKey(product) }, ...isStill(set) } }
    : { Delete: { Key: { ...imageSetKey(product) }, ...isStill(set) } };

const isStill = ({ version }: ImageSet) =>
  version === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'version = :set', ExpressionAttributeValues: { ':set': version } };

const productExists = ({ id, brand_id }: ProductReference): TransactAction => ({
  ConditionCheck: { Key: { ...productKey(brand_id, id) }, ConditionExpression: 'attribute_exists(pk)' },
});
