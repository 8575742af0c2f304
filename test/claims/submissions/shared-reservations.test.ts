import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { ChangeConflict, changeOf } from '#claims/change.ts';
import type { Claim, ClaimOrigin } from '#claims/claims/claim.ts';
import { moveClaim } from '#claims/claims/claim-change.ts';
import { findClaims } from '#claims/claims/records.ts';
import { submissionStore } from '#claims/clearhouse/records.ts';
import { reservationPlace, reservationsPerItem, submissionKey } from '#claims/clearhouse/submission-keys.ts';
import { submit } from '#claims/clearhouse/submit.ts';
import {
  isBeingSent,
  reservationItems,
  reserveAction,
  reservedBy,
} from '#claims/edits/reservation-records.ts';
import { purgeClaim } from '#claims/retention/purge-claim-records.ts';
import { newPurge } from '#claims/retention/rules.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { deleteItems } from '#store/dynamodb/delete-items.ts';
import { getItem, updateItem } from '#store/dynamodb/items.ts';
import { everyItem } from '#test/claims/stored.ts';
import { itemBytes } from '#test/dynamodb-limits/units/item-size.ts';
import {
  claimsOfFile,
  openSubmission,
  portsAt,
  readyClaims,
  reserveFor,
  stores,
} from './submission-fixture.ts';

/** Ready claims of one file, in its order. */
async function claimsOf(prefix: string, count: number): Promise<readonly Claim[]> {
  const ids = await readyClaims(...Array.from({ length: count }, (_, n) => `${prefix}${n}`));
  return findClaims(stores.claims, ids);
}

const storeOf = () => submissionStore(stores.claims, stores.audit);

async function begin(id: string) {
  const store = storeOf();
  await store.create(openSubmission(id), []);
  return (claims: readonly ClaimOrigin[]) => store.reserve(id, claims);
}

const idsOf = (claims: readonly ClaimOrigin[]) => claims.map(({ id }) => id);

/** Holds claims in one change, on condition that none is being sent. */
async function hold(...claims: readonly Claim[]): Promise<ChangeConflict | undefined> {
  const changes = claims.flatMap(
    (claim) => moveClaim(claim, 'putOnHold', { actor: 'test', now: new Date() }) ?? [],
  );
  const conditions = claims.map((claim) => ({ kind: 'not-being-sent', claim }) as const);
  try {
    await writeChange(stores, changeOf(changes, ...conditions));
    return undefined;
  } catch (error) {
    if (error instanceof ChangeConflict) return error;
    throw error;
  }
}

const reservationsOfFile = async ({ source }: Claim) => {
  if (source.kind !== 'file') throw new Error('The claim came alone');
  const prefix = `RESERVED#${source.file_id}#`;
  return (await everyItem(stores, 'claims')).filter(({ pk }) => String(pk).startsWith(prefix));
};

test('claims of a file share items of 25', async () => {
  const claims = await claimsOf('SHARE', 60);
  await reserveFor(stores, 'share', idsOf(claims));
  const [first] = claims;
  if (first === undefined) throw new Error('The file has no claims');
  const items = await reservationsOfFile(first);
  const counts = items.map((item) => Object.values(item).filter((value) => value === 'share').length);
  expect(counts.toSorted((a, b) => b - a)).toEqual([25, 25, 10]);
  expect(await reservedBy(stores.claims, claims)).toEqual(new Map(claims.map(({ id }) => [id, 'share'])));
});

