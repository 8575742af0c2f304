import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import { counted, inFirstIndex, itemKey, keysUnder, timeKey } from './key-parts.ts';

export const bulkRunKey = (id: string): ItemKey => ({ pk: `BULKRUN#${id}`, sk: 'RUN' });
export const bulkRunKeys = (startedAt: string, id: string) =>
  inFirstIndex(bulkRunsPartition, timeKey(startedAt, id));
export const bulkRunsPartition = 'BULKRUNS';

/** @param position of the first claim in the item, from 0 */
export const bulkIdsKey = (id: string, position: number) =>
  itemKey(bulkIdsOf(id).pk, bulkIdsOf(id).prefix + bulkPosition(position));
export const bulkIdsOf = (id: string): KeyPrefix => keysUnder(`BULKRUN#${id}`, 'IDS#');
export const bulkResultsKey = (id: string, position: number) =>
  itemKey(bulkResultsOf(id).pk, bulkResultsOf(id).prefix + bulkPosition(position));
export const bulkResultsOf = (id: string): KeyPrefix => keysUnder(`BULKRUN#${id}`, 'RESULTS#');
export const bulkPosition = (position: number): string => counted(position, 6);
