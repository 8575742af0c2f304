import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { readFindings } from '#claims/files/records.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { auditOf } from '../stored.ts';

describe('Duplicates', () => {
  let stores: LocalStores;
  let numbers = 100;
  /** An unused interchange number. */
  const fresh = () => numbers++;

  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const claimsOf = (pcn: string) => findClaimsByPcn(stores.claims, pcn);

  test('does not apply the same content under another name', async () => {
    const text = claimFileText({ number: fresh(), claims: [{ pcn: 'AGAIN' }] });
    const first = await stores.drop('again-1.837', text);
    const second = await stores.drop('again-2.837', text);
    expect(second).toMatchObject({ state: 'duplicate', duplicate_of: first.id, outbound_keys: [] });
    expect(await claimsOf('AGAIN')).toHaveLength(1);
    expect(await stores.read(second.archive_key ?? '')).toBe(text);
    expect(await stores.keys('inbox/')).toEqual([]);
  });

  test('flags the same number of one provider and overwrites nothing', async () => {
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

  test('does not flag the same number of another provider', async () => {
    await stores.drop('npi-1.837', claimFileText({ number: fresh(), claims: [{ pcn: 'NPI1' }] }));
    const other = { number: fresh(), npi: '1245319599', claims: [{ pcn: 'NPI1', member: 'B222222' }] };
    await stores.drop('npi-2.837', claimFileText(other));
    expect((await claimsOf('NPI1')).map(({ duplicates }) => duplicates)).toEqual([[], []]);
  });

  test('flags the same services under another number in one file', async () => {
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

  test('does not flag numbers that differ in letter case', async () => {
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

  test('links a correction with its original, and keeps a void beside it in review', async () => {
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
    expect(now).toMatchObject({ version: 3, lane: 'ready', corrected_by: correction?.id });
    expect(now?.members).toEqual([correction?.id, cancellation?.id]);
    expect(now?.voided_by).toBeUndefined();
    expect((await auditOf(stores, original?.id ?? '')).map(({ event_type }) => event_type)).toEqual([
      'claim.received',
      'claim.corrected',
      'claim.chain_changed',
    ]);
  });

  test('keeps the second of two corrections in one file in review', async () => {
    const twice = ['A', 'B'].map((pcn) => ({ pcn: `TWO-${pcn}`, frequency: '7', original: 'ICN-TWO' }));
    await stores.drop('two.837', claimFileText({ number: fresh(), claims: twice }));
    const [first] = await claimsOf('TWO-A');
    const [second] = await claimsOf('TWO-B');
    expect(first).toMatchObject({ lane: 'ready', duplicates: [] });
    expect(second).toMatchObject({ lane: 'review', duplicates: [{ claim_id: first?.id, by: 'correction' }] });
  });

  test('makes one of several corrections in simultaneous files ready', async () => {
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

describe('A name or number that its sender used before', () => {
  let stores: LocalStores;
  let numbers = 100;
  /** An unused interchange number. */
  const fresh = () => numbers++;

  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const claimsOf = (pcn: string) => findClaimsByPcn(stores.claims, pcn);

  const findingsOf = async (id: string) =>
    (await readFindings(stores.claims, id)).filter((one) => ['R210', 'V004'].includes(one.id));
  const claimFile = (number: number, pcn: string, sender?: string) =>
    claimFileText({ number, claims: [{ pcn }], ...(sender && { sender }) });

  test('reports a file name and stores the claims', async () => {
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

  test('reports a file name with the severity of the state rule', async () => {
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

  test('reports an interchange number with its position and stores the claims', async () => {
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

  test('does not count the name and number of a quarantined file', async () => {
    const number = fresh();
    const text = claimFile(number, 'ISA4');
    await stores.drop('fixed.837', text.replace(/\bSE\*\d+/, 'SE*99'));
    const fixed = await stores.drop('fixed.837', text);
    expect(fixed.state).toBe('applied');
    expect(await findingsOf(fixed.id)).toEqual([]);
  });

  test('reports nothing for another object under the same key', async () => {
    const file = await stores.drop('once.837', claimFile(fresh(), 'ONCE1'));
    await stores.drop('once.837', claimFile(fresh(), 'ONCE2'));
    expect(await findingsOf(file.id)).toEqual([]);
  });
});
