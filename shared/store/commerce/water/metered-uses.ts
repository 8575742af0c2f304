import { Big } from 'big.js';
import * as z from 'zod';
import { figureActions } from '#commerce/reports/figure-records.ts';
import { meteredChanges, type StoredUse } from '#commerce/reports/water-figure-records.ts';
import { getItems, type Item, type ItemKey } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { readingOfUse, usesOf } from './water-keys.ts';

/** Uses by the reading that ends them, strongly consistent. */
export async function* usesBetween(
  table: Table,
  brandId: string,
  times: { readonly from?: string; readonly to?: string },
): AsyncGenerator<StoredUse> {
  for await (const item of queryItems(table, { ...usesOf(brandId), ...times })) yield useFrom(brandId, item);
}

const storedUse = z.object({
  sk: z.string(),
  field_id: z.string().optional(),
  from: z.string(),
  to: z.string(),
  litres: z.string(),
});

export function useFrom(brand_id: string, item: Item): StoredUse {
  const { sk, litres, ...use } = storedUse.parse(item);
  return { ...use, brand_id, reading_id: readingOfUse(sk), litres: new Big(litres) };
}

/**
 * The actions that move the figures of analytics along with the uses that other actions of the transaction store and remove.
 * Another change of the readings of the meter must fail the transaction.
 */
export async function usesFigures(
  table: Table,
  brandId: string,
  actions: readonly TransactAction[],
): Promise<TransactAction[]> {
  const stored = actions.flatMap((action) => ('Put' in action ? usesAmong(brandId, action.Put.Item) : []));
  const removed = actions.flatMap((action) =>
    'Delete' in action ? usesAmong(brandId, action.Delete.Key) : [],
  );
  const earlier = await getItems(table, [...stored, ...removed].map(keyOf));
  return figureActions([
    ...earlier.flatMap((item) => meteredChanges(useFrom(brandId, item), -1n)),
    ...stored.flatMap((item) => meteredChanges(useFrom(brandId, item), 1n)),
  ]);
}

function usesAmong(brandId: string, item: Item | undefined): readonly Item[] {
  const { pk, prefix } = usesOf(brandId);
  return item?.['pk'] === pk && String(item['sk']).startsWith(prefix) ? [item] : [];
}

const keyOf = ({ pk, sk }: Item): ItemKey => ({ pk: String(pk), sk: String(sk) });