test('a full item is one write unit, and its condition is within the limits of DynamoDB', () => {
  const file_id = randomUUID();
  const source = {
    kind: 'file',
    file_id,
    interchange: '1',
    group: '1',
    set: '1',
    segment: 9,
    offset: 9,
  } as const;
  const origins = Array.from({ length: reservationsPerItem }, (_, n) => ({
    id: randomUUID(),
    source: { ...source, ordinal: 999_999 * reservationsPerItem + n + 1 },
  }));
  const items = reservationItems(origins);
  expect(items).toHaveLength(1);
  const [item] = items;
  if (item === undefined) throw new Error('The claims have no item');
  const ended = new Map(origins.map(({ id }) => [id, randomUUID()]));
  const { Update } = reserveAction(item, randomUUID(), ended);
  const expressions = [Update.UpdateExpression, Update.ConditionExpression];
  for (const expression of expressions) expect(expression.length).toBeLessThan(4096);
  const operators = /\b(?:OR|AND)\b|attribute_not_exists| = /g;
  for (const expression of expressions) expect(expression.match(operators)?.length).toBeLessThan(300);
  const values = Object.values(Update.ExpressionAttributeNames).map((name) => [name, randomUUID()]);
  const stored = { ...item.key, expires_at: 1_800_000_000, ...Object.fromEntries(values) };
  expect(itemBytes(marshall(stored))).toBeLessThanOrEqual(1024);
});

test('a full item can be reserved again after its claims were in 25 submissions', async () => {
  const claims = await claimsOf('PAST', 25);
  for (const [n, { id }] of claims.entries()) {
    await (await reserveFor(stores, `past-${n}`, [id]))('abandoned');
  }
  const reserve = await begin('after-all');
  expect(await reserve(claims)).toEqual([]);
  expect(new Set((await reservedBy(stores.claims, claims)).values())).toEqual(new Set(['after-all']));
  expect(await hold(...claims.slice(0, 8))).toBeInstanceOf(ChangeConflict);
});

test('of two submissions at once, one gets the claims that both want', async () => {
  const all = await claimsOf('RACE', 120);
  for (let n = 0; n < 8; n++) {
    const claims = all.slice(n * 15, n * 15 + 15);
    const [one, two] = [claims.slice(0, 10), claims.slice(6)];
    const both = claims.slice(6, 10);
    const [first, second] = [await begin(`race-${n}-1`), await begin(`race-${n}-2`)];
    const results = await Promise.all([first(one), second(two)]);
    const lost = results.find((missing) => missing.length > 0) ?? [];
    expect(results).toContainEqual([]);
    expect(lost.toSorted()).toEqual(idsOf(both).toSorted());
    const winner = results[0]?.length === 0 ? `race-${n}-1` : `race-${n}-2`;
    const won = results[0]?.length === 0 ? one : two;
    expect(await reservedBy(stores.claims, claims)).toEqual(new Map(won.map(({ id }) => [id, winner])));
  }
});

test('submissions of other claims of one item do not stop each other', async () => {
  const claims = await claimsOf('BESIDE', 25);
  const begun = await Promise.all(claims.map((_, n) => begin(`beside-${n}`)));
  const results = await Promise.all(begun.map((reserve, n) => reserve(claims.slice(n, n + 1))));
  expect(results.flat()).toEqual([]);
  expect(await reservedBy(stores.claims, claims)).toEqual(
    new Map(claims.map(({ id }, n) => [id, `beside-${n}`])),
  );
});

test('a submission that reserves its claims again keeps them', async () => {
  const claims = await claimsOf('TWICE', 30);
  const reserve = await begin('twice');
  expect(await reserve(claims.slice(0, 20))).toEqual([]);
  expect(await reserve(claims)).toEqual([]);
  expect((await reservedBy(stores.claims, claims)).size).toBe(30);
});

test('each reservation keeps the whole item for another year', async () => {
  const claims = await claimsOf('YEAR', 2);
  const [first, second] = claims;
  if (first === undefined || second === undefined) throw new Error('The claims are not stored');
  await reserveFor(stores, 'year-1', [first.id]);
  const { key } = reservationPlace(first);
  await updateItem(stores.claims, key, {
    UpdateExpression: 'SET expires_at = :soon',
    ExpressionAttributeValues: { ':soon': Math.floor(Date.now() / 1000) + 60 },
  });
  await reserveFor(stores, 'year-2', [second.id]);
  const item = await getItem(stores.claims, key);
  expect(Number(item?.['expires_at'])).toBeGreaterThan(Date.now() / 1000 + 364 * 86_400);
  expect(await reservedBy(stores.claims, claims)).toEqual(
    new Map([
      [first.id, 'year-1'],
      [second.id, 'year-2'],
    ]),
  );
});

