import { type Claim, type ClaimEvent, type FindingCounts, noFindings } from '#claims/claim/claim.ts';
import type { ClaimChange } from '#claims/claim/claim-change.ts';
import type { PackedContent } from '#claims/claim/claim-content.ts';
import type { ClaimLane } from '#claims/claim/lifecycle.ts';
import {
  getItem,
  getItems,
  type Item,
  inRange,
  itemOf,
  type KeyPrefix,
  queryAll,
  recordOf,
} from '../../dynamodb/items.ts';
import { storeSum } from '../../dynamodb/stored-number.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import {
  claimContentKey,
  claimEventKey,
  claimKey,
  claimsWithPayerControl,
  claimsWithPcn,
  claimsWithShortenedPcn,
  laneFiguresKey,
  laneKeys,
  payerControlKey,
} from '../keys/claim-keys.ts';

/**
 * The actions that make changes of claims: each claim on condition that it is still the one that was read, the
 * figures of the lanes, and the way to a claim by its payer's number once that is known. They belong into one
 * transaction with the entries of the changes. No two changes may be of one claim.
 */
export function changeActions(changes: readonly ClaimChange[]): TransactAction[] {
  return [...changes.map(putClaim), ...changes.flatMap(payerControlActions), ...laneFigureActions(changes)];
}

export const contentAction = (claimId: string, content: PackedContent): TransactAction => ({
  Put: { Item: { ...claimContentKey(claimId), content } },
});

export const eventAction = (claimId: string, n: number, event: ClaimEvent): TransactAction => ({
  Put: { Item: { ...claimEventKey(claimId, event.at, event.reference, n), ...event } },
});

/** One claim, strongly consistent. */
export async function findClaim(table: Table, id: string): Promise<Claim | undefined> {
  const item = await getItem(table, claimKey(id));
  return item && claimFrom(item);
}

/** Those of the claims that exist, in the order of the ids. */
export async function findClaims(table: Table, ids: readonly string[]): Promise<readonly Claim[]> {
  const unique = [...new Set(ids)];
  const found = (await getItems(table, unique.map(claimKey))).map(claimFrom);
  const byId = new Map(found.map((claim) => [claim.id, claim]));
  return unique.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Claims whose patient control number is this one, apart from letter case, blanks and leading zeros; oldest first.
 * With `npi` only those of one billing provider. The caller chooses among them by the exact number.
 */
export const findClaimsByPcn = (
  table: Table,
  patientControlNumber: string,
  npi?: string,
): Promise<readonly Claim[]> => claimsOf(table, claimsWithPcn(patientControlNumber, npi));

/** Claims whose number was longer than 20 characters and begins with these. */
export const findClaimsByShortenedPcn = (table: Table, start: string): Promise<readonly Claim[]> =>
  claimsOf(table, claimsWithShortenedPcn(start));

/** Claims that a payer knows by this number. */
export const findClaimsByPayerControl = (
  table: Table,
  payerControlNumber: string,
): Promise<readonly Claim[]> => claimsOf(table, claimsWithPayerControl(payerControlNumber));

async function claimsOf(table: Table, part: KeyPrefix): Promise<readonly Claim[]> {
  const ids: string[] = [];
  for await (const items of queryAll(table, inRange(part))) {
    ids.push(...items.map((item) => String(item['claim_id'])));
  }
  const claims = await findClaims(table, ids);
  return claims.toSorted((a, b) => (a.received_at < b.received_at ? -1 : 1));
}

/** A claim as it is stored: what most claims do not have is left out. */
type StoredClaim = Omit<Claim, 'duplicates' | 'conflicts' | 'finding_counts'> &
  Partial<Pick<Claim, 'duplicates' | 'conflicts'>> & { readonly finding_counts?: Partial<FindingCounts> };

/** The claim in its item. */
export function claimFrom(item: Item): Claim {
  const { duplicates = [], conflicts = [], finding_counts, ...claim } = recordOf<StoredClaim>(item);
  return { ...claim, duplicates, conflicts, finding_counts: { ...noFindings, ...finding_counts } };
}

function claimItem({ duplicates, conflicts, finding_counts, ...claim }: Claim) {
  const counts = Object.fromEntries(Object.entries(finding_counts).filter(([, count]) => count > 0));
  const stored: StoredClaim = {
    ...claim,
    ...(duplicates.length > 0 && { duplicates }),
    ...(conflicts.length > 0 && { conflicts }),
    ...(Object.keys(counts).length > 0 && { finding_counts: counts }),
  };
  return itemOf(
    {
      ...claimKey(claim.id),
      ...laneKeys(claim.lane, claim.lane_since, claim.id),
    },
    stored,
  );
}

const putClaim = ({ before, after }: ClaimChange): TransactAction =>
  before === undefined
    ? { Put: { Item: claimItem(after), ConditionExpression: 'attribute_not_exists(pk)' } }
    : {
        Put: {
          Item: claimItem(after),
          ConditionExpression: 'version = :before',
          ExpressionAttributeValues: { ':before': before.version },
        },
      };

/** The payer may come back to each number that it has told, in whatever letters. */
function payerControlActions({ before, after, payer_control_numbers = [] }: ClaimChange): TransactAction[] {
  const keys = new Map(
    [...payer_control_numbers, after.payer_control_number].flatMap((number) => {
      if (number === undefined || number === before?.payer_control_number) return [];
      const key = payerControlKey(number, after.id);
      return [[key.pk, key] as const];
    }),
  );
  return [...keys.values()].map((key) => ({ Put: { Item: { ...key, claim_id: after.id } } }));
}

/**
 * Counts and amounts of lanes move with the claims, one update for each lane, so that reading them costs nothing.
 * What several claims add up to may be more than a double holds.
 */
function laneFigureActions(changes: readonly ClaimChange[]): TransactAction[] {
  const moved = new Map<ClaimLane, { count: number; cents: bigint }>();
  const add = (lane: ClaimLane, count: number, cents: bigint) => {
    const figures = moved.get(lane) ?? { count: 0, cents: 0n };
    moved.set(lane, { count: figures.count + count, cents: figures.cents + cents });
  };
  for (const { before, after } of changes) {
    if (before) add(before.lane, -1, -BigInt(before.total_charge));
    add(after.lane, 1, BigInt(after.total_charge));
  }
  return [...moved]
    .filter(([, { count, cents }]) => count !== 0 || cents !== 0n)
    .map(([lane, { count, cents }]) => ({
      Update: {
        Key: { ...laneFiguresKey(lane) },
        UpdateExpression: 'ADD #count :count, cents :cents',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':count': count, ':cents': storeSum(cents) },
      },
    }));
}
