import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SetClaim } from '#claims/claims/batch.ts';
import { findBatchesByGroup, findBatchesByReference, readSetClaims } from '#claims/claims/batch-records.ts';
import { typedClaim } from '#claims/claims/claim-content.ts';
import { lanePartitions } from '#claims/claims/claim-keys.ts';
import { lanes } from '#claims/claims/lifecycle.ts';
import { findClaimsByPcn, findWholeClaim } from '#claims/claims/records.ts';
import { allPayersKnown } from '#claims/configuration/known-payers.ts';
import { readFindings } from '#claims/files/records.ts';
import { surveyFile } from '#claims/files/survey-file.ts';
import { mergedItems } from '#store/dynamodb/query-page.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feedSync } from '#x12/engine/source.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { guide835 } from '#x12/guides/835.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { brief as briefStatus } from '../../fixtures/x12/answered.ts';
import { envelope, fileOf, officeVisit } from '../../fixtures/x12/claim.ts';
import { remittance, remittanceFile } from '../../fixtures/x12/remittance.ts';
import { claimFileText, familyFile, memberOf } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { visit } from '../responses/engine/sent-batch.ts';
import { auditOf, everyAuditEntry, laneFigures, type StoredItem } from '../stored.ts';

const replacing = (pattern: RegExp, text: string) => (claim: readonly string[]) =>
  claim.map((segment) => segment.replace(pattern, text));

