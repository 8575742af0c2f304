import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { ApiError } from '#contract/errors.ts';
import { mergePatch } from '#contract/merge-patch.ts';
import { foldedText, tidyCode } from '#contract/text-forms.ts';
import {
  type Product,
  type ProductInput,
  type ProductPatch,
  type ProductReplacement,
  type ProductVariant,
  productReplacement,
  type VariantInput,
} from './product-fields.ts';

interface Origin {
  readonly now: Date;
  /** Makes ids of new variants. */
  newId(): string;
}

export function newProduct(
  input: ProductInput,
  { id, now, newId }: Origin & { readonly id: string },
): Product {
  const time = now.toISOString();
  const { variants, is_active, ...fields } = input;
  return {
    id,
    ...fields,
    ...withIds(variants, [], newId),
    is_active,
    created_at: time,
    updated_at: time,
    version: 1,
  };
}

/** The product with all its fields replaced and the next version. */
export function replaceProduct(
  product: Product,
  { variants, is_active, ...fields }: ProductReplacement,
  { now, newId }: Origin,
): Product {
  const { id, brand_id, created_at, version } = product;
  return {
    id,
    brand_id,
    ...fields,
    ...withIds(variants, product.variants ?? [], newId),
    is_active,
    // Images have their own endpoints.
    ...(product.images !== undefined && { images: product.images }),
    created_at,
    updated_at: now.toISOString(),
    version: version + 1,
  };
}

/**
 * The product after a merge patch, with the next version; the same product if the patch changes nothing.
 *
 * @throws ApiError validation_failed for a patch after which the product is not valid
 */
export function patchProduct(product: Product, patch: ProductPatch, origin: Origin): Product {
  const { id, brand_id, created_at, updated_at, version, ...fields } = product;
  const result = productReplacement.safeParse(mergePatch(fields, patch));
  if (!result.success) {
    const details = result.error.issues.map(({ path, message, code }) => ({
      path: ['body', ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
      message,
      code,
    }));
    throw new ApiError('validation_failed', { details });
  }
  const replaced = replaceProduct(product, result.data, origin);
  return changedMembers(product, replaced).length === 0 ? product : replaced;
}

/** Names of the members that differ, without time and version. */
export function changedMembers(before: Product, after: Product): readonly string[] {
  const [left, right] = [membersOf(before), membersOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name));
}

const membersOf = ({ updated_at, version, ...members }: Product): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, JSON.stringify(value, sortedKeys)]),
  );

/** The order of members is not a change. */
function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** SKUs are unique without letter case. */
export const canonicalSku = (sku: string): string => tidyCode(sku).toUpperCase();

/** Every SKU of a product in its canonical form, with the path of its member. */
export function skusOf({
  sku,
  variants = [],
}: Pick<Product, 'sku' | 'variants'>): ReadonlyMap<string, readonly (string | number)[]> {
  const found = new Map<string, readonly (string | number)[]>();
  if (sku !== undefined) found.set(canonicalSku(sku), ['sku']);
  for (const [index, variant] of variants.entries()) {
    if (variant.sku !== undefined) found.set(canonicalSku(variant.sku), ['variants', index, 'sku']);
  }
  return found;
}

/** A variant without an id has that of the earlier variant with its SKU, or else a new one. */
function withIds(
  variants: readonly VariantInput[] | undefined,
  earlier: readonly ProductVariant[],
  newId: () => string,
): { readonly variants?: ProductVariant[] } {
  if (variants === undefined) return {};
  const taken = new Set(variants.map(({ id }) => id));
  const bySku = new Map(
    earlier.flatMap(({ id, sku }) => (sku === undefined || taken.has(id) ? [] : [[canonicalSku(sku), id]])),
  );
  return {
    variants: variants.map(({ id, ...fields }) => ({
      id: id ?? (fields.sku === undefined ? undefined : bySku.get(canonicalSku(fields.sku))) ?? newId(),
      ...fields,
    })),
  };
}

/** The data of product events. */
const productFacts = (product: Product) => ({
  id: product.id,
  name: product.name,
  is_active: product.is_active,
  ...(product.price !== undefined && { price: product.price }),
  ...(product.sku !== undefined && { sku: product.sku }),
  updated_at: product.updated_at,
  version: product.version,
});

export const productCreatedEvent = (product: Product): OutgoingEvent => ({
  type: 'product.created',
  data: productFacts(product),
});

export const productChangedEvent = (before: Product, after: Product): OutgoingEvent => ({
  type: 'product.changed',
  data: { ...productFacts(after), changed: [...changedMembers(before, after)] },
});

/** The products of one brand in list order, with the texts that order and find them. */
export type Catalog = readonly CatalogEntry[];

/** A product with its folded texts, which every search compares. */
export interface CatalogEntry {
  readonly product: Product;
  readonly name: string;
  readonly description: string;
  readonly category: string;
}

/** Filters of the product list; an absent filter passes every product. */
export interface ProductFilter {
  readonly category?: string | undefined;
  readonly is_active?: boolean | undefined;
  readonly search?: string | undefined;
  readonly sku?: string | undefined;
  readonly barcode?: string | undefined;
}

export const makeCatalog = (products: readonly Product[]): Catalog =>
  products.map(entryOf).sort(compareEntries);

const entryOf = (product: Product): CatalogEntry => ({
  product,
  name: foldedText(product.name),
  description: foldedText(product.description ?? ''),
  category: foldedText(product.category ?? ''),
});

/** The entries that pass every filter, in their order. An empty text passes every entry. */
export function filterCatalog(catalog: Catalog, filter: ProductFilter): Catalog {
  const category = foldedText(filter.category ?? '');
  const search = foldedText(filter.search ?? '');
  const { is_active } = filter;
  const barcode = tidyCode(filter.barcode ?? '');
  const sku = canonicalSku(filter.sku ?? '');
  const texts = [category, search, sku, barcode];
  if (texts.every((text) => text === '') && is_active === undefined) return catalog;
  return catalog.filter(
    (entry) =>
      (is_active === undefined || entry.product.is_active === is_active) &&
      (category === '' || entry.category.includes(category)) &&
      (search === '' || entry.name.includes(search) || entry.description.includes(search)) &&
      (sku === '' || skusOf(entry.product).has(sku)) &&
      (barcode === '' || barcodesOf(entry.product).includes(barcode)),
  );
}

const barcodesOf = ({ barcode, variants = [] }: Product): readonly (string | undefined)[] => [
  barcode,
  ...variants.map((variant) => variant.barcode),
];

export function catalogPage(
  catalogs: readonly Catalog[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): readonly Product[] {
  const [first = [], ...others] = catalogs;
  const merged = others.length === 0 ? first : catalogs.flat().sort(compareEntries);
  return merged.slice(offset, offset + limit).map(({ product }) => product);
}

function compareEntries(a: CatalogEntry, b: CatalogEntry): number {
  return compareNames(a.name, b.name) || (a.product.id < b.product.id ? -1 : 1);
}

/** Names as a person expects them: É beside E, Æ beside AE, in any letter case. */
const collator = new Intl.Collator('en');

export const compareNames = (a: string, b: string): number =>
  collator.compare(a, b) || (a === b ? 0 : a < b ? -1 : 1);
