import { unfinishedStates } from '#claims/submissions/submission.ts';
import { getItems } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findClaims } from '../claims/claims.ts';
import { reservationItems } from '../claims/reservation-items.ts';
import { reserveItems } from '../claims/reserve-claims.ts';
import { ownReservationKey, submissionStatePartition } from '../keys/submission-keys.ts';
import { findSubmittedClaims, submissionFrom } from './submissions.ts';

/**
 * Copies the reservations of unfinished submissions to the items that claims of a file share. Releases before version 15 of the
 * schema had an item for each claim. Those items have no effect any more, and expire.
 */
export async function shareEarlierReservations(table: Table): Promise<void> {
  for (const state of unfinishedStates) {
    const range = { index: 'gsi2', pk: submissionStatePartition(state) } as const;
    for await (const item of queryItems(table, range))
      await shareReservations(table, submissionFrom(item).id);
  }
}

async function shareReservations(table: Table, id: string): Promise<void> {
  const ids = (await findSubmittedClaims(table, id)).map(({ claim_id }) => claim_id);
  const earlier = await getItems(table, ids.map(ownReservationKey), ['claim_id', 'submission_id']);
  const held = earlier.flatMap((item) => (item['submission_id'] === id ? [String(item['claim_id'])] : []));
  // A claim that the API created still has its own item, which needs no change.
  const claims = (await findClaims(table, held)).filter(({ source }) => source.kind === 'file');
  for (const item of reservationItems(claims)) {
    // After an interruption, another submission may have reserved some of the claims.
    const taken = await reserveItems(table, { id, items: [item] });
    const left = item.claims.filter((claim) => !taken.has(claim.id));
    if (taken.size > 0 && left.length > 0) {
      await reserveItems(table, { id, items: [{ ...item, claims: left }] });
    }
  }
}
