import type { ItemKey } from '../../dynamodb/items.ts';
import { inFirstIndex, itemKey, keysUnder } from './key-parts.ts';

export const retentionKey: ItemKey = { pk: 'RETENTION', sk: 'SETTINGS' };
/** Ids are ordered by time. */
export const legalHoldKey = (id: string) => itemKey(allLegalHolds.pk, id);
export const allLegalHolds = keysUnder('LEGALHOLDS');
export const purgeKey = (id: string) => itemKey(allPurges.pk, id);
export const allPurges = keysUnder('PURGES');
/** The purge that runs, so that no second one starts. */
export const runningPurgeKey: ItemKey = { pk: 'RETENTION', sk: 'PURGE' };

/** What is left to remove of a purged claim. */
export const purgedClaimKey = (claimId: string): ItemKey => ({ pk: `CLAIM#${claimId}`, sk: 'PURGED' });
export const purgingKeys = (claimId: string) => inFirstIndex(purgingPartition, claimId);
export const purgingPartition = 'PURGING';
