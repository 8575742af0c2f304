import { afterEach, expect, test } from '@jest/globals';
import { type Change, ChangeConflict, changeOf } from '#claims/change.ts';
import { moveUnsent } from '#claims/claims/claim-change.ts';
import { amountsAsText } from '#claims/claims/claim-json.ts';
import { findContents, separateContents } from '#claims/claims/content-records.ts';
import { findClaimsByPcn, findWholeClaim } from '#claims/claims/records.ts';
import { newClaimPorts } from '#claims/edits/edit-store.ts';
import { claimFromJson } from '#claims/edits/edited-content.ts';
import { prepareClaim } from '#claims/edits/enter-claim.ts';
import { purgeClaim } from '#claims/retention/purge-claim-records.ts';
import { newPurge } from '#claims/retention/rules.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { claimFileText } from '#test/claims/claim-text.ts';
import { moveStoredClaim } from '#test/claims/move-stored-claim.ts';
import { call, created, edit, shown, stores, useStores } from '#test/functions/claims/edits/service.ts';
import { allRecords, expectOneContentEach, placesOf, sameBilling, storedClaim } from './stored-contents.ts';

useStores();
afterEach(() => expectOneContentEach(stores));

const placeOf = async (id: string) => (await shown(id)).content.place_of_service;
const purge = () =>
  newPurge({ retention_days: 0 }, { id: crypto.randomUUID(), actor: 'test', now: new Date(), dryRun: false });

/** A rejected claim that owns its hash with its content. */
async function rejected(pcn: string): Promise<string> {
  const { id } = await created(pcn);
  await moveStoredClaim(stores, id, 'rejected');
  return id;
}

/** The change that stores a claim with the hash of another one, before it is written. */
async function prepared(pcn: string, place: string): Promise<Change> {
  const ports = await newClaimPorts(stores.claims, { actor: 'test', now: new Date() });
  const body = sameBilling(pcn, `${pcn}-LATE`, place);
  const claim = claimFromJson(amountsAsText(body), undefined, []);
  return (await prepareClaim({ id: crypto.randomUUID(), claim }, ports)).change;
}

test('of claims that take a hash over together, one gets it, and all keep their contents', async () => {
  const first = await rejected('TOGETHER');
  const places = ['12', '15', '22', '23'];
  const replies = await Promise.all(
    places.map((place) =>
      call('create-claim', { body: sameBilling('TOGETHER', `TOGETHER-${place}`, place) }),
    ),
  );
  const ids: string[] = replies.map(({ body }) => body.data.id);
  const found = await Promise.all(ids.map((id) => placesOf(stores, id)));
  expect(found.filter(({ withHash }) => withHash)).toHaveLength(1);
  expect(found.filter(({ alone }) => alone)).toHaveLength(3);
  expect(await Promise.all([first, ...ids].map(placeOf))).toEqual(['11', ...places]);
  const lanes = await Promise.all(ids.map(async (id) => (await storedClaim(stores, id)).lane));
  expect(lanes.toSorted()).toEqual(['ready', 'review', 'review', 'review']);
});

test('an edit and a claim that takes the hash over lose no content', async () => {
  const { id } = await created('DISMISSED');
  await moveStoredClaim(stores, id, 'dismissed');
  const late = await prepared('DISMISSED', '22');
  const facts = { actor: 'test', now: new Date() };
  const restored = moveUnsent(await storedClaim(stores, id), 'ready', facts, {}, 'claim.restored');
  await writeChange(stores, changeOf([restored]));
  await Promise.all([edit(id, { place_of_service: '12' }), writeChange(stores, late).catch(() => {})]);
  expect(await placeOf(id)).toBe('12');
});

test('a claim that takes the hash of a purged claim over restores nothing of that claim', async () => {
  const id = await rejected('PURGED');
  const late = await prepared('PURGED', '22');
  expect(await purgeClaim(stores, await storedClaim(stores, id), purge())).toBe(true);
  await expect(writeChange(stores, late)).rejects.toThrow(ChangeConflict);
  expect(await allRecords(stores)).not.toContain(id);
});

test('a purge does not remove the content of a claim that takes the hash over meanwhile', async () => {
  const id = await rejected('MEANWHILE');
  const late = await prepared('MEANWHILE', '22');
  const claim = await storedClaim(stores, id);
  const racing = {
    ...stores,
    // The purge reads this key after it has found what the claim owns.
    async readSearchKey() {
      await writeChange(stores, late);
      return stores.readSearchKey();
    },
  };
  expect(await purgeClaim(racing, claim, purge())).toBe(false);
  const [next] = await findClaimsByPcn(stores.claims, 'MEANWHILE-LATE');
  expect([await placeOf(id), await placeOf(next?.id ?? '')]).toEqual(['11', '22']);
  expect(await purgeClaim(stores, claim, purge())).toBe(true);
  expect(await placeOf(next?.id ?? '')).toBe('22');
  expect(await allRecords(stores)).not.toContain(id);
});

