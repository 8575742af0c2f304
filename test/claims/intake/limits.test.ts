import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileJson } from '#claims/claim-json.ts';
import type { FileRecord } from '#claims/file.ts';
import { processFile } from '#claims/intake/process-file.ts';
import { listClaims } from '#store/claims/claim-list.ts';
import { findClaimsByPcn } from '#store/claims/claims.ts';
import { findFile } from '#store/claims/files.ts';
import { openInboxFile } from '#store/claims/inbox.ts';
import { intakePorts } from '#store/claims/intake-ports.ts';
import { readLanes } from '#store/claims/lanes.ts';
import { coloradoMedicaid } from '#x12/837p/payer-profile.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const stored = async ({ id }: FileRecord) => findFile(stores.claims, id);

test('charges whose sum no double holds exactly are added up all the same', async () => {
  const charge = 90_071_992_547_409;
  const claims = [1, 2, 3].map((n) => ({ pcn: `MUCH${n}`, charge }));
  const file = await stores.drop('much.837', claimFileText({ number: 1, claims }));
  expect(file).toMatchObject({ state: 'applied', counts: { claims: 3 } });
  const found = await stored(file);
  expect(found && fileJson(found).counts.charge).toBe(3 * charge);
  const draft = (await readLanes(stores.claims, 5)).find(({ lane }) => lane === 'draft');
  expect(draft).toMatchObject({ count: 3, cents: 300 * charge });
});

test('state rules hold for the claims of a payer, however many others are in its set', async () => {
  const others = Array.from({ length: 120 }, (_, n) => ({ pcn: `OTHER${n}`, payer: `PAYER${n}` }));
  // R206: a first claim names no other.
  const claims = [...others, { pcn: 'STATE', original: 'ICN-1' }];
  const profiles = new Map([['CO_TXIX', coloradoMedicaid]]);
  await stores.drop('payers.837', claimFileText({ number: 2, claims }), { profiles });
  expect(await findClaimsByPcn(stores.claims, 'STATE')).toMatchObject([{ lane: 'draft' }]);
});

test('a claim whose month begins while it is stored is in the list of all claims', async () => {
  const settings = { profiles: new Map(), appliers: [], claimsAwaited: async () => {} };
  const ports = intakePorts(stores, settings);
  await stores.put(
    'inbox/month.837',
    claimFileText({ number: 3, claims: [{ pcn: 'MONTH', payer: 'MONTH' }] }),
  );
  const delivery = await openInboxFile(stores.claims, stores.bucket, { key: 'inbox/month.837' });
  if (delivery === undefined) throw new Error('The file is not in the inbox');
  let asked = 0;
  // Each look at the clock is in another month.
  await processFile(delivery, { ...ports, now: () => new Date(Date.UTC(2027, asked++, 15)) });
  const { data } = await listClaims(stores.claims, { payer_id: 'MONTH', limit: 10 });
  expect(data).toMatchObject([{ patient_control_number: 'MONTH' }]);
});
