import { foldedText, tidyCode } from '#contract/text-forms.ts';
import type { Product } from './product-fields.ts';
import { canonicalSku, skusOf } from './rules.ts';

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
