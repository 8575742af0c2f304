import type { ClaimOrigin } from '#claims/claim/claim.ts';
import { unfinishedStates } from '#claims/submissions/submission.ts';
import { getItems, type Item, nameOfKey } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { reservationPlace, submissionKey } from '../keys/submission-keys.ts';
import {
  notReserved,
  type ReservationItem,
  type Reservations,
  removeReservation,
  reservationItems,
  reservationsIn,
} from './reservation-items.ts';

interface FoundReservations {
  readonly inForce: Reservations;
  readonly ended: Reservations;
  /** The stored items by key. */
  readonly stored: ReadonlyMap<string, Item>;
}

/**
 * Reservations of claims by unfinished submissions, and those of submissions that have ended. The latter have no effect. Nobody
 * deletes them, because that would cost further writes: DynamoDB removes them when they expire. A submission is stored before
 * it reserves claims, so an unknown one was purged. Strongly consistent.
 */
export async function findReservations(
  table: Table,
  items: readonly ReservationItem[],
): Promise<FoundReservations> {
  const found = await getItems(
    table,
    items.map(({ key }) => key),
  );
  const stored = new Map(found.map((item) => [nameOfKey(item), item]));
  const holders = items.flatMap((item) => [...reservationsIn(item, stored.get(nameOfKey(item.key)))]);
  const ids = [...new Set(holders.map(([, id]) => id))];
  const states = await getItems(table, ids.map(submissionKey), ['id', 'state']);
  const unfinished = new Set(
    states.flatMap(({ id, state }) => (unfinishedStates.some((one) => one === state) ? [id] : [])),
  );
  return {
    inForce: new Map(holders.filter(([, id]) => unfinished.has(id))),
    ended: new Map(holders.filter(([, id]) => !unfinished.has(id))),
    stored,
  };
}

/** Returns the unfinished submissions that have reserved claims, by claim id. Strongly consistent. */
export const reservedBy = async (table: Table, claims: readonly ClaimOrigin[]): Promise<Reservations> =>
  (await findReservations(table, reservationItems(claims))).inForce;

/** Whether a submission has reserved the claim and may be sending it. Strongly consistent. */
export const isBeingSent = async (table: Table, claim: ClaimOrigin): Promise<boolean> =>
  (await reservedBy(table, [claim])).has(claim.id);

/** A condition on the reservations of some claims. */
export interface NotBeingSent {
  readonly claims: ReservationItem['claims'];
  readonly action: TransactAction;
}

/**
 * Conditions: no unfinished submission has reserved these claims. One for each item, because a transaction may name an item only
 * once. Reads which reservations have ended: those stay so.
 */
export async function requireNotBeingSent(
  table: Table,
  claims: readonly ClaimOrigin[],
): Promise<readonly NotBeingSent[]> {
  if (claims.length === 0) return [];
  const items = reservationItems(claims);
  const { ended } = await findReservations(table, items);
  return items.map((item) => ({ claims: item.claims, action: notReserved(item, ended) }));
}

/** Removes what is left of the reservation of a claim. Condition: no unfinished submission has reserved the claim. */
export async function removeEndedReservation(table: Table, claim: ClaimOrigin): Promise<TransactAction[]> {
  const place = reservationPlace(claim);
  const items = reservationItems([claim]);
  const { ended, stored } = await findReservations(table, items);
  const [holder, item] = [ended.get(claim.id), stored.get(nameOfKey(place.key))];
  if (holder !== undefined && item !== undefined) return [removeReservation(place, holder, item)];
  return items.map((one) => notReserved(one, ended));
}
