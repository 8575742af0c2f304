import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fileJson } from '#claims/claim/claim-json.ts';
import { keepsDraft } from '#claims/claim/finding.ts';
import type { FileRecord } from '#claims/files/file.ts';
import { processFile } from '#claims/files/process-file.ts';
import { queryClaims } from '#store/claims/claims/claim-list.ts';
import { findClaimsByPcn, findWholeClaim } from '#store/claims/claims/claims.ts';
import { readLanes } from '#store/claims/claims/lanes.ts';
import { findFile } from '#store/claims/files/files.ts';
import { openInboxFile } from '#store/claims/files/inbox.ts';
import { intakePorts } from '#store/claims/files/intake-ports.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import { maxSegments } from '#x12/engine/bounded-consumer.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { envelope, officeVisit } from '../../fixtures/x12/claim.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

describe('limits', () => {
  let stores: LocalStores;

  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const stored = async ({ id }: FileRecord) => findFile(stores.claims, id);

  test('adds up charges exactly beyond the range of a double', async () => {
    const charge = 90_071_992_547_409;
    const claims = [1, 2, 3].map((n) => ({ pcn: `MUCH${n}`, charge }));
    const file = await stores.drop('much.837', claimFileText({ number: 1, claims }));
    expect(file).toMatchObject({ state: 'applied', counts: { claims: 3 } });
    const found = await stored(file);
    expect(found && fileJson(found).counts.charge).toBe(3 * charge);
    const draft = (await readLanes(stores.claims, 5)).find(({ lane }) => lane === 'draft');
    expect(draft).toMatchObject({ count: 3, cents: 300 * charge });
  });

  test('applies state rules to the claims of one payer among many others in the set', async () => {
    const others = Array.from({ length: 120 }, (_, n) => ({ pcn: `OTHER${n}`, payer: `PAYER${n}` }));
    // R206: an original claim must not refer to another one.
    const claims = [...others, { pcn: 'STATE', original: 'ICN-1' }];
    const profiles = new Map([['CO_TXIX', coloradoMedicaid]]);
    await stores.drop('payers.837', claimFileText({ number: 2, claims }), { profiles });
    expect(await findClaimsByPcn(stores.claims, 'STATE')).toMatchObject([{ lane: 'draft' }]);
  });

  test('lists a claim that is stored at the turn of a month', async () => {
    const settings = { profiles: new Map(), processors: [], onClaimsStored: async () => {} };
    const ports = intakePorts(stores, settings);
    await stores.put(
      'inbox/month.837',
      claimFileText({ number: 3, claims: [{ pcn: 'MONTH', payer: 'MONTH' }] }),
    );
    const delivery = await openInboxFile(stores.claims, stores.bucket, { key: 'inbox/month.837' });
    if (delivery === undefined) throw new Error('The file is not in the inbox');
    let asked = 0;
    // Each read of the clock returns another month.
    await processFile(delivery, { ...ports, now: () => new Date(Date.UTC(2027, asked++, 15)) });
    const { data } = await queryClaims(stores.claims, { payer_id: 'MONTH', limit: 10 });
    expect(data).toMatchObject([{ patient_control_number: 'MONTH' }]);
  });

  test('leaves out claims with very long names, and reports them again in a repeated run', async () => {
    const long = 'LONG'.repeat(10_000);
    const text = claimFileText({
      number: 4,
      claims: [
        ...Array.from({ length: 12 }, (_, n) => ({ pcn: `${long}${n}` })),
        { pcn: 'LN', lastName: long },
        ...Array.from({ length: 30 }, (_, n) => ({ pcn: `SHORT${n}` })),
      ],
    });
    await stores.put('inbox/long.837', text);
    const delivery = await openInboxFile(stores.claims, stores.bucket, { key: 'inbox/long.837' });
    if (delivery === undefined) throw new Error('The file is not in the inbox');
    const ports = intakePorts(stores, {
      profiles: new Map(),
      processors: [],
      onClaimsStored: async () => {},
    });
    let written = 0;
    const cutOff = async (change: Parameters<typeof ports.write>[0]) => {
      if (++written === 2) throw new Error('cut off');
      await ports.write(change);
    };
    await expect(processFile(delivery, { ...ports, write: cutOff })).rejects.toThrow('cut off');
    const file = await stores.process('inbox/long.837');
    expect(file).toMatchObject({ state: 'partly_applied', counts: { claims: 30 } });
    expect(file?.reasons.map(({ code }) => code)).toEqual(Array(13).fill('claim_too_long'));
    const statuses = await stores.read(file?.outbound_keys[1] ?? '');
    expect(statuses.match(/^HL\*\d+\*3\*PT/gm)).toHaveLength(43);
    expect(statuses.match(/^STC\*A3:481\*.*CLAIM_TOO_LONG 2300 CLM/gm)).toHaveLength(13);
    expect([...validateSync(Buffer.from(statuses), { now: new Date() })]).toEqual([]);
  });

  test('leaves out a very long claim and stores the next one', async () => {
    const text = claimFileText({ number: 9, claims: [{ pcn: 'ENDLESS' }, { pcn: 'BEHIND' }] });
    const references = 'REF*G1*PA1~\n'.repeat(maxSegments);
    const endless = text
      .replace('HI*ABK', `${references}HI*ABK`)
      .replace(/\bSE\*(\d+)/, (_, count) => `SE*${Number(count) + maxSegments}`);
    const file = await stores.drop('endless.837', endless);
    expect(file).toMatchObject({ state: 'partly_applied', counts: { claims: 1 } });
    expect(file.reasons).toContainEqual(expect.objectContaining({ code: 'claim_too_long', segment: 'CLM' }));
  });

  test.each(['HL*', 'N3*', 'REF*'])(
    'processes a file with endless segment ids in place of %s',
    async (id) => {
      const text = claimFileText({ number: 5, claims: [{ pcn: `ID${id[0]}1` }, { pcn: `ID${id[0]}2` }] });
      const file = await stores.drop(
        `id-${id[0]}.837`,
        text.replaceAll(`\n${id}`, `\n${'X'.repeat(200_000)}${id}`),
      );
      expect(await stored(file)).toMatchObject({ finished_at: expect.any(String) });
    },
  );

  test('processes a file with very long control numbers', async () => {
    const claims = Array.from({ length: 12 }, (_, n) => ({ pcn: `ST${n}` }));
    const text = claimFileText({ number: 6, claims, claimsPerSet: 1 });
    const zeros = '0'.repeat(50_000);
    const file = await stores.drop('st02.837', text.replaceAll(/(ST\*837\*|SE\*\d+\*)/g, `$1${zeros}`));
    expect(file).toMatchObject({ state: 'quarantined', counts: { claims: 0 } });
    const found = await stored(file);
    expect(found?.reasons).toHaveLength(12);
    expect(JSON.stringify(found).length).toBeLessThan(20_000);
  });
});

describe('claim findings', () => {
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
    const file = await stores.drop('refused-set.837', text.replace(/\bSE\*\d+\*0001/, 'SE*99*0001'));
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
});