describe('process file', () => {
  let stores: LocalStores;
  let numbers = 100;
  /** An unused interchange number. */
  const fresh = () => numbers++;

  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const claimsOf = (pcn: string) => findClaimsByPcn(stores.claims, pcn);

  describe('An 837P in the inbox', () => {
    test('becomes claims with audit entries, content and positions in the batch', async () => {
      const before = await laneFigures(stores);
      const number = fresh();
      const text = claimFileText({ number, claims: [{ pcn: 'ONE1', charge: 125.5 }, { pcn: 'ONE2' }] });
      const file = await stores.drop('first.837', text);
      expect(file).toMatchObject({
        state: 'applied',
        kinds: ['837P'],
        counts: { interchanges: 1, groups: 1, sets: 1, claims: 2, charge: 22_550, drafts: 0, duplicates: 0 },
        progress: { bytes: Buffer.byteLength(text), units: { '837P': 2 } },
        reasons: [],
      });

      const [claim] = await claimsOf('ONE1');
      expect(claim).toMatchObject({
        patient_control_number: 'ONE1',
        payer_id: 'CO_TXIX',
        billing_npi: '1234567893',
        member_id: memberOf('ONE1'),
        total_charge: 12_550,
        service_from: '2026-02-10',
        lane: 'ready',
        version: 1,
        source: { kind: 'file', file_id: file.id, set: '0001', ordinal: 1 },
      });
      const { content } = (await findWholeClaim(stores.claims, claim?.id ?? '')) ?? {};
      expect(content && typedClaim(content)).toMatchObject({
        totalCharge: 12_550,
        lines: [{ procedure: { code: '99213' } }],
      });

      const [entry, ...others] = await auditOf(stores, claim?.id ?? '');
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        event_type: 'claim.received',
        entity_type: 'claim',
        actor: `file:${file.id}`,
      });
      const after = await laneFigures(stores);
      expect(after.ready?.count).toBe((before.ready?.count ?? 0) + 2);
      expect(after.ready?.cents).toBe((before.ready?.cents ?? 0) + 22_550);

      const [batch] = await findBatchesByGroup(stores.claims, `000${number}`);
      expect(batch).toMatchObject({ direction: 'received', file_id: file.id, group: { sender: '12345678' } });
      expect(await findBatchesByReference(stores.claims, `B${number}-1`)).toEqual([batch]);
      const places: SetClaim[] = [];
      for await (const part of readSetClaims(stores.claims, batch?.id ?? '')) places.push(...part.claims);
      expect(places).toEqual([
        { claim_id: claim?.id, patient_control_number: 'ONE1', at: 19, billing: 6, subscriber: 12 },
        expect.objectContaining({ patient_control_number: 'ONE2', at: 32, subscriber: 25 }),
      ]);
    });

    test('is archived byte for byte and acknowledged with a 999', async () => {
      const text = claimFileText({ number: fresh(), claims: [{ pcn: 'TWO1' }] });
      const file = await stores.drop('two words.837', text);
      expect(file.archive_key).toMatch(/^archive\/\d{4}\/\d\d\/\d\d\/.*two words\.837$/);
      expect(await stores.read(file.archive_key ?? '')).toBe(text);
      expect(await stores.keys('inbox/')).toEqual([]);
      const [key = ''] = file.outbound_keys;
      expect(key).toMatch(/^outbound\/.*two words_\d{9}_999\.x12$/);
      expect(await stores.read(key)).toMatch(
        /AK1\*HC\*\d+\*005010X222A1~\s+AK2\*837\*0001.*~\s+IK5\*A~\s+AK9\*A\*1\*1\*1~/,
      );
      expect(await auditOf(stores, file.id)).toMatchObject([
        { event_type: 'file.applied', payload: { sha256: file.sha256, kinds: ['837P'] } },
      ]);
    });

    test('with errors in one claim makes only that claim a draft', async () => {
      const claims = [{ pcn: 'ERR1' }, { pcn: 'ERR2', withoutDiagnosis: true }, { pcn: 'ERR3' }];
      const file = await stores.drop('errors.837', claimFileText({ number: fresh(), claims }));
      expect(file).toMatchObject({ state: 'applied', counts: { claims: 3, drafts: 1 } });
      const lanesOf = await Promise.all(claims.map(async ({ pcn }) => (await claimsOf(pcn))[0]?.lane));
      expect(lanesOf).toEqual(['ready', 'draft', 'ready']);
      const [draft] = await claimsOf('ERR2');
      expect(draft?.finding_counts.error).toBeGreaterThan(0);
      const { content } = (await findWholeClaim(stores.claims, draft?.id ?? '')) ?? {};
      expect(content?.findings).toContainEqual(expect.objectContaining({ segment: 'HI', severity: 'error' }));
      expect(await readFindings(stores.claims, file.id)).toContainEqual(
        expect.objectContaining({ segment: 'HI', severity: 'error' }),
      );
      const acknowledgment = await stores.read(file.outbound_keys[0] ?? '');
      expect(acknowledgment).toContain('IK3*HI*');
      expect(acknowledgment).toContain('CTX*CLM01:ERR2~');
      expect(acknowledgment).toMatch(/IK5\*E\*5~/);
    });

    test('is acknowledged with a 277CA that accepts claims and rejects drafts with the reason', async () => {
      const claims = [
        { pcn: 'CA1' },
        { pcn: 'CA2', withoutDiagnosis: true },
        { pcn: 'CA3', procedure: '9921Q' },
        { pcn: 'CA4', withoutPayer: true },
      ];
      const file = await stores.drop('statuses.837', claimFileText({ number: fresh(), claims }));
      const [of999 = '', key = ''] = file.outbound_keys;
      expect(of999).toMatch(/statuses_\d{9}_999\.x12$/);
      expect(key).toBe(of999.replace('_999', '_277CA'));
      const bytes = Buffer.from(await stores.read(key));
      expect([...validateSync(bytes, { now: new Date() })]).toEqual([]);
      const events = [...readClaimAcknowledgmentsSync(bytes)];
      const statuses = events.flatMap((event) => (event.kind === 'status' ? [event.status] : []));
      expect(statuses.map(briefStatus)).toEqual([
        'CA1 accepted A2:20',
        'CA2 rejected A3:684',
        'CA3 rejected A7:454',
        'CA4 rejected A3:684',
      ]);
      const lanesOf = await Promise.all(claims.map(async ({ pcn }) => (await claimsOf(pcn))[0]?.lane));
      expect(lanesOf).toEqual(['ready', 'draft', 'draft', 'draft']);
      expect(events[0]).toMatchObject({ acknowledgment: { totals: { accepted: 1, rejected: 3 } } });
    });

    test('leaves a payer out of the 277CA if its configuration disables it', async () => {
      const claims = [{ pcn: 'QUIET1' }, { pcn: 'LOUD1', payer: 'OTHER' }];
      const settings = { isAcknowledged: (payerId: string) => payerId === 'OTHER' };
      const file = await stores.drop('quiet.837', claimFileText({ number: fresh(), claims }), settings);
      expect((await stores.read(file.outbound_keys[1] ?? '')).match(/TRN\*2\*\w+1~/g)).toEqual([
        'TRN*2*LOUD1~',
      ]);
      const silent = claimFileText({ number: fresh(), claims: [{ pcn: 'QUIET2' }] });
      expect((await stores.drop('silent.837', silent, settings)).outbound_keys).toEqual([
        expect.stringMatching(/_999\.x12$/),
      ]);
    });

    test('keeps the claims of a subscriber as drafts if its error is reported after them', async () => {
      const claims = [{ pcn: 'SUB1' }, { pcn: 'SUB2', withoutPayer: true }, { pcn: 'SUB3' }];
      await stores.drop('subscriber.837', claimFileText({ number: fresh(), claims }));
      const found = await Promise.all(claims.map(async ({ pcn }) => (await claimsOf(pcn))[0]));
      expect(found.map((claim) => claim?.lane)).toEqual(['ready', 'draft', 'ready']);
    });

    const faults: readonly (readonly [string, (claim: readonly string[]) => readonly string[]])[] = [
      ['no diagnosis', (claim) => claim.filter((one) => !one.startsWith('HI'))],
      ['an unknown place of service', replacing(/:B:1/, ':Q:1')],
      ['another total', replacing(/^(CLM\*\w+\*)\d+/, '$177')],
      ['a service before birth', replacing(/20260210/, '19700101')],
      ['an unknown segment', replacing(/^HI/, 'QQQ*1~HI')],
      ['an address of the subscriber', replacing(/^LX/, 'N3*1 ELM STREET~LX')],
      ['another line number', replacing(/^LX\*1/, 'LX*7')],
      ['a rendering provider with a wrong NPI', replacing(/^LX/, 'NM1*82*1*ASH*LEE****XX*123456789~LX')],
    ];
    test.each(faults)('has one draft of many claims if one has %s', async (_, spoil) => {
      const names = 'ABCDEFG'.split('');
      // A claim of a subscriber who is the patient, the second of a dependent, and the last one.
      for (const bad of ['A', 'D', 'G']) {
        const prefix = `FAM${fresh()}`;
        const file = await stores.drop(`${prefix}.837`, familyFile(fresh(), prefix, names, { [bad]: spoil }));
        const rejected = names.map((name) => (name === bad ? 'draft' : 'ready'));
        expect(await lanesOf(prefix, names)).toEqual(rejected);
        const answer = Buffer.from(await stores.read(file.outbound_keys[1] ?? ''));
        const statuses = [...readClaimAcknowledgmentsSync(answer)].flatMap((event) =>
          event.kind === 'status' ? [event.status.disposition] : [],
        );
        expect(statuses).toEqual(names.map((name) => (name === bad ? 'rejected' : 'accepted')));
      }
    });

    test('reports a relationship that does not fit one claim of a subscriber there only', async () => {
      const prefix = `FAM${fresh()}`;
      const names = 'ABYXCDEFG'.split('');
      await stores.drop(`${prefix}.837`, familyFile(fresh(), prefix, names));
      // Y is of a dependent of a subscriber with SBR02 18, X of a subscriber without SBR02 who has dependents.
      expect(await lanesOf(prefix, names)).toEqual(
        names.map((name) => ('XY'.includes(name) ? 'draft' : 'ready')),
      );
    });

    const lanesOf = (prefix: string, names: readonly string[]) =>
      Promise.all(names.map(async (name) => (await claimsOf(`${prefix}${name}`))[0]?.lane));

    test('is checked with the state rules for a payer with the state profile only', async () => {
      const profiles = new Map([['CO_TXIX', coloradoMedicaid]]);
      const claims = [
        { pcn: 'STATE1', original: 'ICN1' },
        { pcn: 'STATE2' },
        { pcn: 'STATE3', original: 'ICN1', payer: 'OTHER' },
      ];
      const text = claimFileText({ number: fresh(), claims });
      const file = await stores.drop('tp1-837P-x-1of1.x12', text, { profiles });
      const found = await Promise.all(claims.map(async ({ pcn }) => (await claimsOf(pcn))[0]));
      expect(found.map((claim) => claim?.lane)).toEqual(['draft', 'ready', 'ready']);
      const ids = (await readFindings(stores.claims, file.id)).map(({ id }) => id);
      expect(ids).toContain('R206');
      // An invalid file name does not block claims.
      expect(ids).toContain('R209');
    });
  });

  test('stores sets with the same BHT03 and finds their batch by it', async () => {
    const number = fresh();
    const claims = [{ pcn: 'BHT1' }, { pcn: 'BHT2' }, { pcn: 'BHT3' }];
    const text = claimFileText({ number, claims, claimsPerSet: 1 });
    const file = await stores.drop(
      'same-bht.837',
      text.replaceAll(/BHT\*0019\*00\*[^*]*/g, 'BHT*0019*00*SAME'),
    );
    expect(file).toMatchObject({ state: 'applied', counts: { sets: 3, claims: 3 } });
    expect(await findBatchesByReference(stores.claims, 'SAME')).toHaveLength(1);
  });

  test('keeps lane figures equal to the sums of the claims', async () => {
    const totals = new Map<string, { count: number; cents: number }>();
    for (const lane of lanes) {
      const items: StoredItem[] = [];
      for await (const item of mergedItems(stores.claims, { index: 'gsi1', pks: lanePartitions(lane) }))
        items.push(item);
      const cents = items.reduce((sum, item) => sum + Number(item['total_charge']), 0);
      if (items.length > 0) totals.set(lane, { count: items.length, cents });
    }
    expect(await laneFigures(stores)).toEqual(Object.fromEntries(totals));
  });

  test('writes no patient data to the audit log', async () => {
    const text = JSON.stringify(await everyAuditEntry(stores));
    for (const secret of ['SPECIMEN', memberOf('ONE1'), 'J069', 'C333333'])
      expect(text).not.toContain(secret);
  });
});

