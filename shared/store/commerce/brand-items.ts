import { getItems, type Item, type ItemKey } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';

/** The resource with this id in the first of the brands that has it; each brand's copy has a key of its own. */
export const findInBrands = async (
  table: Table,
  brandIds: readonly string[],
  keyIn: (brandId: string) => ItemKey,
): Promise<Item | undefined> => (await getItems(table, brandIds.map(keyIn)))[0];
