import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findChain, findClaim } from '#claims/claims/records.ts';
import type { Purge } from '#claims/retention/contract.ts';
import { purgeClaim } from '#claims/retention/purge-claim-records.ts';
import { purgePorts } from '#claims/retention/purge-phase-records.ts';
import { beginPurge } from '#claims/retention/records.ts';
import { newPurge, runPurge } from '#claims/retention/rules.ts';
import { remittanceFile } from './cases/files.ts';
import { atMoment } from './cases/moments.ts';
import { type Chain, Office } from './cases/office.ts';
import { answers, type Payment, payers, pays } from './cases/responses.ts';
import { billsNextPayer, corrects, type Situation } from './cases/situation.ts';
import { everything, verifyBoth } from './everything.ts';
import { everyClaim, expectFigures } from './whole-chains.ts';

const share = { by: payers.supplement, status: '2', icn: 'S', of: 'next' } as const;

const situation: Situation = {
  name: 'a visit with a correction and a claim for the second payer',
  steps: [
    ...[answers('A2:20', { day: 0, icn: 'X' }), pays('80, CO 45 25, PR 2 20', { icn: 'X' })],
    ...[billsNextPayer, pays('15, OA 23 105, PR 2 5', { ...share, day: 5 }), corrects()],
  ],
  right: {},
};
/** Days from today until all these claims are old, and until one has another response. */
const old = 100;
const recent = 200;

let office: Office;
let chains: readonly Chain[];

beforeAll(async () => {
  office = await Office.open();
  chains = await office.visit(Array.from({ length: 6 }, () => ({ situation, steps: situation.steps })));
  for (const chain of chains) await office.play(chain);
});
afterAll(() => office?.close());

const momentOf = (day: number): number => Date.now() + day * 86_400_000;

const chainAt = (n: number): Chain => {
  const chain = chains[n];
  if (chain === undefined) throw new Error('No such visit');
  return chain;
};
const idOf = (chain: Chain, of: Payment['of']): string => chain.ids.get(of) ?? '';
const membersOf = (chain: Chain): readonly string[] => [...chain.ids.values()];

/** A purge of what was last changed before a day. */
async function startPurge(day: number): Promise<Purge> {
  const by = { id: crypto.randomUUID(), actor: 'test', now: new Date(momentOf(day)), dryRun: false };
  const purge = newPurge({ retention_days: 0 }, by);
  await beginPurge(office.practice.stores, purge);
  return purge;
}

async function purge(day: number): Promise<Purge> {
  const started = await startPurge(day);
  return runPurge(started, await purgePorts(office.practice.stores, started, () => false));
}

const hold = async (body: object): Promise<string> => {
  const request = { roles: ['admin'] as const, body: { reason: 'Case 17', ...body } };
  return (await office.practice.done('create-legal-hold', request)).id;
};

const left = async (): Promise<ReadonlySet<string>> =>
  new Set((await everyClaim(office.practice.stores)).map(({ id }) => id));

/** Places that mention one of the texts, without the lists of audit entries and the legal holds, which stay. */
async function mentions(texts: readonly string[]): Promise<readonly string[]> {
  const found = [...(await everything(office.practice.stores))];
  return found.flatMap(([place, content]) =>
    texts.some((text) => `${place} ${content}`.includes(text)) && !/^(CLAIMENTRIES#|LEGALHOLDS )/.test(place)
      ? [place]
      : [],
  );
}

describe('A chain of three claims', () => {
  test('is no longer purged when a response has changed another of its claims', async () => {
    const { stores } = office.practice;
    const chain = chainAt(5);
    const head = await findClaim(stores.claims, idOf(chain, 'claim'));
    if (head === undefined) throw new Error('The claim is not stored');
    const expired = await findChain(stores.claims, head);
    const again = pays('0, OA 23 125', { ...share, day: 6, icn: 'S2' });
    await office.practice.receive('again.835', remittanceFile(chain, again, 8));
    expect((await findClaim(stores.claims, head.id))?.version).toBe(head.version);
    const started = newPurge(
      { retention_days: 0 },
      { id: crypto.randomUUID(), actor: 'test', now: new Date(momentOf(old)), dryRun: false },
    );
    expect(await purgeClaim(stores, head, started, expired)).toBe(false);
    expect(await left()).toContain(head.id);
  });

  test('expires with its last claim, and is held whole by a hold on any claim, member or response', async () => {
    const [gone, byClaim, byResponse, byMember, fresh] = chains;
    if (!gone || !byClaim || !byResponse || !byMember || !fresh) throw new Error('No visits');
    const { stores } = office.practice;
    const late = pays('5, OA 23 105, PR 2 5', { ...share, day: recent, icn: 'S3' });
    await atMoment(momentOf(recent), () =>
      office.practice.receive('late.835', remittanceFile(fresh, late, 9)),
    );
    const cutoff = new Date(momentOf(old)).toISOString();
    const ages = await Promise.all(membersOf(fresh).map((id) => findClaim(stores.claims, id)));
    expect(ages.filter((claim) => (claim?.updated_at ?? '') < cutoff).length).toBeGreaterThan(0);
    expect(ages.filter((claim) => (claim?.updated_at ?? '') >= cutoff).length).toBeGreaterThan(0);
    const next = await office.practice.done('get-claim', { path: { id: idOf(byResponse, 'next') } });
    const holds = [
      await hold({ claim_ids: [idOf(byClaim, 'correction')] }),
      await hold({ remittance_ids: [next.remittance_id] }),
      await hold({ member_ids: [byMember.memberId] }),
    ];

    await purge(old);
    expect([...(await left())].toSorted()).toEqual(
      [byClaim, byResponse, byMember, fresh].flatMap(membersOf).toSorted(),
    );
    // The files that they came and went in are those of held claims too.
    const places = await mentions([...membersOf(gone), gone.number]);
    expect(places.filter((place) => !/^(BATCH#|SUBMISSION#|[a-z]+\/)/.test(place))).toEqual([]);
    await expectFigures(stores);

    for (const id of holds) {
      const request = { roles: ['admin'] as const, path: { id }, body: { reason: 'Case closed' } };
      await office.practice.done('release-legal-hold', request);
    }
    await purge(recent + old);
    expect(await left()).toEqual(new Set());
    expect(await mentions(chains.flatMap((chain) => [...membersOf(chain), chain.number]))).toEqual([]);
    await expectFigures(stores);
    expect(await verifyBoth(stores)).toMatchObject({ online: true, offline: true });
  });
});
