import type { Product } from '#contract/commerce/products.ts';

/** The products of one brand in list order, with the texts that they are ordered and found by. */
export type Catalog = readonly CatalogEntry[];

/** Folded once, when the catalogue is read: a search looks through all of them. */
export interface CatalogEntry {
  readonly product: Product;
  readonly name: string;
  readonly description: string;
  readonly category: string;
}

/** Filters of the product list (spec, "GET list products"); what is absent does not filter. */
export interface ProductFilter {
  readonly category?: string | undefined;
  readonly is_active?: boolean | undefined;
  readonly search?: string | undefined;
}

/**
 * Letter case is ignored by Unicode's own lower-case mapping, the same on every machine and in every locale;
 * strings are then compared by code points, accents and all ("Äpfel" comes after "Zucchini"). The mapping of Σ alone
 * looks at what follows; ς is σ here, so that the beginning of a Greek word is found in it.
 */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Orders products by name, ties by id. */
export const makeCatalog = (products: readonly Product[]): Catalog =>
  products.map(entryOf).sort(compareEntries);

const entryOf = (product: Product): CatalogEntry => ({
  product,
  name: folded(product.name),
  description: folded(product.description ?? ''),
  category: folded(product.category ?? ''),
});

/** The entries that pass every filter, in their order. An empty text passes everything. */
export function filterCatalog(catalogue: Catalog, filter: ProductFilter): Catalog {
  const category = folded(filter.category ?? '');
  const search = folded(filter.search ?? '');
  const { is_active } = filter;
  if (category === '' && search === '' && is_active === undefined) return catalogue;
  return catalogue.filter(
    (entry) =>
      (is_active === undefined || entry.product.is_active === is_active) &&
      (category === '' || entry.category.includes(category)) &&
      (search === '' || entry.name.includes(search) || entry.description.includes(search)),
  );
}

/** One page of several catalogues read as one list. */
export function catalogPage(
  catalogues: readonly Catalog[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): readonly Product[] {
  const [first = [], ...others] = catalogues;
  const merged = others.length === 0 ? first : catalogues.flat().sort(compareEntries);
  return merged.slice(offset, offset + limit).map(({ product }) => product);
}

function compareEntries(a: CatalogEntry, b: CatalogEntry): number {
  return compareCodePoints(a.name, b.name) || (a.product.id < b.product.id ? -1 : 1);
}

/** JavaScript's own `<` compares UTF-16 units, which puts emoji (surrogate pairs) before U+E000 to U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates rank above every other unit. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
