import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { ChangeConflict, changeOf } from '#claims/change.ts';
import type { Claim } from '#claims/claim/claim.ts';
import { moveClaim } from '#claims/claim/claim-change.ts';
import { submit } from '#claims/submissions/request/submit.ts';
import { resumeSubmissions } from '#claims/submissions/run/resume-submissions.ts';
import type { Submission } from '#claims/submissions/submission.ts';
import { findClaims } from '#store/claims/claims/claims.ts';
import { reservedBy } from '#store/claims/claims/reservations.ts';
import { claimsMigrations } from '#store/claims/configuration/migrations.ts';
import { ownReservationKey, reservationPlace } from '#store/claims/keys/submission-keys.ts';
import { findUnfinishedSubmissions } from '#store/claims/submissions/submission-lists.ts';
import { submissionStore } from '#store/claims/submissions/submissions.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { putItem } from '#store/dynamodb/items.ts';
import { CutOff } from './cut-off.ts';
import { openSubmission, reserveFor } from './open-submission.ts';
import { later, portsAt, readyClaims, stores, submittedEntries } from './submission-fixture.ts';

const claimsOf = async (...pcns: readonly string[]) => findClaims(stores.claims, await readyClaims(...pcns));

/** A submission of the release before version 15 of the schema, with reservations of some of its claims. */
async function earlierSubmission(
  id: string,
  state: Submission['state'],
  claims: readonly Claim[],
  reserved = claims,
): Promise<void> {
  const store = submissionStore(stores.claims, stores.audit);
  await store.create(
    { ...openSubmission(id), state },
    claims.map((claim) => ({
      claim_id: claim.id,
      patient_control_number: claim.patient_control_number,
      set: '0001',
    })),
  );
  await reserveEarlier(id, reserved);
}

async function reserveEarlier(id: string, claims: readonly Pick<Claim, 'id'>[]): Promise<void> {
  for (const claim of claims) {
    const Item = { ...ownReservationKey(claim.id), claim_id: claim.id, submission_id: id };
    await putItem(stores.claims, { Item });
  }
}

async function migrate(): Promise<void> {
  const migration = claimsMigrations.find(({ version }) => version === 15);
  if (migration === undefined) throw new Error('The release has no such migration');
  await migration.run({
    ...stores,
    readHead: async () => undefined,
    hasEarlierEntries: async () => false,
    now: () => new Date(),
  });
}

async function isHeld(claim: Claim): Promise<boolean> {
  const change = moveClaim(claim, 'putOnHold', { actor: 'test', now: new Date() });
  if (change === undefined) throw new Error('The claim cannot be held');
  try {
    await writeChange(stores, changeOf([change], { kind: 'not-being-sent', claim }));
    return true;
  } catch (error) {
    if (error instanceof ChangeConflict) return false;
    throw error;
  }
}

test('the migration keeps claims for the unfinished submissions of the earlier release', async () => {
  const claims = await claimsOf(...Array.from({ length: 30 }, (_, n) => `KEEP${n}`));
  const [sending, preparing, ended] = [claims.slice(0, 12), claims.slice(12, 28), claims.slice(28)];
  await earlierSubmission('keep-uploaded', 'uploaded', sending);
  await earlierSubmission('keep-preparing', 'preparing', preparing, preparing.slice(0, 10));
  await earlierSubmission('keep-recorded', 'recorded', ended);
  await migrate();
  // An interrupted migration runs again.
  await migrate();
  const expected = [
    ...sending.map(({ id }) => [id, 'keep-uploaded'] as const),
    ...preparing.slice(0, 10).map(({ id }) => [id, 'keep-preparing'] as const),
  ];
  expect(await reservedBy(stores.claims, claims)).toEqual(new Map(expected));
  const [held, free] = [sending[0], ended[0]];
  if (held === undefined || free === undefined) throw new Error('The claims are not stored');
  expect(await isHeld(held)).toBe(false);
  expect(await isHeld(free)).toBe(true);
  const store = submissionStore(stores.claims, stores.audit);
  await store.create(openSubmission('keep-other'), []);
  expect(await store.reserve('keep-other', claims.slice(11, 13))).toEqual(
    claims.slice(11, 13).map(({ id }) => id),
  );
});

test('the migration leaves claims that a later submission has reserved', async () => {
  const claims = await claimsOf('LATER-1', 'LATER-2', 'LATER-3');
  const [first, second, third] = claims;
  if (!(first && second && third)) throw new Error('The claims are not stored');
  await earlierSubmission('later-earlier', 'prepared', claims);
  await reserveFor(stores, 'later-later', [second.id]);
  await migrate();
  expect(await reservedBy(stores.claims, claims)).toEqual(
    new Map([
      [first.id, 'later-earlier'],
      [second.id, 'later-later'],
      [third.id, 'later-earlier'],
    ]),
  );
});

test('a preparation that the earlier release began is resumed after the migration', async () => {
  const claims = await claimsOf(...Array.from({ length: 10 }, (_, n) => `RESUME${n}`));
  const ids = claims.map(({ id }) => id);
  const ports = await portsAt();
  const store = {
    ...ports.store,
    reserve: async () => {
      throw new CutOff();
    },
  };
  await expect(submit({ kind: 'claims', ids }, 'key:biller', { ...ports, store })).rejects.toThrow(CutOff);
  const unfinished = await findUnfinishedSubmissions(stores.claims);
  const begun = unfinished.filter(({ claim_count }) => claim_count === ids.length);
  await reserveEarlier(begun[0]?.id ?? '', claims.slice(0, 6));
  await migrate();
  const reserved = await reservedBy(stores.claims, claims);
  expect([...reserved.keys()].toSorted()).toEqual(ids.slice(0, 6).toSorted());
  const resumed = await resumeSubmissions(begun, await portsAt(later));
  expect(resumed).toMatchObject([{ id: begun[0]?.id, state: 'recorded', recorded_count: 10 }]);
  expect(await submittedEntries(ids)).toHaveLength(10);
});

test('an earlier reservation of a claim that came alone counts without the migration', async () => {
  const claim = { id: randomUUID(), source: { kind: 'api', subject: 'test' } } as const;
  await submissionStore(stores.claims, stores.audit).create(openSubmission('alone'), []);
  await reserveEarlier('alone', [claim]);
  expect(reservationPlace(claim).key).toEqual(ownReservationKey(claim.id));
  expect(await reservedBy(stores.claims, [claim])).toEqual(new Map([[claim.id, 'alone']]));
});
