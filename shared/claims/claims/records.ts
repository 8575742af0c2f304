import type { StoredClaim } from '#claims/edits/edit-claim.ts';
import { numberItem } from '#claims/edits/edited-claim-records.ts';
import type { ReplacementStore } from '#claims/edits/replacement.ts';
import { figureActions, patientShareActions } from '#claims/reports/figure-records.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import { allItems, getItem, getItems, insertion, type KeyPrefix } from '#store/dynamodb/items.ts';
import { storeSum } from '#store/dynamodb/stored-number.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { foldedNumber } from './batch.ts';
import type { Claim } from './claim.ts';
import type { ClaimChange, NewClaimWrite, ReplacementWrite } from './claim-change.ts';
import { type ClaimContent, unpackContent } from './claim-content.ts';
import { claim, claimDetail } from './claim-fields.ts';
import {
  claimKey,
  claimPartition,
  claimsWithPayerControl,
  claimsWithPcn,
  claimsWithShortenedPcn,
  keptPcnLength,
  laneFiguresKey,
  laneShardCounts,
  laneShardOf,
  payerControlKey,
  replacementKey,
  shortenedPcnKey,
} from './claim-keys.ts';
import { contentAction, findContents, ownHashAction } from './content-records.ts';
import type { ClaimLane } from './lifecycle.ts';
import { readChains } from './read-chains.ts';
import { changingAttributes, claimFrom, claimItem, contentOf } from './stored-claim-records.ts';

/**
 * Stores changes of claims, at most one of each claim, with the figures of their lanes and reports, and the records by payer
 * claim control number. Each claim is conditional on the version that was read.
 *
 * @param collected the run of these changes collects their figures for reports
 */
export function changeActions(changes: readonly ClaimChange[], collected = false): TransactAction[] {
  return [
    ...changes.map(storeClaim),
    ...changes.flatMap(payerControlActions),
    ...laneFigureActions(changes),
    ...(collected ? [] : figureActions(changes)),
    ...patientShareActions(changes),
  ];
}

/** Takes a claim that is removed out of the figures of its lane and of reports. */
export const removalActions = (claim: Claim): TransactAction[] => [
  ...laneFigureActions([{ before: claim }]),
  ...figureActions([{ before: claim }]),
];

export const claims = addressedRecord({
  of: claim,
  find: findClaim,
  isWithin: ({ billing_npi }, limit) => limit.includes(billing_npi),
});

export const wholeClaims = addressedRecord({
  of: claimDetail,
  find: findWholeClaim,
  isWithin: ({ claim }, limit) => limit.includes(claim.billing_npi),
});

export async function findClaim(table: Table, id: string): Promise<Claim | undefined> {
  const item = await getItem(table, claimKey(id));
  return item && claimFrom(item);
}

/** Reads a claim with its content; strongly consistent. */
export async function findWholeClaim(table: Table, id: string): Promise<StoredClaim | undefined> {
  let claim: Claim | undefined;
  let content: ClaimContent | undefined;
  for (const item of await allItems(table, claimPartition(id))) {
    if (item['sk'] === 'CLAIM') claim = claimFrom(item);
    else if (item['sk'] === 'CONTENT') content = unpackContent(contentOf(item));
  }
  if (claim === undefined) return undefined;
  if (content === undefined) {
    const packed = (await findContents(table, [claim])).get(id);
    content = packed === undefined ? { claim: {}, findings: [] } : unpackContent(packed);
  }
  return { claim, content };
}

/** The claims of the chain of a claim, itself included; strongly consistent. */
export async function findChain(table: Table, claim: Claim): Promise<readonly Claim[]> {
  const chains = await readChains((ids) => findClaims(table, ids), [claim]);
  return chains.get(claim.id) ?? [claim];
}

