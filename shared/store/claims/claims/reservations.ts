import { chunksOf } from '#claims/chunks.ts';
import type { Claim } from '#claims/claim/claim.ts';
import { blocksOtherCorrections } from '#claims/claim/replacement.ts';
import { unfinishedStates } from '#claims/submissions/submission.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { getItems } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { claimKey } from '../keys/claim-keys.ts';
import { reservationKey, submissionKey } from '../keys/submission-keys.ts';
import { replacementAction, replacementStore } from './replacements.ts';

/** Submission ids by claim id. */
type Reservations = ReadonlyMap<string, string>;

/**
 * Reservations of claims by unfinished submissions, and those of submissions that have ended. The latter have no effect. Nobody
 * deletes them, because that would cost two write units for each claim: DynamoDB removes them when they expire. A submission is
 * stored before it reserves claims, so an unknown one was purged.
 */
async function findReservations(
  table: Table,
  claimIds: readonly string[],
): Promise<{ readonly inForce: Reservations; readonly ended: Reservations }> {
  const items = await getItems(table, [...new Set(claimIds)].map(reservationKey));
  const holders = items.map((item) => [String(item['claim_id']), String(item['submission_id'])] as const);
  const ids = [...new Set(holders.map(([, id]) => id))];
  const states = await getItems(table, ids.map(submissionKey), ['id', 'state']);
  const unfinished = new Set(
    states.flatMap(({ id, state }) => (unfinishedStates.some((one) => one === state) ? [id] : [])),
  );
  return {
    inForce: new Map(holders.filter(([, id]) => unfinished.has(id))),
    ended: new Map(holders.filter(([, id]) => !unfinished.has(id))),
  };
}

/** Returns the unfinished submissions that have reserved claims, by claim id. Strongly consistent. */
export const reservedBy = async (table: Table, claimIds: readonly string[]): Promise<Reservations> =>
  (await findReservations(table, claimIds)).inForce;

/** Whether a submission has reserved the claim and may be sending it. Strongly consistent. */
export const isBeingSent = async (table: Table, claimId: string): Promise<boolean> =>
  (await reservedBy(table, [claimId])).has(claimId);

/** Conditions: no unfinished submission has reserved these claims. Reads which reservations have ended: those stay so. */
export async function requireNotBeingSent(
  table: Table,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, TransactAction>> {
  if (claimIds.length === 0) return new Map();
  const { ended } = await findReservations(table, claimIds);
  return new Map(
    claimIds.map((id) => [
      id,
      { ConditionCheck: { Key: { ...reservationKey(id) }, ...reservableBy([], ended.get(id)) } },
    ]),
  );
}

/** Condition on a reservation: it does not exist, belongs to one of these submissions, or to the one that has ended. */
function reservableBy(own: readonly string[], ended: string | undefined) {
  const ids = [...own, ...(ended === undefined ? [] : [ended])];
  return {
    ConditionExpression: ['attribute_not_exists(pk)', ...ids.map((_, n) => `submission_id = :id${n}`)].join(
      ' OR ',
    ),
    ...(ids.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(ids.map((id, n) => [`:id${n}`, id])),
    }),
  };
}

/** Corrections and voids that another open one of the same claim blocks. */
export async function blockedByOpenCorrection(
  table: Table,
  replaced: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  if (replaced.size === 0) return [];
  const holders = await replacementStore(table).findHolders([...replaced.values()]);
  return besideHolders([...replaced.keys()], replaced, holders);
}

/** Claims in one transaction, each with its reservation; a correction also with a condition and its right to be sent. */
const maxCorrections = 33;
const maxReserved = 100;

/**
 * Reserves ready claims for a submission; see {@link SubmissionStore.reserve}. Reserves first and reads the claims then: each
 * change of a ready claim requires that it is not reserved, so a claim that is found ready stays so. Conditions on the claims
 * themselves would cost two write units each.
 */
export async function reserveClaims(
  table: Table,
  id: string,
  claimIds: readonly string[],
  replaced: ReadonlyMap<string, string> = new Map(),
  contents: ReadonlyMap<string, number | undefined> = new Map(),
): Promise<readonly string[]> {
  const { findHolders } = replacementStore(table);
  for (const some of chunksOf(claimIds, replaced.size > 0 ? maxCorrections : maxReserved)) {
    const names = some.flatMap((claimId) => replaced.get(claimId) ?? []);
    const holders = names.length === 0 ? new Map<string, Claim>() : await findHolders(names);
    const others = besideHolders(some, replaced, holders);
    if (others.length > 0) return others;
    const reserve = (ended: Reservations) => {
      const planned = some.flatMap((claimId) => {
        const name = replaced.get(claimId);
        const hold =
          name === undefined
            ? []
            : // Without the condition, a correction that is not sent would keep the right.
              [
                requireReady(claimId),
                replacementAction({ target: name, claimId, holder: holders.get(name) }),
              ];
        const reservation = putReservation(claimId, id, ended.get(claimId));
        return [reservation, ...hold].map((action) => ({ claimId, action }));
      });
      return reserveTogether(table, planned);
    };
    let missing = await reserve(new Map());
    if (missing.size > 0) {
      // Claims that were sent before have reservations without effect.
      const { ended } = await findReservations(table, [...missing]);
      if (ended.size > 0) missing = await reserve(ended);
    }
    if (missing.size > 0) return some.filter((claimId) => missing.has(claimId));
    const changed = await changedClaims(table, some, contents);
    if (changed.length > 0) return changed;
  }
  return [];
}

interface PlannedReservation {
  readonly claimId: string;
  readonly action: TransactAction;
}

/** @returns claims whose conditions failed */
async function reserveTogether(
  table: Table,
  planned: readonly PlannedReservation[],
): Promise<ReadonlySet<string>> {
  try {
    await transact(
      table,
      planned.map(({ action }) => action),
    );
    return new Set();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return new Set(error.failures.flatMap(({ index }) => planned[index]?.claimId ?? []));
  }
}

/** Claims that are not ready, or, if `contents` has them, do not have the content that was read. */
async function changedClaims(
  table: Table,
  claimIds: readonly string[],
  contents: ReadonlyMap<string, number | undefined>,
): Promise<readonly string[]> {
  const found = await getItems(table, claimIds.map(claimKey), ['id', 'lane', 'content_version']);
  const sound = found.filter(({ id, lane, content_version: version }) => {
    const hasContent = !contents.has(String(id)) || version === contents.get(String(id));
    return lane === 'ready' && hasContent;
  });
  const ids = new Set(sound.map(({ id }) => String(id)));
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

/** Longer than a submission stays unfinished, seconds. */
const keptSeconds = 365 * 86_400;

const putReservation = (
  claimId: string,
  submissionId: string,
  ended: string | undefined,
): TransactAction => ({
  Put: {
    Item: {
      ...reservationKey(claimId),
      claim_id: claimId,
      submission_id: submissionId,
      expires_at: Math.floor(Date.now() / 1000) + keptSeconds,
    },
    ...reservableBy([submissionId], ended),
  },
});
