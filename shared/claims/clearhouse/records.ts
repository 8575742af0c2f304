import * as z from 'zod';
import type { ChainAppender } from '#audit/append/appender.ts';
import { chunksOf } from '#claims/chunks.ts';
import { maxControlNumber } from '#claims/claims/batch.ts';
import { batchActions, setClaimsActions } from '#claims/claims/batch-records.ts';
import type { Claim, ClaimOrigin } from '#claims/claims/claim.ts';
import { claimKey, idOfClaimKey } from '#claims/claims/claim-keys.ts';
import {
  changeActions,
  replacementAction,
  replacementStore,
  unchangedAction,
} from '#claims/claims/records.ts';
import { blocksOtherCorrections } from '#claims/edits/replacement.ts';
import {
  findReservations,
  type ReservationItem,
  type Reservations,
  reservationItems,
  reserveAction,
  reservedBy,
  unreservable,
} from '#claims/edits/reservation-records.ts';
import { fileNameKey } from '#claims/files/file-keys.ts';
import { isWithin } from '#claims/provider-limit.ts';
import { collectFigures, foldFigures } from '#claims/reports/figure-records.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { leaseEnd } from '#persistence/lease.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import {
  allItems,
  getItem,
  getItems,
  getRecord,
  type Item,
  inRange,
  insertion,
  itemOf,
  putItem,
  queryOnce,
  recordOf,
  updateItem,
} from '#store/dynamodb/items.ts';
import { type PageRequest, queryPage } from '#store/dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import { submission } from './contract.ts';
import { type Submission, type SubmittedClaim, unfinishedStates } from './submission.ts';
import {
  controlNumberKey,
  submissionClaimsKey,
  submissionClaimsOf,
  submissionKey,
  submissionKeys,
  submissionStatePartition,
  submissionsPartition,
} from './submission-keys.ts';
import { type SubmissionStore, SubmissionTakenOver } from './submission-ports.ts';

const counter = z.object({ last: z.int().positive() });

/**
 * Takes `count` consecutive numbers that no other call gets, and returns the first. Numbers that a process took but did not
 * use are lost, so numbers may have gaps but never repeat.
 */
export async function takeControlNumbers(table: Table, name: string, count: number): Promise<number> {
  const { Attributes } = await updateItem(table, controlNumberKey(name), {
    UpdateExpression: 'ADD #last :count',
    ExpressionAttributeNames: { '#last': 'last' },
    ExpressionAttributeValues: { ':count': count },
    ReturnValues: 'UPDATED_NEW',
  });
  return counter.parse(Attributes).last - count + 1;
}

export function submissionStore(table: Table, audit: ChainAppender<TransactAction>): SubmissionStore {
  return {
    async takeControlNumber() {
      const number = await takeControlNumbers(table, 'submissions', 1);
      if (number > maxControlNumber) throw new StoreRejection('No control numbers are left', undefined);
      return number;
    },
    async takeFileName(name, sender, submissionId) {
      const Item = { ...fileNameKey(name, sender), submission_id: submissionId };
      return isWritten(putItem(table, { Item, ConditionExpression: 'attribute_not_exists(pk)' }));
    },
    /** Stores the claims first, so that an existing submission has all of them. */
    async create(submission, claims) {
      for (const [part, some] of chunksOf(claims, claimsPerPart).entries()) {
        const Item = { ...submissionClaimsKey(submission.id, part), claims: some };
        await transact(table, [{ Put: { Item } }]);
      }
      await transact(table, [insertion(submissionItem(submission))]);
    },
    find: (id) => findSubmission(table, id),
    claimsOf: (id) => findSubmittedClaims(table, id),
    async takeOver(id, run, now) {
      const found = await findSubmission(table, id);
      const isFree = found !== undefined && found.lease_until <= now.getTime();
      if (!isFree || !unfinishedStates.some((state) => state === found.state)) return undefined;
      const after = { ...found, run, lease_until: leaseEnd(now).getTime() };
      try {
        await ownWrite(() => transact(table, [putTakenOver(found, after)]));
        return after;
      } catch (error) {
        if (error instanceof SubmissionTakenOver) return undefined;
        throw error;
      }
    },
    renew: ({ id, run }, until) =>
      isWritten(
        updateItem(table, submissionKey(id), {
          UpdateExpression: 'SET lease_until = :until',
          ConditionExpression: '#run = :run AND lease_until > :ended',
          ExpressionAttributeNames: { '#run': 'run' },
          ExpressionAttributeValues: { ':until': until.getTime(), ':run': run, ':ended': 0 },
        }),
      ),
    reserve: (id, claims, replaced, contents) => reserveClaims(table, id, claims, replaced, contents),
    reservedBy: (claims) => reservedBy(table, claims),
    blockedByOpenCorrection: (replaced) => blockedByOpenCorrection(table, replaced),
    async putBatch(batch, sets) {
      await transact(table, batchActions(batch));
      for (const part of sets) await transact(table, setClaimsActions(part, batch.at));
    },
    async update(before, after) {
      if (after.state === 'recorded') await foldFigures(table, after.id);
      await ownWrite(() => transact(table, [putOwned(before, after)]));
    },
    async record(submission, { changes, unchanged = [] }, after) {
      const collected = await collectFigures(table, submission.id, changes);
      const actions = [
        putOwned(submission, after),
        ...(collected ? [collected.action] : []),
        ...changeActions(changes, collected !== undefined),
        ...unchanged.map(unchangedAction),
      ];
      const entries = changes.map(({ entry }) => entry);
      try {
        await ownWrite(() => audit.append(entries, actions));
        collected?.stored();
      } catch (error) {
        collected?.failed();
        throw error;
      }
    },
  };
}

