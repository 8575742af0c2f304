import type { ClaimOrigin } from '#claims/claims/claim.ts';
import { counted, inFirstIndex, inSecondIndex, itemKey, timeKey } from '#store/claims/key-parts.ts';
import type { ItemKey, KeyPrefix } from '#store/dynamodb/items.ts';

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

/** The attribute of an item that holds the submission which has reserved a claim. */
export interface ReservationPlace {
  readonly key: ItemKey;
  readonly attribute: string;
}

/** Place of a claim's reservation: claims that follow each other in a file share an item. It never changes. */
export function reservationPlace({ id, source }: ClaimOrigin): ReservationPlace {
  if (source.kind === 'api')
    return { key: itemKey(`RESERVED#${id}`, 'SUBMISSION'), attribute: 'submission_id' };
  const place = source.ordinal - 1;
  const n = Math.floor(place / reservationsPerItem);
  return {
    key: itemKey(`RESERVED#${source.file_id}#${n}`, 'CLAIMS'),
    attribute: String(place % reservationsPerItem),
  };
}

/** As many as one write unit holds: 25 ids of submissions make an item of at most 1,019 bytes. */
export const reservationsPerItem = 25;

export const controlNumberKey = (name: string): ItemKey => ({ pk: `CONTROL#${name}`, sk: 'CONTROL' });
export const lastVisitKey: ItemKey = { pk: 'CLEARHOUSE', sk: 'VISIT' };
