import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fileJson } from '#claims/claims/claim-json.ts';
import { queryClaims } from '#claims/claims/claim-list-records.ts';
import { keepsDraft } from '#claims/claims/finding.ts';
import { readLanes } from '#claims/claims/lane-records.ts';
import { findClaimsByPcn, findWholeClaim } from '#claims/claims/records.ts';
import { listLimits } from '#claims/files/acknowledged-interchanges.ts';
import type { FileRecord } from '#claims/files/file.ts';
import { openInboxFile } from '#claims/files/inbox-records.ts';
import { intakePorts } from '#claims/files/intake-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import { fileFrom, findFile, readFindings } from '#claims/files/records.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import { maxSegments } from '#x12/engine/bounded-consumer.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { envelope, officeVisit } from '../../fixtures/x12/claim.ts';
import { sized } from '../../soak.ts';
import { claimFileText } from '../claim-text.ts';
import { runIngest } from '../invoke.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyItem } from '../stored.ts';

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

const faulty = sized('faulty sets of a file in a heap of 300 MB', {
  short: 12_000,
  soak: 400_000,
  variable: 'FAULTY_SETS',
});

describe(`a file of ${faulty} faulty parts`, () => {
  let stores: LocalStores;
  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
  });
  afterAll(() => stores.stop());

  const isa = (n: number) =>
    `ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *261120*1200*^*00501*${String(n).padStart(9, '0')}*0*T*:~`;
  const gs = (id: string, version: string, n = 1) =>
    `GS*${id}*SENDER*RECEIVER*20261120*1200*${n}*X*${version}~`;
  const interchange = (text: string, n = 1, groups = 1) =>
    `${isa(n)}${text}IEA*${groups}*${String(n).padStart(9, '0')}~`;
  const group = (id: string, version: string, text: string, sets: number, n = 1) =>
    `${gs(id, version, n)}${text}GE*${sets}*${n}~`;
  const sets = (id: string, version: string, set: string, count = faulty) =>
    interchange(group(id, version, `ST*${set}*0001~SE*2*0001~`.repeat(count), count));
  const empty = 'ST*837*0001~SE*2*0001~';
  const v837 = '005010X222A1';
  const each = (count: number, part: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => part(n + 1)).join('');

  const remittance = (claims: string, n = 1) =>
    `ST*835*${String(n).padStart(4, '0')}~BPR*I*0*C*NON************20261120~TRN*1*T${n}*1512345678~` +
    `DTM*405*20261120~N1*PR*PAYER~N3*1 A ST~N4*DENVER*CO*80202~PER*BL*X*TE*3035551234~` +
    `N1*PE*CLINIC*XX*1234567893~LX*1~${claims}`;
  const closed = (set: string, n = 1) => `${set}SE*${set.split('~').length}*${String(n).padStart(4, '0')}~`;

  const shapes: Readonly<Record<string, () => string>> = {
    '837P': () => sets('HC', v837, '837'),
    'groups of 837P': () =>
      interchange(
        each(faulty, (n) => group('HC', v837, empty, 1, n)),
        1,
        faulty,
      ),
    'interchanges of 837P': () => each(faulty / 8, (n) => interchange(group('HC', v837, empty, 1, n), n)),
    '835': () => sets('HP', '005010X221A1', '835'),
    'an 835 of reversals': () => {
      const claims = each(faulty / 40, (n) => `CLP*P${n}*22*-100*0**12*C${n}~CAS*CO*45*-90~NM1*QC*1*FERN~`);
      return interchange(group('HP', '005010X221A1', closed(remittance(claims)), 1));
    },
    // Equal numbers refuse no acknowledgment, so each is stored.
    '277CA': () => sets('HN', '005010X214', '277', faulty / 20),
    '999': () => sets('FA', '005010X231A1', '999', faulty / 20),
    'a 999 of faulty sets': () => {
      const verdicts = each(
        faulty,
        (n) =>
          `AK2*837*${String(n).padStart(4, '0')}*${v837}~IK3*CLM*22*2300*8~CTX*CLM01:P${n}~IK4*2*782*1~IK5*R*5~`,
      );
      const set = `ST*999*0001*005010X231A1~AK1*HC*1*${v837}~${verdicts}AK9*R*${faulty}*${faulty}*0~`;
      return interchange(group('FA', '005010X231A1', closed(set), 1));
    },
    'interchanges with TA1s': () =>
      // Each waits as unmatched, which takes several writes.
      each(
        faulty / 100,
        (n) => `${isa(n)}TA1*00000000${n % 10}*261120*1200*R*001~IEA*0*${String(n).padStart(9, '0')}~`,
      ),
  };
  const isSoak = faulty > 100_000;
  const wanted = isSoak ? Object.keys(shapes) : ['837P', 'a 999 of faulty sets'];

  test.each(wanted)(
    '%s passes through a heap of 300 MB',
    async (name) => {
      const key = `inbox/${name.replaceAll(' ', '-')}.x12`;
      await stores.put(key, shapes[name]?.() ?? '');
      const outcome = await runIngest(stores, key, ['--max-old-space-size=300']);
      expect(outcome).toEqual({ kind: 'ended' });
      expect(await stores.keys('inbox/')).toEqual([]);
    },
    120_000 + faulty * 5,
  );

  test('gets a 999 with the first sets of each verdict, and the counts of all', async () => {
    const [key = ''] = (await stores.keys('outbound/')).filter((one) => /\/837P_\d+_999/.test(one));
    const bytes = await stores.readBytes(key);
    const text = Buffer.from(bytes).toString();
    expect(text.match(/^AK2\*/gm)).toHaveLength(listLimits.sets);
    expect(text.match(/^IK3\*/gm)?.length).toBeLessThanOrEqual(listLimits.errors);
    const count = Math.min(faulty, 999_999);
    // The numbers repeat, so that only the first set is accepted, with errors.
    expect(text).toContain(`AK9*P*${count}*${count}*1~`);
    const findings = [...validateSync(bytes, { now: new Date() })];
    expect(findings.filter(({ severity }) => severity !== 'information')).toEqual([]);
    const { id } = (await filesIn(stores)).find(({ name }) => name === '837P.x12') ?? { id: '' };
    expect(await readFindings(stores.claims, id)).toContainEqual(
      expect.objectContaining({
        id: 'acknowledgment_shortened',
        message: expect.stringContaining(`leaves out ${faulty - listLimits.sets} sets`),
      }),
    );
  });
});

const filesIn = async (stores: LocalStores) =>
  (await everyItem(stores, 'claims')).flatMap((item) =>
    item['sk'] === 'FILE' && String(item['pk']).startsWith('FILE#') ? [fileFrom(item)] : [],
  );
