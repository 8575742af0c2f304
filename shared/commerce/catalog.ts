import type { Product } from '#contract/commerce/products.ts';
import { canonicalSku, skusOf } from './product.ts';

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

/**
 * Ignores letter case by Unicode's lower-case mapping, which is the same in every locale. Accents count: "Äpfel" comes
 * after "Zucchini". A final ς becomes σ, so a search for the beginning of a Greek word finds it.
 */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

export const makeCatalog = (products: readonly Product[]): Catalog =>
  products.map(entryOf).sort(compareEntries);

const entryOf = (product: Product): CatalogEntry => ({
  product,
  name: folded(product.name),
  description: folded(product.description ?? ''),
  category: folded(product.category ?? ''),
});

/** The entries that pass every filter, in their order. An empty text passes every entry. */
export function filterCatalog(catalog: Catalog, filter: ProductFilter): Catalog {
  const category = folded(filter.category ?? '');
  const search = folded(filter.search ?? '');
  const { is_active, barcode = '' } = filter;
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
  return compareCodePoints(a.name, b.name) || (a.product.id < b.product.id ? -1 : 1);
}

/** Compares by code points: the operator `<` would put emoji (surrogate pairs) before U+E000 to U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Ranks surrogates above every other UTF-16 unit. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