async function* once(text: string) {
  yield Buffer.from(text);
}

test('reports a syntax error in the 999 after thousands of business warnings', async () => {
  const [line] = visit('FIRST').lines ?? [];
  if (line === undefined) throw new Error('The visit has no line');
  // Each line repeats the place of the claim, which is a warning of SNIP type 4.
  const lines = Array.from({ length: 50 }, (_, n) => ({
    ...line,
    charge: 100,
    placeOfService: '11',
    controlNumber: `L${n}`,
  }));
  const drafts = Array.from({ length: 45 }, (_, n) => visit(`W${n}`, { lines, totalCharge: 5_000 }));
  const sound = writeClaims(drafts, envelope).toString();
  const last = sound.lastIndexOf('*F~');
  const wrong = `${sound.slice(0, last)}*Q~${sound.slice(last + 3)}`;
  const [before, after] = await Promise.all(
    [sound, wrong].map((text) =>
      surveyFile({ open: async () => once(text) }, new Date('2026-03-10T12:00:00Z'), noProfiles),
    ),
  );
  expect(before?.findings.counts.warning).toBeGreaterThan(2000);
  const setIn = (found: typeof before) =>
    /AK2\*[\s\S]*IK5\*\w/.exec([...(found?.acknowledged?.write(1, now) ?? [])].join(''))?.[0];
  expect(setIn(before)).toBe('AK2*837*0001*005010X222A1~\nIK5*A');
  expect(setIn(after)).toMatch(/^AK2\*837\*0001\*005010X222A1~\nIK3\*DMG\*[\s\S]*\nIK5\*E$/);
});

