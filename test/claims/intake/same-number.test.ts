import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { duplicatesOf } from '#claims/arrival.ts';
import { move } from '#claims/move.ts';
import { claimBook } from '#store/claims/claim-book.ts';
import { changeActions, findClaimsByPcn } from '#store/claims/claims.ts';
import { findSurroundings } from '#store/claims/new-claims.ts';
import { pcnKey, placeOfPcn } from '#store/claims-keys.ts';
import { transact } from '#store/table.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const provider = '1234567893';

test.each([30, 75, 95])(
  'a number that comes again %i claims later is known to have two',
  async (distance) => {
    const pcn = `AGAIN${distance}`;
    const claims = Array.from({ length: 120 }, (_, n) => ({
      pcn: n === 3 || n === 3 + distance ? pcn : `OTHER${distance}-${n}`,
    }));
    await stores.drop(`again-${distance}.837`, claimFileText({ number: distance, claims }));
    const [found] = await claimBook(stores.claims).findByNumbers([{ numbers: [pcn], provider }]);
    expect(found?.get(pcn)).toHaveLength(2);
  },
);

test('a number that all claims of a sender have is not read to its end', async () => {
  const claims = Array.from({ length: 90 }, (_, n) => ({ pcn: 'ALL', member: `A${200_000 + n}` }));
  const file = await stores.drop('all.837', claimFileText({ number: 200, claims }));
  expect(file.counts).toMatchObject({ claims: 90, duplicates: 89 });
  const arrival = { patient_control_number: 'ALL', provider };
  const [around] = await findSurroundings(stores.claims, [arrival, arrival]);
  expect(around?.nextPlace).toBe(90);
  expect(around?.sameNumber).toHaveLength(25);

  // All but the first were refused, and may come again: the first still counts.
  const [first, ...others] = await findClaimsByPcn(stores.claims, 'ALL').then((stored) =>
    stored.toSorted((a, b) => a.duplicates.length - b.duplicates.length),
  );
  const facts = { actor: 'test', now: new Date() };
  const changes = others.flatMap((claim) => move(claim, 'rejected', facts) ?? []);
  expect(changes).toHaveLength(89);
  await transact(stores.claims, changeActions(changes));
  const [after] = await findSurroundings(stores.claims, [arrival]);
  expect(after && duplicatesOf('1', after)).toEqual([{ claim_id: first?.id, by: 'patient_control_number' }]);
});

test('places of a number sort as they are counted, however many there are', () => {
  const places = [0, 1, 9_999, 10_000, 10_001, 123_456];
  const keys = places.map((place) => pcnKey('X', provider, place).sk);
  expect(keys.toSorted()).toEqual(keys);
  expect(keys.map(placeOfPcn)).toEqual(places);
});
