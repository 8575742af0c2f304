import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { count, counter, pointer, record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { storedImage } from './image-fields.ts';
import type { Images } from './image-set.ts';
import { type Product, product } from './product-fields.ts';
import { canonicalSku, skusOf } from './rules.ts';

export const inProducts = { records: 'products', pk: 'PRODUCTS#{brand_id}' } as const;

/** The only attribute that reading a product needs. */
export const productAttribute = 'product';

/**
 * A product is one text attribute next to the version, because the SDK reads one attribute in a quarter of the time of a dozen, and the
 * list reads thousands of products.
 */
export const products = record({
  ...inProducts,
  name: 'product',
  schema: product,
  sk: 'PRODUCT#{id}',
  stored: {
    write: (value) => ({ version: value.version, [productAttribute]: JSON.stringify(value) }),
    read: (item): Product => JSON.parse(String(item[productAttribute])),
  },
  exported: 'products',
  texts: [productAttribute],
  person: 'none',
});

/** An item for each SKU makes it unique in the brand. */
const skus = record({
  ...inProducts,
  name: 'SKU',
  schema: z.object({ brand_id: uuid, code: z.string(), product_id: uuid }),
  sk: 'SKU#{code:text}',
  unchangedBy: ['product_id'],
  exported: pointer,
  person: 'none',
});

/** Names of products that were deleted, for reports about the time before. */
const deletedProducts = record({
  ...inProducts,
  name: 'deleted product',
  schema: z.object({ id: uuid, brand_id: uuid, name: z.string() }),
  sk: 'GONE#{id}',
  exported: 'deleted-products',
  person: 'none',
});

/** Every write of a product increments it, so the product list detects that its copy in memory is stale. */
export const catalogVersions = counter({
  ...inProducts,
  name: 'catalog version',
  counts: ['catalog_version'],
  sk: 'CATALOG',
  exported: count,
  person: 'none',
});

/** The images of a product in every state, in one item, so that their limit and order are atomic. */
export const imageSets = record(
  {
    ...inProducts,
    name: 'images of a product',
    schema: z.object({ brand_id: uuid, product_id: uuid, images: z.array(storedImage), version: z.int() }),
    sk: 'IMAGES#{product_id}',
    exported: 'product-images',
    person: 'none',
  },
  (key) => ({ ...key, images: [], version: 0 }),
);
export type ImageSet = Awaited<ReturnType<typeof imageSets.find>>;

/** What is stored of products. */
export const productPlaces = [products, skus, deletedProducts, catalogVersions, imageSets];

export interface ProductChange {
  /** Undefined for a new product. */
  readonly before?: Product | undefined;
  /** Undefined for a deleted product. */
  readonly after?: Product | undefined;
}

/**
 * The writes of a new, changed or deleted product with its SKUs. A deleted product leaves its name. They are refused as sku_taken, and
 * fail if another write has changed the product.
 */
export function productWrites({ before, after }: ProductChange): readonly TransactAction[] {
  const brand_id = (after ?? before)?.brand_id ?? '';
  return [
    ...skuWrites(brand_id, [{ before, after }], (code) => skuTaken(code, after)),
    ...itemWrites({ before, after }),
    nextCatalogVersion(brand_id),
  ];
}

/** The writes of several products, among which a SKU may move. They fail if another product has got one of the SKUs. */
export const batchWrites = (
  brand_id: string,
  changes: readonly ProductChange[],
): readonly TransactAction[] =>
  changes.length === 0
    ? []
    : [...changes.flatMap(itemWrites), ...skuWrites(brand_id, changes), nextCatalogVersion(brand_id)];

function itemWrites({ before, after }: ProductChange): readonly TransactAction[] {
  if (after !== undefined)
    return [before === undefined ? products.insert(after) : products.replace(before, after)];
  if (before === undefined) return [];
  const { id, brand_id, name } = before;
  return [products.remove(before), deletedProducts.insert({ id, brand_id, name })];
}

const nextCatalogVersion = (brand_id: string): TransactAction =>
  catalogVersions.add({ brand_id }, { catalog_version: 1 });

/** The writes that reserve and release SKUs. A change of the product in the same transaction is conditional on `before`. */
function skuWrites(
  brand_id: string,
  changes: readonly ProductChange[],
  refusal?: (code: string) => ApiError,
): readonly TransactAction[] {
  const codesOf = (side: keyof ProductChange) =>
    new Map(
      changes.flatMap((change) => {
        const one = change[side];
        return one === undefined
          ? []
          : [...skusOf(one).keys()].map((code) => [code, { brand_id, code, product_id: one.id }] as const);
      }),
    );
  const [earlier, later] = [codesOf('before'), codesOf('after')];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((code) => {
    const [from, to] = [earlier.get(code), later.get(code)];
    if (from === undefined) {
      return to === undefined ? [] : [skus.insert(to, refusal ? { otherwise: () => refusal(code) } : {})];
    }
    if (to === undefined) return [skus.remove(from)];
    return from.product_id === to.product_id ? [] : [skus.replace(from, to)];
  });
}

function skuTaken(code: string, product: Product | undefined): ApiError {
  const path = ['body', ...(skusOf(product ?? {}).get(code) ?? [])];
  const message = `SKU ${code} belongs to another product`;
  return new ApiError('sku_taken', { details: [{ path, message, code: 'sku_taken' }] });
}

/** The images of a product before and after a change, and the product with the ready ones of them, or the same product. */
interface ImageChange {
  readonly set: ImageSet;
  readonly images: Images;
  readonly product: Product;
  readonly changed: Product;
}

/** The writes that replace the images of a product. They fail if the images or the product have changed. */
export const imageWrites = ({ set, images, product, changed }: ImageChange): readonly TransactAction[] => [
  imageSets.replace(set, { ...set, images: [...images], version: set.version + 1 }),
  ...(changed === product
    ? [products.unchanged(product)]
    : productWrites({ before: product, after: changed })),
];

/** The write that removes the images of a deleted product. */
export const imageSetRemoval = (set: ImageSet): TransactAction =>
  set.version === 0 ? imageSets.unchanged(set) : imageSets.remove(set);

/** The existing products among these, by id. */
export async function findProducts(
  brand_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Product>> {
  const found = await products.findMany(ids.map((id) => ({ brand_id, id })));
  return new Map(found.map((one) => [one.id, one]));
}

/** The names of products by id, also of those that were deleted. */
export async function productNames(
  brand_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await findProducts(brand_id, ids);
  const missing = ids.filter((id) => !found.has(id));
  const deleted = await deletedProducts.findMany(missing.map((id) => ({ brand_id, id })));
  return new Map([...found.values(), ...deleted].map(({ id, name }) => [id, name]));
}

/** The ids of the products that have these SKUs, by SKU in its canonical form. */
export async function productsBySku(
  brand_id: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await skus.findMany(codes.map((code) => ({ brand_id, code: canonicalSku(code) })));
  return new Map(found.map(({ code, product_id }) => [code, product_id]));
}
