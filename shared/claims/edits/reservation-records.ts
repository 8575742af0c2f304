import type { ClaimOrigin } from '#claims/claims/claim.ts';
import { unfinishedStates } from '#claims/clearhouse/submission.ts';
import {
  type ReservationPlace,
  reservationPlace,
  reservationsPerItem,
  submissionKey,
} from '#claims/clearhouse/submission-keys.ts';
import { getItems, type Item, type ItemKey, nameOfKey } from '#store/dynamodb/items.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';

/*
 * A submission reserves its claims (../submissions/submissions.ts). 25 claims that follow each other in a file share an item: an
 * attribute for each claim holds the id of the submission. Each write of such an item has a condition for each of its claims, so
 * submissions of other claims do not stop each other. A full item is one write unit. A claim of the API has its own item.
 */

/** Submission ids by claim id. */
export type Reservations = ReadonlyMap<string, string>;

/** Some claims whose reservations share an item, each with its attribute. */
export interface ReservationItem {
  readonly key: ItemKey;
  readonly claims: readonly { readonly id: string; readonly attribute: string }[];
}

/** The items that hold the reservations of these claims. */
export function reservationItems(claims: readonly ClaimOrigin[]): readonly ReservationItem[] {
  const unique = [...new Map(claims.map((claim) => [claim.id, claim])).values()];
  const placed = unique.map((claim) => ({ id: claim.id, ...reservationPlace(claim) }));
  return [...Map.groupBy(placed, ({ key }) => nameOfKey(key)).values()].flatMap((own) => {
    const [first] = own;
    return first === undefined ? [] : [{ key: first.key, claims: own }];
  });
}

/** The stored reservations of the claims, in force or not. */
function reservationsIn({ claims }: ReservationItem, stored: Item | undefined): Reservations {
  return new Map(
    claims.flatMap(({ id, attribute }) => {
      const holder = stored?.[attribute];
      return holder === undefined ? [] : [[id, String(holder)] as const];
    }),
  );
}

/** Longer than a submission stays unfinished, seconds. */
const keptSeconds = 365 * 86_400;

/** Reserves the claims on condition that each has no reservation, one of this submission, or its reservation that has ended. */
export function reserveAction(item: ReservationItem, submissionId: string, ended: Reservations) {
  const { ConditionExpression, names, values } = reservable(item, ended, submissionId);
  const fields = item.claims.map((_, n) => `#c${n} = :own`);
  return {
    Update: {
      Key: { ...item.key },
      UpdateExpression: `SET ${[...fields, 'expires_at = :expires'].join(', ')}`,
      ConditionExpression,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...values, ':expires': Math.floor(Date.now() / 1000) + keptSeconds },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  } as const satisfies TransactAction;
}

/** Condition: each claim has no reservation, or its reservation that has ended. */
function notReserved(item: ReservationItem, ended: Reservations): TransactAction {
  const { ConditionExpression, names, values } = reservable(item, ended);
  return {
    ConditionCheck: {
      Key: { ...item.key },
      ConditionExpression,
      ExpressionAttributeNames: names,
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    },
  };
}

/** A condition of at most 25 terms, far below DynamoDB's limits of 4 kB and 300 operators. */
function reservable({ claims }: ReservationItem, ended: Reservations, own?: string) {
  const past = [...new Set(claims.flatMap(({ id }) => ended.get(id) ?? []))];
  const terms = claims.map(({ id }, n) => {
    const earlier = past.indexOf(ended.get(id) ?? '');
    return [
      `attribute_not_exists(#c${n})`,
      ...(own === undefined ? [] : [`#c${n} = :own`]),
      ...(earlier < 0 ? [] : [`#c${n} = :e${earlier}`]),
    ].join(' OR ');
  });
  return {
    ConditionExpression: terms.map((term) => `(${term})`).join(' AND '),
    names: Object.fromEntries(claims.map(({ attribute }, n) => [`#c${n}`, attribute])),
    values: {
      ...(own !== undefined && { ':own': own }),
      ...Object.fromEntries(past.map((id, n) => [`:e${n}`, id])),
    },
  };
}

/** The claims for which the condition of {@link reserveAction} failed. */
export function unreservable(
  item: ReservationItem,
  stored: Item | undefined,
  submissionId: string,
  ended: Reservations,
): readonly string[] {
  const held = [...reservationsIn(item, stored)].filter(
    ([id, holder]) => holder !== submissionId && holder !== ended.get(id),
  );
  return held.length > 0 ? held.map(([id]) => id) : item.claims.map(({ id }) => id);
}

/** Removes a reservation that has ended, and its item with the last one. */
function removeReservation(
  { key, attribute }: ReservationPlace,
  ended: string,
  stored: Item,
): TransactAction {
  const others = Array.from({ length: reservationsPerItem }, (_, n) => String(n)).filter(
    (name) => name !== attribute,
  );
  const isLast = others.every((name) => stored[name] === undefined);
  const common = { Key: { ...key }, ExpressionAttributeValues: { ':ended': ended } };
  if (!isLast) {
    return {
      Update: {
        ...common,
        UpdateExpression: 'REMOVE #own',
        ConditionExpression: '#own = :ended',
        ExpressionAttributeNames: { '#own': attribute },
      },
    };
  }
  return {
    Delete: {
      ...common,
      ConditionExpression: ['#own = :ended', ...others.map((_, n) => `attribute_not_exists(#c${n})`)].join(
        ' AND ',
      ),
      ExpressionAttributeNames: {
        '#own': attribute,
        ...Object.fromEntries(others.map((name, n) => [`#c${n}`, name])),
      },
    },
  };
}

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
