import { type Catalog, makeCatalog } from '#commerce/catalog.ts';
import type { Product } from '#contract/commerce/products.ts';
import { getItem, getItems, inRange, queryAll } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { catalogVersionKey, productsOf } from './commerce-keys.ts';
import { productAttribute, productFrom } from './products.ts';

/** Catalogues of brands, kept in the memory of a function instance. */
export interface Catalogs {
  /** The brands' products in list order, as of now: no write that was answered before is missing. */
  read(brandIds: readonly string[]): Promise<readonly Catalog[]>;
}

interface Kept {
  readonly version: number;
  readonly catalogue: Catalog;
  readonly bytes: number;
}

/** What may be kept; functions have 1024 MB. */
const defaultMaximumBytes = 64 * 1024 * 1024;

/**
 * Catalogues that are read once and then kept, the least recently used given up first.
 *
 * Exact paging by offset in name order needs the whole catalogue, and DynamoDB cannot skip. So each request reads
 * the brand's catalogue version (one strongly consistent GetItem: 1 read unit; 1 for each brand when several are
 * listed) and the products only when the version has moved since they were read: 1 read unit for 4 kB, about 1,000
 * for 10,000 products of 400 bytes.
 */
export function openCatalogs(table: Table, maximumBytes: number = defaultMaximumBytes): Catalogs {
  const kept = new Map<string, Kept>();

  async function current(brandId: string, version: number): Promise<Catalog> {
    const known = kept.get(brandId);
    kept.delete(brandId);
    const entry = known?.version === version ? known : await load(table, brandId, version);
    kept.set(brandId, entry);
    let bytes = kept.values().reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= maximumBytes) break;
      kept.delete(oldest);
      bytes -= freed;
    }
    return entry.catalogue;
  }

  return {
    async read(brandIds) {
      const versions = await versionsOf(table, brandIds);
      return Promise.all(brandIds.map((brandId) => current(brandId, versions.get(brandId) ?? 0)));
    },
  };
}

/** A brand without any product write has no version item. */
async function versionsOf(table: Table, brandIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const [only] = brandIds;
  const items =
    only !== undefined && brandIds.length === 1
      ? [await getItem(table, catalogVersionKey(only))].filter((item) => item !== undefined)
      : await getItems(table, brandIds.map(catalogVersionKey));
  return new Map(items.map((item) => [String(item['brand_id']), Number(item['catalogue_version'])]));
}

/**
 * Reads the products after their version: a write in between is then in the products or makes the next request read
 * again, never lost.
 */
async function load(table: Table, brandId: string, version: number): Promise<Kept> {
  const query = { ...inRange(productsOf(brandId)), ProjectionExpression: productAttribute };
  const products: Product[] = [];
  for await (const page of queryAll(table, query)) {
    for (const item of page) products.push(productFrom(item));
  }
  return {
    version,
    catalogue: makeCatalog(products),
    bytes: products.reduce((sum, p) => sum + sizeOf(p), 0),
  };
}

/** Objects, ids and times of one entry; measured with 10,000 products on Node 24. */
const entryBytes = 450;

/** Roughly the memory that an entry takes: text at two bytes a character, what is searched twice. */
const sizeOf = ({ name, description, category, unit }: Product): number =>
  entryBytes +
  4 * (name.length + (description?.length ?? 0) + (category?.length ?? 0)) +
  2 * (unit?.length ?? 0);