/** Content in parts of 16 kB, which counts how often it is opened. */
function partsOf(text: string) {
  const bytes = Buffer.from(text);
  const content = {
    opened: 0,
    async open() {
      content.opened++;
      return Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, n) =>
        bytes.subarray(n * 16_384, (n + 1) * 16_384),
      );
    },
  };
  return content;
}

const now = new Date('2026-03-10T12:00:00Z');
const noProfiles = { profileOf: () => undefined, payers: allPayersKnown };
const profiled = { ...noProfiles, profileOf: () => coloradoMedicaid };
const manyClaims = fileOf(
  ...Array.from({ length: 150 }, (_, n) => ({ ...officeVisit, patientControlNumber: `MANY${n}` })),
);
const paid = remittanceFile(remittance()).toString('latin1');

test('reads a file of one kind once', async () => {
  const content = partsOf(manyClaims);
  const { kinds, counts } = await surveyFile(content, now, profiled);
  expect({ kinds, sets: counts.sets, opened: content.opened }).toEqual({
    kinds: ['837P'],
    sets: 1,
    opened: 1,
  });
});

test('reads a file again whose later part holds sets of another kind', async () => {
  const content = partsOf(manyClaims + paid);
  const found = await surveyFile(content, now, profiled);
  expect(content.opened).toBe(2);
  expect(found.kinds).toEqual(['837P', '835']);
  expect(found.payerProfiles).toEqual([coloradoMedicaid]);
  const [alone] = setsOf(paid);
  const inBoth = setsOf(manyClaims + paid)[1];
  if (alone === undefined || inBoth === undefined) throw new Error('The file has no 835');
  const digest = (await surveyFile(partsOf(paid), now, noProfiles)).digestOf(alone);
  expect(digest).not.toBe('');
  expect(found.digestOf(inBoth)).toBe(digest);
});

function setsOf(text: string): readonly SetContext[] {
  const sets: SetContext[] = [];
  const set = (context: SetContext) => {
    sets.push(context);
    return undefined;
  };
  const engine = new X12Engine({ guides: [guide837p, guide835], listeners: [{ set }], onFinding: () => {} });
  for (const _ of feedSync(Buffer.from(text), engine)) {
    // The listener collects the sets.
  }
  return sets;
}