/** Runs `work` before the next request of this kind to the claims table, while `request` runs. */
async function meanwhile<Result>(
  kind: 'BatchGetItemCommand' | 'TransactWriteItemsCommand',
  work: () => Promise<unknown>,
  request: () => Promise<Result>,
): Promise<Result> {
  let isDone = false;
  const { middlewareStack } = stores.claims.client;
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === kind && !isDone) {
          isDone = true;
          await work();
        }
        return next(args);
      },
    { step: 'initialize', name: 'meanwhile' },
  );
  try {
    return await request();
  } finally {
    middlewareStack.remove('meanwhile');
    expect(isDone).toBe(true);
  }
}

test('a reader finds a content that leaves its hash between two reads', async () => {
  const { id } = await created('MOVING');
  const writes = [{ kind: 'claim-content', claim: await storedClaim(stores, id), content: '' }] as const;
  const whole = await findWholeClaim(stores.claims, id);
  // The partition is read before the content moves there, and the item by hash after the content has left it.
  const moved = await meanwhile(
    'BatchGetItemCommand',
    () => separateContents(stores.claims, writes),
    () => findWholeClaim(stores.claims, id),
  );
  expect(moved).toEqual(whole);
  expect(await placesOf(stores, id)).toEqual({ ownsHash: true, withHash: false, alone: true });
});

test('a move of a content that comes late does not undo an edit', async () => {
  const { id } = await created('LATE-MOVE');
  const writes = [{ kind: 'claim-content', claim: await storedClaim(stores, id), content: '' }] as const;
  await meanwhile(
    'TransactWriteItemsCommand',
    () => edit(id, { place_of_service: '12' }),
    () => separateContents(stores.claims, writes),
  );
  expect(await placeOf(id)).toBe('12');
});

test('a move of a content that comes late does not undo a purge', async () => {
  const { id } = await created('LATE-PURGE');
  const claim = await storedClaim(stores, id);
  const writes = [{ kind: 'claim-content', claim, content: '' }] as const;
  await meanwhile(
    'TransactWriteItemsCommand',
    () => purgeClaim(stores, claim, purge()),
    () => separateContents(stores.claims, writes),
  );
  expect(await allRecords(stores)).not.toContain(id);
});

test('a file that repeats rejected claims takes their hashes over, in transactions of at most 100 actions', async () => {
  const claims = Array.from({ length: 60 }, (_, n) => ({ pcn: `RESENT${n}`, member: `A${500_000 + n}` }));
  await stores.drop('first.837', claimFileText({ number: 1, claims }));
  const ids = await Promise.all(
    claims.map(async ({ pcn }) => (await findClaimsByPcn(stores.claims, pcn))[0]?.id ?? ''),
  );
  for (const id of ids) await moveStoredClaim(stores, id, 'rejected');
  const sizes: number[] = [];
  stores.auditTable.client.middlewareStack.add(
    (next) => (args) => {
      if ('TransactItems' in args.input) sizes.push(args.input.TransactItems?.length ?? 0);
      return next(args);
    },
    { step: 'initialize', name: 'recordTransactions', override: true },
  );
  const again = claims.map(({ pcn, member }) => ({ pcn: `${pcn}-2`, member }));
  const file = await stores.drop('again.837', claimFileText({ number: 2, claims: again }));
  stores.auditTable.client.middlewareStack.remove('recordTransactions');
  expect(file).toMatchObject({ state: 'applied', counts: { claims: 60, duplicates: 0 } });
  expect(Math.max(...sizes)).toBeGreaterThan(80);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  const earlier = await Promise.all(ids.map((id) => storedClaim(stores, id)));
  const resent = await Promise.all(
    again.map(async ({ pcn }) => (await findClaimsByPcn(stores.claims, pcn))[0]),
  );
  const contents = await findContents(stores.claims, [...earlier, ...resent.flatMap((one) => one ?? [])]);
  expect(contents.size).toBe(120);
  for (const [n, one] of resent.entries()) {
    expect(await placesOf(stores, one?.id ?? '')).toMatchObject({ withHash: true });
    expect(await placesOf(stores, ids[n] ?? '')).toMatchObject({ withHash: false, alone: true });
  }
});
