import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SetClaim } from '#claims/claim/batch.ts';
import { typedClaim, unpackContent } from '#claims/claim/claim-content.ts';
import { lanes } from '#claims/claim/lifecycle.ts';
import { findBatchesByGroup, findBatchesByReference, readSetClaims } from '#store/claims/claims/batches.ts';
import { findClaimsByPcn } from '#store/claims/claims/claims.ts';
import { readFindings } from '#store/claims/files/files.ts';
import { claimContentKey } from '#store/claims/keys/claim-keys.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { brief as briefStatus } from '../../fixtures/x12/answered.ts';
import { claimFileText, memberOf } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { auditOf, everyAuditEntry, laneFigures, type StoredItem } from '../stored.ts';

let stores: LocalStores;
let numbers = 100;
/** An interchange number of its own for each file. */
const fresh = () => numbers++;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const claimsOf = (pcn: string) => findClaimsByPcn(stores.claims, pcn);

describe('An 837P in the inbox', () => {
  test('becomes claims, each with its entry, its content and its place in the batch', async () => {
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
    const item = await getItem(stores.claims, claimContentKey(claim?.id ?? ''));
    const content = unpackContent(String(item?.['content']));
    expect(typedClaim(content)).toMatchObject({
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

  test('is archived byte for byte and answered with a 999', async () => {
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

  test('with errors in one claim makes that one a draft, with its finding, and the others ready', async () => {
    const claims = [{ pcn: 'ERR1' }, { pcn: 'ERR2', withoutDiagnosis: true }, { pcn: 'ERR3' }];
    const file = await stores.drop('errors.837', claimFileText({ number: fresh(), claims }));
    expect(file).toMatchObject({ state: 'applied', counts: { claims: 3, drafts: 1 } });
    const lanesOf = await Promise.all(claims.map(async ({ pcn }) => (await claimsOf(pcn))[0]?.lane));
    expect(lanesOf).toEqual(['ready', 'draft', 'ready']);
    const [draft] = await claimsOf('ERR2');
    expect(draft?.finding_counts.error).toBeGreaterThan(0);
    const item = await getItem(stores.claims, claimContentKey(draft?.id ?? ''));
    expect(unpackContent(String(item?.['content'])).findings).toContainEqual(
      expect.objectContaining({ segment: 'HI', severity: 'error' }),
    );
    expect(await readFindings(stores.claims, file.id)).toContainEqual(
      expect.objectContaining({ segment: 'HI', severity: 'error' }),
    );
    const answer = await stores.read(file.outbound_keys[0] ?? '');
    expect(answer).toContain('IK3*HI*');
    expect(answer).toContain('CTX*CLM01:ERR2~');
    expect(answer).toMatch(/IK5\*E\*5~/);
  });

  test('is answered with a 277CA: accepted claims, and drafts with the reason', async () => {
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

  test('leaves claims of a payer out of the 277CA when the configuration says so', async () => {
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

  test('an error of a subscriber told only after its claims keeps those claims drafts, and no others', async () => {
    const claims = [{ pcn: 'SUB1' }, { pcn: 'SUB2', withoutPayer: true }, { pcn: 'SUB3' }];
    await stores.drop('subscriber.837', claimFileText({ number: fresh(), claims }));
    const found = await Promise.all(claims.map(async ({ pcn }) => (await claimsOf(pcn))[0]));
    expect(found.map((claim) => claim?.lane)).toEqual(['ready', 'draft', 'ready']);
  });

  test('for a payer with the state profile is held against the state rules, for another payer it is not', async () => {
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
    // The name of the file is told of, but keeps no claim from being sent.
    expect(ids).toContain('R209');
  });
});

describe('A name or number that its sender used before', () => {
  const findingsOf = async (id: string) =>
    (await readFindings(stores.claims, id)).filter((one) => ['R210', 'V004'].includes(one.id));
  const claimFile = (number: number, pcn: string, sender?: string) =>
    claimFileText({ number, claims: [{ pcn }], ...(sender && { sender }) });

  test('a file name is reported and the claims are stored', async () => {
    const first = await stores.drop('daily.837', claimFile(fresh(), 'NAME1'));
    expect(await findingsOf(first.id)).toEqual([]);
    // Names do not differ by letter case.
    const again = await stores.drop('Daily.837', claimFile(fresh(), 'NAME2'));
    expect(again).toMatchObject({ state: 'applied', counts: { claims: 1 }, finding_counts: { warning: 1 } });
    expect(await findingsOf(again.id)).toMatchObject([
      { id: 'R210', severity: 'warning', message: expect.stringContaining('file name before') },
    ]);
    const other = await stores.drop('daily.837', claimFile(fresh(), 'NAME3', '87654321'));
    expect(await findingsOf(other.id)).toEqual([]);
  });

  test('of a payer with the state profile the name has the severity of the rule', async () => {
    const profiles = new Map([['CO_TXIX', coloradoMedicaid]]);
    await stores.drop('state.837', claimFile(fresh(), 'NAME4'), { profiles });
    const again = await stores.drop('state.837', claimFile(fresh(), 'NAME5'), { profiles });
    const [found] = (await findingsOf(again.id)).filter(({ reference }) => reference === 'file');
    expect(found).toMatchObject({ id: 'R210', severity: 'error' });
    expect((await claimsOf('NAME5'))[0]?.lane).toBe('ready');
    const rules = { R210: { enabled: false } };
    const without = new Map([['CO_TXIX', { ...coloradoMedicaid, rules }]]);
    const off = await stores.drop('state.837', claimFile(fresh(), 'NAME6'), { profiles: without });
    expect((await findingsOf(off.id)).filter(({ reference }) => reference === 'file')).toEqual([]);
  });

  test('an interchange number is reported with its place and the claims are stored', async () => {
    const number = fresh();
    await stores.drop('number-1.837', claimFile(number, 'ISA1'));
    const file = await stores.drop('number-2.837', claimFile(number, 'ISA2'));
    expect(file).toMatchObject({ state: 'applied', counts: { claims: 1 } });
    expect(await findingsOf(file.id)).toMatchObject([
      { id: 'V004', severity: 'warning', segment: 'ISA', element: 13, byte_offset: 0 },
    ]);
    const other = await stores.drop('number-3.837', claimFile(number, 'ISA3', '87654321'));
    expect(await findingsOf(other.id)).toEqual([]);
  });

  test('a file that was refused uses nothing up', async () => {
    const number = fresh();
    const text = claimFile(number, 'ISA4');
    await stores.drop('fixed.837', text.replace(/SE\*\d+/, 'SE*99'));
    const fixed = await stores.drop('fixed.837', text);
    expect(fixed.state).toBe('applied');
    expect(await findingsOf(fixed.id)).toEqual([]);
  });

  test('the same object again is the same file', async () => {
    const file = await stores.drop('once.837', claimFile(fresh(), 'ONCE1'));
    await stores.drop('once.837', claimFile(fresh(), 'ONCE2'));
    expect(await findingsOf(file.id)).toEqual([]);
  });
});

describe('Duplicates', () => {
  test('the same content again, under another name, is not applied again', async () => {
    const text = claimFileText({ number: fresh(), claims: [{ pcn: 'AGAIN' }] });
    const first = await stores.drop('again-1.837', text);
    const second = await stores.drop('again-2.837', text);
    expect(second).toMatchObject({ state: 'duplicate', duplicate_of: first.id, outbound_keys: [] });
    expect(await claimsOf('AGAIN')).toHaveLength(1);
    expect(await stores.read(second.archive_key ?? '')).toBe(text);
    expect(await stores.keys('inbox/')).toEqual([]);
  });

  test('the same number from the same provider is flagged and overwrites nothing', async () => {
    const claims = [{ pcn: 'DUP1', charge: 10 }];
    await stores.drop('dup-1.837', claimFileText({ number: fresh(), claims }));
    const again = [{ pcn: 'DUP1', charge: 20, date: '20260211' }];
    const file = await stores.drop('dup-2.837', claimFileText({ number: fresh(), claims: again }));
    const [first, second] = await claimsOf('DUP1');
    expect(file.counts.duplicates).toBe(1);
    expect(first).toMatchObject({ lane: 'ready', total_charge: 1000, duplicates: [], version: 1 });
    expect(second).toMatchObject({
      lane: 'review',
      total_charge: 2000,
      duplicates: [{ claim_id: first?.id, by: 'patient_control_number' }],
    });
  });

  test('the same number from another provider is no duplicate', async () => {
    await stores.drop('npi-1.837', claimFileText({ number: fresh(), claims: [{ pcn: 'NPI1' }] }));
    const other = { number: fresh(), npi: '1245319599', claims: [{ pcn: 'NPI1', member: 'B222222' }] };
    await stores.drop('npi-2.837', claimFileText(other));
    expect((await claimsOf('NPI1')).map(({ duplicates }) => duplicates)).toEqual([[], []]);
  });

  test('the same services under another number are flagged, in one file too', async () => {
    const service = { member: 'C333333', procedure: '99214', date: '20260120' };
    const claims = [
      { pcn: 'SAME1', ...service },
      { pcn: 'SAME2', ...service },
    ];
    await stores.drop('same.837', claimFileText({ number: fresh(), claims }));
    const [first] = await claimsOf('SAME1');
    const [second] = await claimsOf('SAME2');
    expect(second).toMatchObject({ lane: 'review', duplicates: [{ claim_id: first?.id, by: 'content' }] });
  });

  test('numbers that differ in letter case share a look-up and are no duplicates', async () => {
    const claims = [
      { pcn: 'case7' },
      { pcn: 'CASE7', member: 'D444444' },
      { pcn: 'Case7', member: 'D444445' },
    ];
    await stores.drop('case.837', claimFileText({ number: fresh(), claims }));
    const found = await claimsOf('case7');
    expect(found.map(({ patient_control_number }) => patient_control_number).sort()).toEqual([
      'CASE7',
      'Case7',
      'case7',
    ]);
    expect(found.flatMap(({ duplicates }) => duplicates)).toEqual([]);
  });

  test('a correction is linked with its claim; a void beside it waits in review', async () => {
    await stores.drop('orig.837', claimFileText({ number: fresh(), claims: [{ pcn: 'CORR' }] }));
    const [original] = await claimsOf('CORR');
    const replaced = [{ pcn: 'CORR', frequency: '7', original: 'ICN77', charge: 90 }];
    await stores.drop('corr.837', claimFileText({ number: fresh(), claims: replaced }));
    const voided = [{ pcn: 'CORR', frequency: '8', original: 'ICN77' }];
    await stores.drop('void.837', claimFileText({ number: fresh(), claims: voided }));
    const [now, correction, cancellation] = await claimsOf('CORR');
    expect(correction).toMatchObject({ lane: 'ready', corrects: original?.id, duplicates: [] });
    expect(cancellation).toMatchObject({
      lane: 'review',
      corrects: original?.id,
      duplicates: [{ claim_id: correction?.id, by: 'correction' }],
    });
    expect(now).toMatchObject({ version: 2, lane: 'ready', corrected_by: correction?.id });
    expect(now?.voided_by).toBeUndefined();
    expect((await auditOf(stores, original?.id ?? '')).map(({ event_type }) => event_type)).toEqual([
      'claim.received',
      'claim.corrected',
    ]);
  });

  test('of two corrections in one file the second waits in review, also without a known original', async () => {
    const twice = ['A', 'B'].map((pcn) => ({ pcn: `TWO-${pcn}`, frequency: '7', original: 'ICN-TWO' }));
    await stores.drop('two.837', claimFileText({ number: fresh(), claims: twice }));
    const [first] = await claimsOf('TWO-A');
    const [second] = await claimsOf('TWO-B');
    expect(first).toMatchObject({ lane: 'ready', duplicates: [] });
    expect(second).toMatchObject({ lane: 'review', duplicates: [{ claim_id: first?.id, by: 'correction' }] });
  });

  test('of corrections in files that come at the same moment one may go out', async () => {
    const numbers = Array.from({ length: 4 }, (_, n) => `RACE-${n}`);
    await Promise.all(
      numbers.map((pcn) => {
        const claims = [{ pcn, frequency: '7', original: 'ICN-RACE' }];
        return stores.drop(`${pcn}.837`, claimFileText({ number: fresh(), claims }));
      }),
    );
    const found = (await Promise.all(numbers.map(claimsOf))).flat();
    expect(found.map(({ lane }) => lane).sort()).toEqual(['ready', 'review', 'review', 'review']);
  });
});

describe('What cannot be processed', () => {
  test.each([
    ['text that is no X12', 'hello, this is a letter', 'not_x12'],
    ['an empty file', '', 'empty'],
    ['a set that nothing reads', unread(), 'V144'],
    ['a set with a wrong count', claimFileText({ claims: [{ pcn: 'BAD' }], wrongCount: true }), 'V007'],
    ['a file that breaks off', claimFileText({ claims: [{ pcn: 'BAD' }] }).slice(0, -60), 'V137'],
  ])('%s goes to quarantine unchanged, with the reason', async (_, text, code) => {
    const file = await stores.drop('bad.837', text);
    expect(file).toMatchObject({ state: 'quarantined', counts: { claims: 0 } });
    expect(await stores.read(file.quarantine_key ?? '')).toBe(text);
    const reason = JSON.parse(await stores.read(`${file.quarantine_key}.reason.json`));
    expect(reason).toMatchObject({ file_id: file.id, state: 'quarantined', size: Buffer.byteLength(text) });
    expect(reason.reasons.map((one: { code: string }) => one.code)).toContain(code);
    expect(file.archive_key).toBeUndefined();
    expect(await claimsOf('BAD')).toEqual([]);
  });

  test('of two interchanges the good one is applied, and the file is kept in both places', async () => {
    const bad = claimFileText({ number: fresh(), claims: [{ pcn: 'MIXBAD' }], wrongCount: true });
    const good = claimFileText({ number: fresh(), claims: [{ pcn: 'MIXGOOD' }] });
    const file = await stores.drop('mixed.837', `${bad}\n${good}`);
    expect(file).toMatchObject({
      state: 'partly_applied',
      counts: { interchanges: 2, sets: 2, refused_sets: 1, claims: 1 },
      reasons: [{ code: 'V007', transaction: '0001' }],
    });
    expect(await claimsOf('MIXBAD')).toEqual([]);
    expect(await claimsOf('MIXGOOD')).toHaveLength(1);
    expect(await stores.read(file.archive_key ?? '')).toBe(await stores.read(file.quarantine_key ?? ''));
    const answer = await stores.read(file.outbound_keys[0] ?? '');
    expect(answer.match(/IK5\*\w/g)).toEqual(['IK5*R', 'IK5*A']);
  });

  test('an interchange that the TA1 refuses has no 999', async () => {
    const number = fresh();
    const refused = claimFileText({ number: fresh(), claims: [{ pcn: 'TA1BAD' }] });
    const bad = refused.replace(/IEA\*1\*\d+/, 'IEA*1*999999999');
    const good = claimFileText({ number, claims: [{ pcn: 'TA1GOOD' }] });
    const file = await stores.drop('contradiction.837', `${bad}\n${good}`);
    expect(await claimsOf('TA1BAD')).toEqual([]);
    expect(await claimsOf('TA1GOOD')).toHaveLength(1);
    const answer = await stores.read(file.outbound_keys[0] ?? '');
    expect(answer.match(/(?<=TA1\*.*\*)\w\*\d{3}(?=~)|AK1\*HC\*\d+|AK9\*\w/g)).toEqual([
      'R*001',
      `AK1*HC*${number}`,
      'AK9*A',
    ]);
  });

  test('a set with a wrong ST01 costs only its own claims', async () => {
    const claims = [{ pcn: 'KIND1' }, { pcn: 'KIND2' }, { pcn: 'KIND3' }];
    const text = claimFileText({ number: fresh(), claims, claimsPerSet: 1 });
    const file = await stores.drop('kinds.837', text.replace('ST*837*0002', 'ST*838*0002'));
    expect(file).toMatchObject({ state: 'partly_applied', counts: { sets: 3, refused_sets: 1, claims: 2 } });
    expect(await claimsOf('KIND2')).toEqual([]);
    const answer = await stores.read(file.outbound_keys[0] ?? '');
    expect(answer.match(/(IK5|AK9)[^~]*/g)).toEqual(['IK5*A', 'IK5*R*1', 'IK5*A', 'AK9*P*3*3*2']);
  });

  test('the torn beginning of another interchange at its end is told, not passed over', async () => {
    const text = claimFileText({ number: fresh(), claims: [{ pcn: 'TORN' }] });
    const file = await stores.drop('torn.837', `${text}${text.slice(0, 40)}`);
    expect(file).toMatchObject({
      state: 'partly_applied',
      counts: { claims: 1 },
      reasons: [{ code: 'V138', byte_offset: text.length }],
    });
  });

  test('of whose claims none can be stored it is kept in quarantine only', async () => {
    const pcn = 'LONG'.repeat(1500);
    const file = await stores.drop('long.837', claimFileText({ number: fresh(), claims: [{ pcn }] }));
    expect(file).toMatchObject({ state: 'quarantined', reasons: [{ code: 'claim_too_long' }] });
    expect(file.archive_key).toBeUndefined();
    expect(file.quarantine_key).toBeDefined();
  });

  test('whose sets hold no claim it is kept in quarantine and says so', async () => {
    const text = claimFileText({ number: fresh(), claims: [{ pcn: 'NOCLAIM' }] });
    const empty = text.replace(/HL\*2[\s\S]*?(?=SE\*)/, '').replace(/SE\*\d+/, 'SE*12');
    const file = await stores.drop('no-claim.837', empty);
    expect(file).toMatchObject({
      state: 'quarantined',
      kinds: ['837P'],
      counts: { refused_sets: 0, claims: 0 },
      reasons: [{ code: 'nothing_to_apply' }],
    });
  });

  test('without any set it is kept in quarantine and says so', async () => {
    const text = claimFileText({ number: fresh(), claims: [{ pcn: 'NONE' }] });
    const envelope = text.replace(/GS\*[\s\S]*GE[^~]*~\n/, '').replace('IEA*1', 'IEA*0');
    expect(await stores.drop('no-set.837', envelope)).toMatchObject({
      state: 'quarantined',
      reasons: [{ code: 'nothing_to_apply', byte_offset: 0 }],
    });
  });
});

test('sets of one file that all have the same BHT03 are stored, and found by it', async () => {
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

test('lane figures are what the claims add up to', async () => {
  const totals = new Map<string, { count: number; cents: number }>();
  for (const lane of lanes) {
    const { Items = [] } = await stores.claims.client.send(
      new QueryCommand({
        TableName: stores.claims.name,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :lane',
        ExpressionAttributeValues: { ':lane': `LANE#${lane}` },
      }),
    );
    const cents = (Items as StoredItem[]).reduce((sum, item) => sum + Number(item['total_charge']), 0);
    if (Items.length > 0) totals.set(lane, { count: Items.length, cents });
  }
  expect(await laneFigures(stores)).toEqual(Object.fromEntries(totals));
});

test('the audit log says nothing about patients', async () => {
  const text = JSON.stringify(await everyAuditEntry(stores));
  for (const secret of ['SPECIMEN', memberOf('ONE1'), 'J069', 'C333333']) expect(text).not.toContain(secret);
});

function unread(): string {
  return claimFileText({ claims: [] })
    .replace('GS*HC', 'GS*HS')
    .replaceAll('005010X222A1', '005010X279A1')
    .replace('ST*837', 'ST*270');
}