test('a change of several claims of one item requires that none is being sent', async () => {
  const claims = await claimsOf('CHANGE', 4);
  const [first, second, third, fourth] = claims;
  if (!(first && second && third && fourth)) throw new Error('The claims are not stored');
  const end = await reserveFor(stores, 'change', [second.id]);
  const conflict = await hold(first, second, third);
  expect(conflict?.writes.map(({ kind }) => kind)).toEqual(Array(3).fill('not-being-sent'));
  expect(await hold(first, third)).toBeUndefined();
  await end('recorded');
  expect(await hold(second, fourth)).toBeUndefined();
  const lanes = (await findClaims(stores.claims, idsOf(claims))).map(({ lane }) => lane);
  expect(lanes).toEqual(Array(4).fill('held'));
});

test('a submission that was purged reserves nothing', async () => {
  const [claim] = await claimsOf('UNKNOWN', 1);
  if (claim === undefined) throw new Error('The claim is not stored');
  await reserveFor(stores, 'purged', [claim.id]);
  expect(await isBeingSent(stores.claims, claim)).toBe(true);
  await deleteItems(stores.claims, [submissionKey('purged')]);
  expect(await isBeingSent(stores.claims, claim)).toBe(false);
  expect(await (await begin('next'))([claim])).toEqual([]);
});

test('more corrections than one transaction holds are reserved', async () => {
  const corrections = Array.from({ length: 55 }, (_, n) => ({
    ...{ pcn: `RIGHT${n}`, frequency: '7', original: `ICN-RIGHT-${n}` },
  }));
  const ids = await claimsOfFile({ claims: corrections });
  const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
  expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 55 }]);
});

test('more claims without a file than one transaction holds are reserved', async () => {
  const [claim] = await claimsOf('ALONE', 1);
  if (claim === undefined) throw new Error('The claim is not stored');
  const source = { kind: 'api', subject: 'test' } as const;
  const origins = Array.from({ length: 130 }, () => ({ id: randomUUID(), source }));
  const reserve = await begin('alone');
  // None is stored, so the run stops after the first transaction.
  expect(await reserve(origins)).toEqual(idsOf(origins.slice(0, 100)));
  expect((await reservedBy(stores.claims, origins)).size).toBe(100);
});

test('a purge removes the reservation of a claim, and the item with the last one', async () => {
  const claims = await claimsOf('PURGED', 3);
  const [first, second, third] = claims;
  if (!(first && second && third)) throw new Error('The claims are not stored');
  const end = await reserveFor(stores, 'purge-1', [first.id, second.id]);
  const purge = newPurge(
    { retention_days: 0 },
    { id: randomUUID(), actor: 'test', now: new Date(), dryRun: false },
  );
  expect(await purgeClaim(stores, first, purge)).toBe(false);
  await end('abandoned');
  const endLast = await reserveFor(stores, 'purge-2', [third.id]);

  expect(await purgeClaim(stores, first, purge)).toBe(true);
  const { key } = reservationPlace(second);
  expect(Object.values((await getItem(stores.claims, key)) ?? {})).toEqual(
    expect.arrayContaining(['purge-1', 'purge-2']),
  );
  expect(await getItem(stores.claims, key)).not.toHaveProperty(reservationPlace(first).attribute);
  expect(await reservedBy(stores.claims, claims)).toEqual(new Map([[third.id, 'purge-2']]));
  const items = await everyItem(stores, 'claims');
  const traces = items.filter((item) => JSON.stringify(item).includes(first.id));
  expect(traces.filter(({ pk }) => String(pk).startsWith('RESERVED#'))).toEqual([]);

  expect(await purgeClaim(stores, second, purge)).toBe(true);
  await endLast('abandoned');
  expect(await purgeClaim(stores, third, purge)).toBe(true);
  expect(await getItem(stores.claims, key)).toBeUndefined();
});
