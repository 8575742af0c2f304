import { commerceTable } from '#store/commerce/commerce-table.ts';
import { inRange, queryAll } from '#store/dynamodb/items.ts';
import { rangeIn } from '#store/records/place.ts';
import { type Catalog, makeCatalog } from './catalog.ts';
import type { Product } from './product-fields.ts';
import { catalogVersions, productAttribute, products } from './records.ts';

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
