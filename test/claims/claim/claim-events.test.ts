import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeOf, type Write } from '#claims/change.ts';
import { amendClaim } from '#claims/claim/claim-change.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import { findClaimsByPcn, findWholeClaim } from '#store/claims/claims/claims.ts';
import { claimFrom } from '#store/claims/claims/stored-claim.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { valueSize } from '#store/dynamodb/value-size.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyItem } from '../stored.ts';

let stores: LocalStores;
beforeAll(async () => {
  stores = await startLocalStores();
  const claims = ['SHORT', 'LONG', 'ORDER'].map((pcn, n) => ({ pcn, member: `A${n}` }));
  await stores.drop('events.837', claimFileText({ number: 1, claims }));
});
afterAll(() => stores.stop());

const eventWith = (reference: string, detail: Readonly<Record<string, unknown>>) =>
  ({ at: '2026-03-01T00:00:00.000Z', kind: 'payment', reference, detail }) as const;

/** Changes a claim, with events of a response about it. */
async function respond(pcn: string, ...events: readonly (readonly [n: number, detail: object])[]) {
  const [claim] = await findClaimsByPcn(stores.claims, pcn);
  if (claim === undefined) throw new Error('The claim is not stored');
  const change = amendClaim(claim, 'claim.review', { actor: 'test', now: new Date() }, {});
  const writes = events.map(
    ([n, detail]): Write => ({
      kind: 'claim-event',
      claimId: claim.id,
      n,
      event: eventWith('R', { ...detail }),
    }),
  );
  await writeChange(stores, changeOf([change], ...writes));
  return claim.id;
}

const partitionOf = async (id: string) =>
  (await everyItem(stores, 'claims')).filter(({ pk }) => pk === `CLAIM#${id}`);
const kindsOf = async (id: string) =>
  (await partitionOf(id)).map(({ sk }) => String(sk).split('#')[0]).toSorted();

test('a short event is kept in its claim, which stays below 1 kB and does not show it', async () => {
  const id = await respond('SHORT', [0, { number: 1, paid: 12.5 }]);
  expect(await kindsOf(id)).toEqual(['CLAIM']);
  const whole = await findWholeClaim(stores.claims, id);
  expect(whole?.events).toEqual([eventWith('R', { number: 1, paid: 12.5 })]);
  if (whole === undefined) throw new Error('The claim is not stored');
  expect(claimJson(whole.claim)).not.toHaveProperty('events');
  // It stays with the claim when the claim changes.
  await respond('SHORT');
  expect((await findWholeClaim(stores.claims, id))?.events).toHaveLength(1);
});

test('events that do not fit are items, and all are listed in their order', async () => {
  const text = (length: number) => Array.from({ length }, () => Math.random().toString(36).at(-1)).join('');
  const id = await respond('LONG', [0, { text: text(2000) }]);
  expect(await kindsOf(id)).toEqual(['CLAIM', 'EVENT']);
  for (let n = 1; n <= 12; n++) await respond('LONG', [n, { text: text(60) }]);
  const items = await partitionOf(id);
  const claim = items.find(({ sk }) => sk === 'CLAIM') ?? {};
  expect(valueSize(claim)).toBeLessThan(1000);
  const kept = claimFrom(claim).events?.length ?? 0;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(12);
  expect(items.filter(({ sk }) => String(sk).startsWith('EVENT#'))).toHaveLength(13 - kept);
  const { events = [] } = (await findWholeClaim(stores.claims, id)) ?? {};
  const lengths = events.map(({ detail }) => String(detail['text']).length);
  expect(lengths).toEqual([2000, ...Array.from({ length: 12 }, () => 60)]);
});

test('events of one response are listed in its order', async () => {
  const id = await respond('ORDER', [10, { number: 11 }], [2, { number: 3 }]);
  const { events = [] } = (await findWholeClaim(stores.claims, id)) ?? {};
  expect(events.map(({ detail }) => detail['number'])).toEqual([3, 11]);
});