/** Reads claims in the order of the ids; leaves out ids without a claim. */
export async function findClaims(table: Table, ids: readonly string[]): Promise<readonly Claim[]> {
  const unique = [...new Set(ids)];
  const found = (await getItems(table, unique.map(claimKey))).map(claimFrom);
  const byId = new Map(found.map((claim) => [claim.id, claim]));
  return unique.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Claims by patient control number, ignoring letter case, blanks and leading zeros; oldest first.
 *
 * @param provider limits the result to one billing provider
 */
export const findClaimsByPcn = (table: Table, patientControlNumber: string, provider?: string) =>
  claimsOf(table, claimsWithPcn(patientControlNumber, provider));

/** Claims with a patient control number of more than 20 characters that begins with `start`. */
export async function findClaimsByShortenedPcn(table: Table, start: string): Promise<readonly Claim[]> {
  const found = await claimsOf(table, claimsWithShortenedPcn(start));
  const shortened = (number: string) => foldedNumber(number.trim().slice(0, keptPcnLength));
  return found.filter((claim) => shortened(claim.patient_control_number) === shortened(start));
}

export const findClaimsByPayerControl = (table: Table, payerControlNumber: string) =>
  claimsOf(table, claimsWithPayerControl(payerControlNumber));

async function claimsOf(table: Table, part: KeyPrefix): Promise<readonly Claim[]> {
  const items = await allItems(table, part);
  const claims = await findClaims(
    table,
    // An edit has given the claim another number or provider.
    items.filter((item) => item['moved'] !== true).map((item) => String(item['claim_id'])),
  );
  return claims.toSorted((a, b) => (a.received_at < b.received_at ? -1 : 1));
}

/** Stores the claim. Its item also lists the audit entries about it, so a change is an update that keeps the list. */
const storeClaim = ({ before, after }: ClaimChange): TransactAction => ({
  ...(before === undefined ? insertion(claimItem(after)) : replaceClaim(before, after)),
  listsEntriesOf: after.id,
});

function replaceClaim(before: Claim, after: Claim): TransactAction {
  const item = claimItem(after);
  const fields = changingAttributes.map((name, n) => ({ name, n, value: item[name] }));
  const present = fields.filter(({ value }) => value !== undefined);
  const absent = fields.filter(({ value }) => value === undefined);
  const sets = present.map(({ n }) => `#${n} = :${n}`);
  const removes = absent.length === 0 ? '' : ` REMOVE ${absent.map(({ n }) => `#${n}`)}`;
  return {
    Update: {
      Key: { ...claimKey(after.id) },
      UpdateExpression: `SET ${sets}${removes}`,
      ConditionExpression: 'version = :before',
      ExpressionAttributeNames: Object.fromEntries(fields.map(({ name, n }) => [`#${n}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(present.map(({ n, value }) => [`:${n}`, value])),
        ':before': before.version,
      },
    },
  };
}

/** A payer may refer to each of its numbers later, in any letter case. */
function payerControlActions({ before, after }: ClaimChange): TransactAction[] {
  const known = new Set(before?.payer_numbers ?? []);
  const keys = new Map(
    (after.payer_numbers ?? []).flatMap((number) => {
      if (known.has(number)) return [];
      const key = payerControlKey(number, after.id);
      return [[key.pk, key] as const];
    }),
  );
  return [...keys.values()].map((key) => ({ Put: { Item: { ...key, claim_id: after.id } } }));
}

/** Condition: the claim has not changed since it was read. */
export const unchangedAction = ({ id, version }: Claim): TransactAction => ({
  ConditionCheck: {
    Key: { ...claimKey(id) },
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': version },
  },
});

interface LaneFigures {
  readonly counts: readonly number[];
  readonly cents: bigint;
}

/** Updates the counts and the amount of each lane. Sums are bigint, because they may exceed a double. */
function laneFigureActions(
  changes: readonly { readonly before?: Claim; readonly after?: Claim }[],
): TransactAction[] {
  const moved = new Map<ClaimLane, LaneFigures>();
  const add = ({ id, lane, total_charge }: Claim, sign: 1 | -1) => {
    const { counts = laneShardCounts.map(() => 0), cents = 0n } = moved.get(lane) ?? {};
    moved.set(lane, {
      counts: counts.map((count, shard) => (shard === laneShardOf(id) ? count + sign : count)),
      cents: cents + BigInt(sign) * BigInt(total_charge),
    });
  };
  for (const { before, after } of changes) {
    if (before) add(before, -1);
    if (after) add(after, 1);
  }
  return [...moved].flatMap(([lane, figures]) => laneFigureAction(lane, figures));
}

function laneFigureAction(lane: ClaimLane, { counts, cents }: LaneFigures): readonly TransactAction[] {
  const sums = { count: counts.reduce((sum, count) => sum + count, 0), cents: storeSum(cents) };
  const shards = Object.fromEntries(laneShardCounts.map((name, shard) => [name, counts[shard]]));
  const changed = Object.entries({ ...sums, ...shards }).filter(([, value]) => value !== 0);
  if (changed.length === 0) return [];
  return [
    {
      Update: {
        Key: { ...laneFiguresKey(lane) },
        UpdateExpression: `ADD ${changed.map((_, n) => `#${n} :${n}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(changed.map(([name], n) => [`#${n}`, name])),
        ExpressionAttributeValues: Object.fromEntries(changed.map(([, value], n) => [`:${n}`, value])),
      },
    },
  ];
}

export function newClaimActions(added: NewClaimWrite): TransactAction[] {
  const { claim, content, ownsContent, contentOwner } = added;
  const { id: claim_id, patient_control_number: number, content_hash: hash } = claim;
  return [
    ownsContent && hash !== undefined
      ? ownHashAction(hash, claim_id, contentOwner, content)
      : contentAction(claim_id, content),
    insertion(numberItem(claim, added.ordinal)),
    ...(number.length > keptPcnLength
      ? [{ Put: { Item: { ...shortenedPcnKey(number, claim_id), claim_id } } }]
      : []),
  ];
}

export const replacementStore = (table: Table): ReplacementStore => ({
  async findHolders(targets) {
    const unique = [...new Set(targets)];
    const items = await getItems(table, unique.map(replacementKey));
    const holders = new Map(items.map((item) => [String(item['pk']), String(item['claim_id'])]));
    const claims = await findClaims(table, [...holders.values()]);
    const byId = new Map(claims.map((claim) => [claim.id, claim]));
    return new Map(
      unique.flatMap((target) => {
        const claim = byId.get(holders.get(replacementKey(target).pk) ?? '');
        return claim === undefined ? [] : [[target, claim] as const];
      }),
    );
  },
});

/** Condition: `holder` still has the right; without a holder, that no claim has it. */
export function replacementAction({
  target,
  claimId,
  holder,
}: Omit<ReplacementWrite, 'kind'>): TransactAction {
  const Item = { ...replacementKey(target), claim_id: claimId };
  if (holder === undefined) return insertion(Item);
  return {
    Put: {
      Item,
      ConditionExpression: 'claim_id = :holder',
      ExpressionAttributeValues: { ':holder': holder.id },
    },
  };
}
