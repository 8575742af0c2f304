import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import { counted, inFirstIndex, inSecondIndex, itemKey, timeKey } from './key-parts.ts';

export const submissionKey = (id: string): ItemKey => ({ pk: `SUBMISSION#${id}`, sk: 'SUBMISSION' });
export const submissionClaimsKey = (id: string, n: number) =>
  itemKey(`SUBMISSION#${id}`, `CLAIMS#${counted(n, 5)}`);
export const submissionClaimsOf = (id: string): KeyPrefix => ({ pk: `SUBMISSION#${id}`, prefix: 'CLAIMS#' });
export const submissionKeys = (state: string, createdAt: string, id: string) => ({
  ...inFirstIndex(submissionsPartition, timeKey(createdAt, id)),
  ...inSecondIndex(submissionStatePartition(state), timeKey(createdAt, id)),
});
export const submissionsPartition = 'SUBMISSIONS';
export const submissionStatePartition = (state: string) => `SUBMISSIONS#${state}`;

export const reservationKey = (claimId: string): ItemKey => ({ pk: `RESERVED#${claimId}`, sk: 'SUBMISSION' });

export const controlNumberKey = (name: string): ItemKey => ({ pk: `CONTROL#${name}`, sk: 'CONTROL' });
export const lastVisitKey: ItemKey = { pk: 'CLEARHOUSE', sk: 'VISIT' };
export const jobMarkKey = (name: string): ItemKey => ({ pk: `JOB#${name}`, sk: 'MARK' });
