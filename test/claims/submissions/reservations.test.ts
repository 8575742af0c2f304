import { expect, jest, test } from '@jest/globals';
import { type Change, ChangeConflict, changeOf } from '#claims/change.ts';
import { moveClaim } from '#claims/claim/claim-change.ts';
import { submit } from '#claims/submissions/request/submit.ts';
import { findClaims } from '#store/claims/claims/claims.ts';
import { isBeingSent } from '#store/claims/claims/reservations.ts';
import { reservationPlace } from '#store/claims/keys/submission-keys.ts';
import { submissionStore } from '#store/claims/submissions/submissions.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { getItem } from '#store/dynamodb/items.ts';
import {
  openSubmission,
  portsAt,
  readyClaims,
  reserveFor,
  stores,
  submittedEntries,
} from './submission-fixture.ts';

const facts = { actor: 'test', now: new Date() };

const claimOf = async (id: string) => {
  const [claim] = await findClaims(stores.claims, [id]);
  if (claim === undefined) throw new Error('The claim is not stored');
  return claim;
};

async function isStored(change: Change): Promise<boolean> {
  try {
    await writeChange(stores, change);
    return true;
  } catch (error) {
    if (error instanceof ChangeConflict) return false;
    throw error;
  }
}

/** Holds a claim, on condition that it is not being sent. */
async function hold(id: string): Promise<boolean> {
  const change = moveClaim(await claimOf(id), 'putOnHold', facts);
  if (change === undefined) throw new Error('The claim cannot be held');
  return isStored(changeOf([change], { kind: 'not-being-sent', claim: change.after }));
}

test.each(['abandoned', 'recorded'] as const)(
  'a submission that is %s releases its claims',
  async (state) => {
    const id = `${state}-1`;
    const [claimId = ''] = await readyClaims(`RELEASE-${state}`);
    const end = await reserveFor(stores, id, [claimId]);
    const claim = await claimOf(claimId);
    const store = submissionStore(stores.claims, stores.audit);
    expect(await store.reservedBy([claim])).toEqual(new Map([[claimId, id]]));
    expect(await isBeingSent(stores.claims, claim)).toBe(true);
    expect(await hold(claimId)).toBe(false);
    await store.create(openSubmission(`other-${state}`), []);
    expect(await store.reserve(`other-${state}`, [claim])).toEqual([claimId]);

    await end(state);
    expect(await store.reservedBy([claim])).toEqual(new Map());
    expect(await isBeingSent(stores.claims, claim)).toBe(false);
    expect(await store.reserve(`other-${state}`, [claim])).toEqual([]);
    // The reservation of the other submission counts.
    expect(await hold(claimId)).toBe(false);
  },
);

test('a claim can be held after the submission that had reserved it has ended', async () => {
  const [claimId = ''] = await readyClaims('HELD-AFTER');
  const end = await reserveFor(stores, 'held-after', [claimId]);
  await end('abandoned');
  expect(await hold(claimId)).toBe(true);
  expect((await claimOf(claimId)).lane).toBe('held');
});

test('a reservation between the read and the write of a change stops the change', async () => {
  const [claimId = ''] = await readyClaims('BETWEEN');
  await (await reserveFor(stores, 'before', [claimId]))('abandoned');
  const store = submissionStore(stores.claims, stores.audit);
  await store.create(openSubmission('between'), []);
  const change = moveClaim(await claimOf(claimId), 'putOnHold', facts);
  if (change === undefined) throw new Error('The claim cannot be held');
  const append = stores.audit.append.bind(stores.audit);
  const late = jest.spyOn(stores.audit, 'append').mockImplementationOnce(async (...given) => {
    expect(await store.reserve('between', [change.after])).toEqual([]);
    return append(...given);
  });
  expect(await isStored(changeOf([change], { kind: 'not-being-sent', claim: change.after }))).toBe(false);
  expect(late).toHaveBeenCalledTimes(1);
  expect((await claimOf(claimId)).lane).toBe('ready');
});

test('a claim that returned to lane ready is sent again, and only claims of open submissions are taken', async () => {
  const [again = '', fresh = '', busy = ''] = await readyClaims('AGAIN', 'FRESH', 'BUSY');
  const request = { kind: 'claims', ids: [again] } as const;
  const first = await submit(request, 'key:biller', await portsAt());
  expect(first.submissions).toMatchObject([{ state: 'recorded' }]);
  const { key, attribute } = reservationPlace(await claimOf(again));
  const left = await getItem(stores.claims, key);
  expect(left).toMatchObject({ [attribute]: first.submissions[0]?.id });
  // DynamoDB removes it then.
  expect(Number(left?.['expires_at'])).toBeGreaterThan(Date.now() / 1000 + 300 * 86_400);

  const back = { ...(await claimOf(again)), lane: 'ready' as const };
  const version = { ...back, version: back.version + 1 };
  const before = await claimOf(again);
  const entry = { event_type: 'test', entity_type: 'claim', entity_id: again, actor: 'test', payload: {} };
  await writeChange(stores, changeOf([{ before, after: version, entry }]));
  await reserveFor(stores, 'busy', [busy]);
  const store = submissionStore(stores.claims, stores.audit);
  await store.create(openSubmission('all'), []);
  const all = await findClaims(stores.claims, [again, fresh, busy]);
  expect(await store.reserve('all', all)).toEqual([busy]);
  expect(await store.reserve('all', all.slice(0, 2))).toEqual([]);
  expect(await store.reservedBy(all)).toEqual(
    new Map([
      [again, 'all'],
      [fresh, 'all'],
      [busy, 'busy'],
    ]),
  );
  expect(await submittedEntries([again])).toHaveLength(1);
});
