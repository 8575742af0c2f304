import { getItems, type Item, type ItemKey } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';

/** The item in the first of the brands that has it; each brand's copy has a separate key. */
export const findInBrands = async (
  table: Table,
  brandIds: readonly string[],
  keyIn: (brandId: string) => ItemKey,
): Promise<Item | undefined> => (await getItems(table, brandIds.map(keyIn)))[0];

/** A function that finds a resource by its id alone, in one of the brands. */
export const finder =
  <T>(keyOf: (brandId: string, id: string) => ItemKey, read: (item: Item) => T) =>
  async (table: Table, brandIds: readonly string[], id: string): Promise<T | undefined> => {
    const item = await findInBrands(table, brandIds, (brandId) => keyOf(brandId, id));
    return item && read(item);
  };
