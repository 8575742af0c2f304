import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { submit } from '#claims/submissions/request/submit.ts';
import { findClaim, findClaimsByPcn } from '#store/claims/claims/claims.ts';
import { submissionPorts } from '#store/claims/submissions/submission-ports.ts';
import { sized } from '../../soak.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyItem } from '../stored.ts';
import { reserveFor } from './submission-fixture.ts';

/** As many unsendable claims as one call takes, older than the claims that can be sent. */
const many = sized('claims of one call', { short: 150, soak: 5_000 });

let stores: LocalStores;
let first: string[];

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  // Read without the payer's rules, from an unconfigured provider: the claims are ready, but R205 blocks them.
  const claims = Array.from({ length: many }, (_, n) => ({ pcn: `FIRST-${n}`, charge: 100 + n }));
  await stores.drop('first.837', claimFileText({ number: 1, npi: '1003000126', claims }));
  first = (await everyItem(stores, 'claims'))
    .filter(({ lane }) => lane === 'ready')
    .map(({ id }) => String(id));
  expect(first).toHaveLength(many);
}, 180_000);
afterAll(() => stores.stop());

const ports = async () => ({
  ...(await submissionPorts(stores, {
    lease: 60_000,
    keySecret: 'clearinghouse-key',
    stagingDirectory: undefined,
    newId: () => crypto.randomUUID(),
  })),
  claimsAtOnce: many,
  now: () => new Date('2026-03-15T18:00:00.000Z'),
});

async function readyClaim(pcn: string, number: number): Promise<string> {
  await stores.drop(`${pcn}.837`, claimFileText({ number, claims: [{ pcn }] }));
  return (await findClaimsByPcn(stores.claims, pcn))[0]?.id ?? '';
}

const submitReady = async () => submit({ kind: 'payer', payerId: 'CO_TXIX' }, 'key:biller', await ports());

test('claims with errors do not block later ready claims', async () => {
  const id = await readyClaim('BEHIND-1', 2);
  const { submissions, blocked, hasMore } = await submitReady();
  expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 1 }]);
  expect(blocked).toHaveLength(many);
  expect(hasMore).toBe(false);
  expect((await findClaim(stores.claims, id))?.lane).toBe('submitted');
});

test('claims of a waiting submission do not block later ready claims', async () => {
  const id = await readyClaim('BEHIND-2', 3);
  await reserveFor(stores, 'waiting', first);
  const { submissions, blocked, hasMore } = await submitReady();
  expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 1 }]);
  expect([blocked, hasMore]).toEqual([[], false]);
  expect((await findClaim(stores.claims, id))?.lane).toBe('submitted');
});
