import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keepsDraft } from '#claims/claim/finding.ts';
import { findClaimsByPcn, findWholeClaim } from '#store/claims/claims/claims.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import { envelope, officeVisit } from '../../fixtures/x12/claim.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

/** Fifty lines with several warnings each. */
function muchWarned(patientControlNumber: string): WritableClaim {
  const [first] = officeVisit.lines ?? [];
  if (first === undefined) throw new Error('The visit has no line');
  const lines = Array.from({ length: 50 }, (_, n) => ({
    ...first,
    controlNumber: `L${n}`,
    quantity: 1.5,
    charge: 100,
    placeOfService: '02',
    procedure: { qualifier: 'HC', code: '00100' },
    serviceDate: '2026-01-05',
    serviceDateEnd: '2026-03-05',
  }));
  return { ...officeVisit, patientControlNumber, placeOfService: '02', lines, totalCharge: 5_000 };
}

test('makes a claim a draft for an error after more warnings than are stored', async () => {
  const warned = muchWarned('WARNED');
  // R206: an original claim must not refer to another one. State rules run last.
  const wrong = { ...muchWarned('WRONG'), references: { originalClaimNumber: 'ICN-1' } };
  const profiles = new Map([['CO_TXIX', coloradoMedicaid]]);
  await stores.drop('warned.837', writeClaims([warned, wrong], envelope), { profiles });
  const findings = await Promise.all(
    [warned, wrong].map(async ({ patientControlNumber }) => {
      const [claim] = await findClaimsByPcn(stores.claims, patientControlNumber);
      const { content } = (await findWholeClaim(stores.claims, claim?.id ?? '')) ?? {};
      return { lane: claim?.lane, findings: content?.findings ?? [] };
    }),
  );

  expect(findings[0]?.findings.length).toBeGreaterThanOrEqual(200);
  expect(findings[0]?.findings.filter(keepsDraft)).toEqual([]);
  expect(findings[1]?.findings.filter(keepsDraft)).toMatchObject([{ id: 'R206' }]);
  expect(findings[1]).toMatchObject({ lane: 'draft' });
});

test('assigns late findings of a level to its claims, even after a rejected set', async () => {
  const claims = [
    { pcn: 'REFUSED' },
    { pcn: 'NO-PAYER', withoutPayer: true },
    { pcn: 'SOUND-1' },
    { pcn: 'SOUND-2' },
  ];
  const text = claimFileText({ number: 2, claims, claimsPerSet: 1 });
  const file = await stores.drop('refused-set.837', text.replace(/SE\*\d+\*0001/, 'SE*99*0001'));
  expect(file.counts).toMatchObject({ refused_sets: 1, claims: 3, drafts: 1 });
  const standing = async (pcn: string) => {
    const [claim] = await findClaimsByPcn(stores.claims, pcn);
    return { lane: claim?.lane, counts: claim?.finding_counts };
  };
  const none = { fatal: 0, error: 0, warning: 0, information: 0 };
  expect(await standing('NO-PAYER')).toEqual({ lane: 'draft', counts: { ...none, error: 1 } });
  expect(await standing('SOUND-1')).toEqual({ lane: 'ready', counts: none });
  expect(await standing('SOUND-2')).toEqual({ lane: 'ready', counts: none });
});
