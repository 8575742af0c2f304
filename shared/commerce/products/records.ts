import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { count, counter, pointer, record } from '#store/commerce/record.ts';
import { inRange, queryAll } from '#store/dynamodb/items.ts';
import type { PageRequest } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { rangeIn } from '#store/records/place.ts';
import type { Images } from './image-set.ts';
import type { ImportPlan } from './import-plan.ts';
import {
  badLine,
  type Product,
  type ProductImport,
  product,
  productImport,
  storedImage,
} from './product-fields.ts';
import { type Catalog, canonicalSku, makeCatalog, skusOf } from './rules.ts';

const inProducts = { records: 'products', pk: 'PRODUCTS#{brand_id}' } as const;

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
const batchWrites = (brand_id: string, changes: readonly ProductChange[]): readonly TransactAction[] =>
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

export interface Catalogs {
  /** The brands' current products in list order, including every completed write. */
  read(brandIds: readonly string[]): Promise<readonly Catalog[]>;
}

interface Kept {
  readonly version: number;
  readonly catalog: Catalog;
  readonly bytes: number;
}

/** Functions have 1024 MB. */
const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * Catalogs in memory. The least recently used is evicted first.
 *
 * Paging by offset in name order needs the whole catalog, because DynamoDB cannot skip. Each request reads the catalog
 * version of each brand (1 read unit, strongly consistent). It reads the products only if the version has changed: 1 read
 * unit for 4 kB, about 1,000 for 10,000 products of 400 bytes.
 */
export function openCatalogs(maxBytes: number = defaultMaxBytes): Catalogs {
  const kept = new Map<string, Kept>();

  async function current(brandId: string, version: number): Promise<Catalog> {
    const known = kept.get(brandId);
    kept.delete(brandId);
    const entry = known?.version === version ? known : await load(brandId, version);
    kept.set(brandId, entry);
    let bytes = kept.values().reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= freed;
    }
    return entry.catalog;
  }

  return {
    async read(brandIds) {
      const versions = await versionsOf(brandIds);
      return Promise.all(brandIds.map((brandId, n) => current(brandId, versions[n]?.catalog_version ?? 0)));
    },
  };
}

/** A brand without product writes has version 0. One brand takes the faster read of one item. */
async function versionsOf(brandIds: readonly string[]) {
  const [first, ...others] = brandIds.map((brand_id) => ({ brand_id }));
  if (first === undefined) return [];
  return others.length === 0
    ? [await catalogVersions.find(first)]
    : catalogVersions.findMany([first, ...others]);
}

/** Reads products after their version, so a write in between is included or makes the next request read again. */
async function load(brand_id: string, version: number): Promise<Kept> {
  const range = rangeIn(products.name, [products.pk, products.sk], { brand_id });
  const query = { ...inRange(range), ProjectionExpression: productAttribute };
  const found: Product[] = [];
  for await (const page of queryAll(commerceTable, query)) found.push(...page.map(products.read));
  return { version, catalog: makeCatalog(found), bytes: found.reduce((sum, one) => sum + sizeOf(one), 0) };
}

/** Bytes of the objects, ids and times of one entry, variant or image, measured with 10,000 products on Node 24. */
const entryBytes = 450;

/** Approximate memory of an entry: two bytes a character, searched texts twice. */
const sizeOf = ({ name, description, category, unit, variants = [], images = [] }: Product): number =>
  entryBytes * (1 + variants.length + images.length) +
  2 * images.reduce((sum, { alt_text }) => sum + alt_text.length, 0) +
  4 * (name.length + (description?.length ?? 0) + (category?.length ?? 0)) +
  2 * (unit?.length ?? 0);

const keptMilliseconds = 30 * 86_400_000;
const end = ({ created_at }: Pick<ProductImport, 'created_at'>) =>
  new Date(Date.parse(created_at) + keptMilliseconds);

export const imports = record({
  ...inProducts,
  name: 'product import',
  schema: productImport,
  sk: 'IMPORT#{id}',
  expires: end,
  exported: 'product-imports',
  person: 'none',
});

const badLines = record({
  ...inProducts,
  name: 'bad line',
  schema: badLine.extend({ brand_id: uuid, import_id: uuid, created_at: timestamp }),
  sk: 'IMPORTFAULT#{import_id}#{line:7}',
  expires: end,
  exported: 'product-import-faults',
  // That of the import, by which the line expires.
  hides: ['created_at'],
  person: 'none',
});

/** What is stored of imports. */
export const importPlaces = [imports, badLines];

/** Lines of one transaction: of at most 100 actions, a line needs three, and the batch five. */
export const batchLines = 20;

interface Progress {
  readonly before: ProductImport;
  readonly after: ProductImport;
}

/**
 * The writes of a batch: products with their SKUs, bad lines and the progress of the import. A batch that a killed run has
 * committed is never committed again, because the progress is conditional. They fail if the import, a product or a SKU has changed.
 */
export const importWrites = (
  { before, after }: Progress,
  { products, bad }: Pick<ImportPlan, 'products' | 'bad'>,
): readonly TransactAction[] => {
  const { brand_id, id: import_id, created_at } = after;
  return [
    imports.replace(before, after),
    ...batchWrites(brand_id, products),
    ...bad.map((line) => badLines.put({ brand_id, import_id, ...line, created_at })),
  ];
};

/** Bad lines in the order of the file. */
export async function readBadLines({ brand_id, id: import_id }: ProductImport, page: PageRequest) {
  const { data, nextCursor } = await badLines.page({ brand_id, import_id }, page);
  return { data: data.map(({ line, faults }) => ({ line, faults })), nextCursor };
}