export const findSubmission = (table: Table, id: string) => getRecord<Submission>(table, submissionKey(id));

export const submissions = addressedRecord({
  of: submission,
  find: findSubmission,
  isWithin: ({ billing_npis }, limit) => isWithin(billing_npis, limit),
});

export const submissionFrom = (item: Item): Submission => recordOf<Submission>(item);

export async function findSubmissionByFileName(
  table: Table,
  name: string,
  tradingPartnerId: string,
): Promise<Submission | undefined> {
  const taken = await getItem(table, fileNameKey(name, tradingPartnerId));
  const id = taken?.['submission_id'];
  return id === undefined ? undefined : findSubmission(table, String(id));
}

/** Returns the claims of a submission in the order of its file. */
export async function findSubmittedClaims(table: Table, id: string): Promise<readonly SubmittedClaim[]> {
  const items = await allItems(table, submissionClaimsOf(id));
  return items.flatMap((item) => recordOf<{ readonly claims: readonly SubmittedClaim[] }>(item).claims);
}

const submissionItem = (submission: Submission) =>
  itemOf(
    {
      ...submissionKey(submission.id),
      ...submissionKeys(submission.state, submission.created_at, submission.id),
    },
    submission,
  );

/** Maximum claims of one stored part, because DynamoDB limits items to 400 kB. */
const claimsPerPart = 1000;

/** Replaces a submission on condition that its run still holds it, and has made no other progress. */
const putOwned = (before: Submission, after: Submission) => ({
  Put: {
    Item: submissionItem(after),
    ConditionExpression: '#run = :run AND #state = :state AND recorded_count = :recorded',
    ExpressionAttributeNames: { '#run': 'run', '#state': 'state' },
    ExpressionAttributeValues: {
      ':run': before.run,
      ':state': before.state,
      ':recorded': before.recorded_count,
    },
  },
});

/** Gives a submission to another run, on condition that the lease was not renewed since it was read. */
function putTakenOver(before: Submission, after: Submission): TransactAction {
  const { Put } = putOwned(before, after);
  return {
    Put: {
      ...Put,
      ConditionExpression: `${Put.ConditionExpression} AND lease_until = :lease`,
      ExpressionAttributeValues: { ...Put.ExpressionAttributeValues, ':lease': before.lease_until },
    },
  };
}

/** Runs a write whose first action is {@link putOwned}. @throws SubmissionTakenOver when that condition failed */
async function ownWrite(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const isTaken = error instanceof ConditionFailed && error.failures.some(({ index }) => index === 0);
    throw isTaken ? new SubmissionTakenOver() : error;
  }
}

export const readSubmissions = (table: Table, { limit, cursor }: PageRequest) => {
  const range = { index: 'gsi1', pk: submissionsPartition, newestFirst: true } as const;
  return queryPage(table, { list: ['submissions'], limit, cursor, range }, submissionFrom);
};

/** Returns unfinished submissions, oldest first of each state; eventually consistent. */
export async function findUnfinishedSubmissions(table: Table): Promise<readonly Submission[]> {
  const pages = await Promise.all(unfinishedStates.map((state) => inState(table, state)));
  return pages.flat();
}

async function inState(table: Table, state: Submission['state']): Promise<readonly Submission[]> {
  const range = inRange({ pk: submissionStatePartition(state), prefix: '' }, {}, 'gsi2');
  const { Items = [] } = await queryOnce(table, { ...range, IndexName: 'gsi2', Limit: 100 });
  return Items.map(submissionFrom);
}

/** Corrections and voids that another open one of the same claim blocks. */
async function blockedByOpenCorrection(
  table: Table,
  replaced: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  if (replaced.size === 0) return [];
  const holders = await replacementStore(table).findHolders([...replaced.values()]);
  return besideHolders([...replaced.keys()], replaced, holders);
}

/**
 * Reserves ready claims for a submission; see {@link SubmissionStore.reserve}. Reserves first and reads the claims then: each
 * change of a ready claim requires that it is not reserved, so a claim that is found ready stays so. Conditions on the claims
 * themselves would cost two write units each.
 */
