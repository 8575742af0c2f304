import type { ClaimOrigin } from '#claims/claim/claim.ts';
import type { Item, ItemKey } from '../../dynamodb/items.ts';
import { nameOfKey } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import { type ReservationPlace, reservationPlace, reservationsPerItem } from '../keys/submission-keys.ts';

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
export function reservationsIn({ claims }: ReservationItem, stored: Item | undefined): Reservations {
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
export function notReserved(item: ReservationItem, ended: Reservations): TransactAction {
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
export function removeReservation(
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
