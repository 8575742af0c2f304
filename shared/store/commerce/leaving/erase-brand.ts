import { deleteItems } from '../../dynamodb/delete-items.ts';
import { type ItemKey, queryAll } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { brandKey } from '../commerce-keys.ts';
import { type ClosedBrand, savePosition } from './closed-brand.ts';
import type { OwnedRange } from './owned-areas.ts';
import { walkAreas } from './walk-areas.ts';

/** Ranges that are removed at the same time. */
const rangesAtOnce = 8;

/** Steps that a killed run repeats at most. What they have removed is not found again. */
const stepsBetweenSaves = 16;

interface EraseRun {
  now(): Date;
  isTimeUp(): boolean;
}

/**
 * Removes every record of a closed brand, except the item that shows its state. It is idempotent and continues after a kill
 * from the stored position.
 *
 * @returns false when the time is up
 */
export async function eraseRecords(table: Table, brand: ClosedBrand, run: EraseRun): Promise<boolean> {
  const kept = brandKey(brand.id);
  let { position } = brand;
  let unsaved = 0;
  for await (const { ranges, next } of walkAreas(table, brand, { now: run.now(), from: position })) {
    const isErased = await eraseRanges(table, ranges, kept, run);
    if (isErased) position = next;
    const isOver = !isErased || run.isTimeUp();
    unsaved += 1;
    if (isOver || unsaved === stepsBetweenSaves) {
      await savePosition(table, brand, position);
      unsaved = 0;
    }
    if (isOver) return false;
  }
  // What follows the records may take several runs.
  if (unsaved > 0) await savePosition(table, brand, position);
  return true;
}

/** Removes ranges; false when the time is up before their end. */
async function eraseRanges(
  table: Table,
  ranges: readonly OwnedRange[],
  kept: ItemKey,
  { isTimeUp }: EraseRun,
): Promise<boolean> {
  const single = ranges.flatMap((range) => ('sk' in range ? [range] : []));
  const parts = ranges.filter((range) => !('sk' in range)).values();
  let stopped = false;
  const eraser = async () => {
    for (const part of parts) {
      for await (const items of keysIn(table, part)) {
        await deleteItems(
          table,
          items.filter(({ pk, sk }) => pk !== kept.pk || sk !== kept.sk),
        );
        stopped ||= isTimeUp();
        if (stopped) return;
      }
    }
  };
  await Promise.all(Array.from({ length: rangesAtOnce }, eraser));
  if (stopped) return false;
  // Single items go last, because some of them lead to the other ranges.
  await deleteItems(table, single);
  return true;
}

/** Keys of a range, page after page. */
async function* keysIn(table: Table, range: OwnedRange): AsyncGenerator<readonly ItemKey[]> {
  const prefix = 'prefix' in range ? (range.prefix ?? '') : '';
  // Keys may hold characters beyond those of our own ids, such as those of a subject.
  const pages = queryAll(table, {
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': range.pk, ...(prefix !== '' && { ':prefix': prefix }) },
    ProjectionExpression: 'pk, sk',
    Limit: 500,
  });
  for await (const items of pages) yield items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}
