import type { ChainAppender } from '#audit/append/appender.ts';
import { chunksOf } from '#claims/chunks.ts';
import { maxControlNumber } from '#claims/claim/batch.ts';
import { type SubmissionStore, SubmissionTakenOver } from '#claims/submissions/ports.ts';
import { type Submission, type SubmittedClaim, unfinishedStates } from '#claims/submissions/submission.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import {
  allItems,
  getItem,
  getRecord,
  type Item,
  inRange,
  insertion,
  itemOf,
  putItem,
  queryOnce,
  recordOf,
} from '../../dynamodb/items.ts';
import { type PageRequest, queryPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { batchActions, setClaimsActions } from '../claims/batches.ts';
import { changeActions } from '../claims/claims.ts';
import { reservedBy } from '../claims/reservations.ts';
import { blockedByOpenCorrection, reserveClaims } from '../claims/reserve-claims.ts';
import { fileNameKey } from '../keys/file-keys.ts';
import {
  submissionClaimsKey,
  submissionClaimsOf,
  submissionKey,
  submissionKeys,
  submissionStatePartition,
  submissionsPartition,
} from '../keys/submission-keys.ts';
import { collectFigures, foldFigures } from '../reports/pending-figures.ts';
import { takeControlNumbers } from './control-numbers.ts';

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
    async takeOver(id, run, now, leaseUntil) {
      const found = await findSubmission(table, id);
      const isFree = found !== undefined && found.lease_until <= now.getTime();
      if (!isFree || !unfinishedStates.some((state) => state === found.state)) return undefined;
      const after = { ...found, run, lease_until: leaseUntil };
      try {
        await ownWrite(() => transact(table, [putOwned(found, after)]));
        return after;
      } catch (error) {
        if (error instanceof SubmissionTakenOver) return undefined;
        throw error;
      }
    },
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
    async record(submission, changes, after) {
      const collected = await collectFigures(table, submission.id, changes);
      const actions = [
        putOwned(submission, after),
        ...(collected ? [collected.action] : []),
        ...changeActions(changes, collected !== undefined),
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

/** Replaces a submission on condition that it has not changed since it was read. Each write changes one of these fields. */
const putOwned = (before: Submission, after: Submission): TransactAction => ({
  Put: {
    Item: submissionItem(after),
    ConditionExpression:
      '#run = :run AND #state = :state AND recorded_count = :recorded AND lease_until = :lease',
    ExpressionAttributeNames: { '#run': 'run', '#state': 'state' },
    ExpressionAttributeValues: {
      ':run': before.run,
      ':state': before.state,
      ':recorded': before.recorded_count,
      ':lease': before.lease_until,
    },
  },
});

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