async function reserveClaims(
  table: Table,
  id: string,
  claims: readonly ClaimOrigin[],
  replaced: ReadonlyMap<string, string> = new Map(),
  contents: ReadonlyMap<string, number | undefined> = new Map(),
): Promise<readonly string[]> {
  const { findHolders } = replacementStore(table);
  for (const items of transactionsOf(reservationItems(claims), replaced)) {
    const some = items.flatMap((item) => item.claims.map((claim) => claim.id));
    const names = some.flatMap((claimId) => replaced.get(claimId) ?? []);
    const holders = names.length === 0 ? new Map<string, Claim>() : await findHolders(names);
    const others = besideHolders(some, replaced, holders);
    if (others.length > 0) return others;
    const rights = some.flatMap((claimId) => {
      const target = replaced.get(claimId);
      if (target === undefined) return [];
      const right = replacementAction({ target, claimId, holder: holders.get(target) });
      // Without the condition, a correction that is not sent would keep the right.
      return [requireReady(claimId), right].map((action) => ({ claimId, action }));
    });
    const missing = await reserveItems(table, { id, items, rights });
    if (missing.size > 0) return some.filter((claimId) => missing.has(claimId));
    const changed = await changedClaims(table, some, contents);
    if (changed.length > 0) return changed;
  }
  return [];
}

/** DynamoDB's limit for one transaction. */
const maxActions = 100;

/** An item is one action. Each correction adds a condition and its right to be sent. */
function transactionsOf(
  items: readonly ReservationItem[],
  replaced: ReadonlyMap<string, string>,
): readonly (readonly ReservationItem[])[] {
  const parts: ReservationItem[][] = [];
  let actions = maxActions;
  for (const item of items) {
    const own = 1 + 2 * item.claims.filter(({ id }) => replaced.has(id)).length;
    actions += own;
    if (actions > maxActions) {
      parts.push([]);
      actions = own;
    }
    parts.at(-1)?.push(item);
  }
  return parts;
}

interface PlannedReservation {
  /** The submission. */
  readonly id: string;
  readonly items: readonly ReservationItem[];
  /** Conditions and rights of corrections and voids. */
  readonly rights?: readonly { readonly claimId: string; readonly action: TransactAction }[];
}

/**
 * Reserves all claims of the items or none, in one transaction.
 *
 * @returns claims whose conditions failed
 */
async function reserveItems(table: Table, planned: PlannedReservation): Promise<ReadonlySet<string>> {
  const missing = await reserveTogether(table, planned, new Map());
  if (missing.size === 0) return missing;
  // Claims that were sent before have reservations without effect.
  const { ended } = await findReservations(table, planned.items);
  return ended.size === 0 ? missing : reserveTogether(table, planned, ended);
}

async function reserveTogether(
  table: Table,
  { id, items, rights = [] }: PlannedReservation,
  ended: Reservations,
): Promise<ReadonlySet<string>> {
  const planned = [
    ...items.map((item) => ({
      action: reserveAction(item, id, ended),
      failedClaims: (stored: Item | undefined) => unreservable(item, stored, id, ended),
    })),
    ...rights.map(({ claimId, action }) => ({ action, failedClaims: () => [claimId] })),
  ];
  try {
    await transact(
      table,
      planned.map(({ action }) => action),
    );
    return new Set();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return new Set(error.failures.flatMap(({ index, item }) => planned[index]?.failedClaims(item) ?? []));
  }
}

/** Claims that are not ready, or, if `contents` has them, do not have the content that was read. */
async function changedClaims(
  table: Table,
  claimIds: readonly string[],
  contents: ReadonlyMap<string, number | undefined>,
): Promise<readonly string[]> {
  const found = await getItems(table, claimIds.map(claimKey), ['pk', 'lane', 'content_version']);
  const sound = found.flatMap(({ pk, lane, content_version: version }) => {
    const id = idOfClaimKey(String(pk));
    const hasContent = !contents.has(id) || version === contents.get(id);
    return lane === 'ready' && hasContent ? id : [];
  });
  const ids = new Set(sound);
  return claimIds.filter((claimId) => !ids.has(claimId));
}

/** Corrections and voids that a stored one blocks, or one before them in the list. */
function besideHolders(
  claimIds: readonly string[],
  replaced: ReadonlyMap<string, string>,
  holders: ReadonlyMap<string, Claim>,
): readonly string[] {
  const first = new Map(claimIds.toReversed().map((claimId) => [replaced.get(claimId), claimId]));
  return claimIds.filter((claimId) => {
    const name = replaced.get(claimId);
    if (name === undefined) return false;
    const holder = holders.get(name);
    const isHeld = holder !== undefined && holder.id !== claimId && blocksOtherCorrections(holder);
    return isHeld || first.get(name) !== claimId;
  });
}

const requireReady = (claimId: string): TransactAction => ({
  ConditionCheck: {
    Key: { ...claimKey(claimId) },
    ConditionExpression: 'lane = :ready',
    ExpressionAttributeValues: { ':ready': 'ready' },
  },
});
