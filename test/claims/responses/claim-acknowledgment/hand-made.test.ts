import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findAcknowledgment, readResults } from '#claims/acknowledgments/records.ts';
import type { StatusPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { findClaims } from '#claims/claims/records.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import { listFileResponses } from '#claims/files/records.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { type SentBatch, send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import { stc } from '#test/fixtures/x12/acknowledgment.ts';
import { above, handMade } from '#test/fixtures/x12/spec-277ca.ts';
import { answersOf, current, drop, events, stores, useStores } from './acknowledgment-runs.ts';
import { answering, file277, status } from './payer-statuses.ts';

describe('a 277CA in the shape of the service contract', () => {
  let stores: LocalStores;

  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  let number = 0;

  async function drop(below: readonly string[], reading: StatusPolicy['reading'] = 'contract') {
    const bytes = handMade(below, { number: ++number });
    const file = await stores.drop(`hand-${number}.277`, bytes, {
      profiles: new Map(),
      processors: responseProcessors(stores.claims, { policyOf: () => ({ reading }) }),
      onClaimsStored: async () => {},
    });
    const [id = ''] = await listFileResponses(stores.claims, file.id, '277CA');
    const answer = await findAcknowledgment<StoredClaimAcknowledgment>(stores.claims, id);
    return { file, answer, statuses: await readResults<StatusResult>(stores.claims, id, 0, 1000) };
  }

  async function current({ claims }: SentBatch): Promise<Record<string, Claim>> {
    const found = await findClaims(
      stores.claims,
      claims.map(({ id }) => id),
    );
    return Object.fromEntries(found.map((claim) => [claim.patient_control_number, claim]));
  }

  const person = 'NM1*QC*1*FERN*OLIVE****MI*A123456';
  const rejection = 'STC*A7:562:85*20260316*U*175.5';

  test.each([
    ['22', 'STC before REF', (pcn: string) => [person, rejection, `REF*1K*${pcn}`]],
    ['22', 'REF before STC', (pcn: string) => [person, `REF*1K*${pcn}`, rejection]],
    ['PT', 'STC before REF', (pcn: string) => [person, rejection, `REF*1K*${pcn}`]],
    ['PT', 'REF before STC', (pcn: string) => [person, `REF*1K*${pcn}`, rejection]],
    ['22', 'TRN before NM1', (pcn: string) => [`TRN*2*${pcn}`, person, rejection, 'REF*1K*ICN9']],
    ['PT', 'TRN before NM1', (pcn: string) => [`TRN*2*${pcn}`, person, rejection, 'REF*1K*ICN9']],
  ])('applies HL03 %s, %s', async (level, shape, segments) => {
    const pcn = `H${level}-${shape.length}-${shape[0]}`;
    const sent = await send(stores, [visit(pcn)]);
    const { file, answer, statuses } = await drop([`HL*4*3*${level}`, ...segments(pcn)]);
    expect(file).toMatchObject({ state: 'applied', counts: { matched: 1, unmatched: 0 } });
    expect((await current(sent))[pcn]).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A7:562',
      payer_rejected_by_277ca_id: answer?.id,
    });
    expect(statuses).toMatchObject([{ patient_control_number: pcn, classification: 'rejected' }]);
  });

  test('reports a status of an unknown claim as unmatched, and one without a number as unscoped', async () => {
    const { answer, statuses } = await drop([
      ...['HL*4*3*22*0', person, rejection, 'REF*1K*NOBODY'],
      ...['HL*5*3*22*0', 'NM1*IL*1*FERN*OLIVE****MI*A123456', rejection],
    ]);
    expect(statuses).toMatchObject([{ patient_control_number: 'NOBODY', match: { result: 'unmatched' } }]);
    expect(answer?.unscoped_statuses).toMatchObject([
      { level: '21', category: 'A1' },
      { level: '22', category: 'A7' },
    ]);
    expect(answer?.counts).toMatchObject({ statuses: 1, unmatched: 1, unscoped: 2 });
  });

  test('puts the claim in review for STC03 U with a category that the contract does not classify', async () => {
    const sent = await send(stores, [visit('ODD-1'), visit('ODD-2'), visit('ODD-3')]);
    const odd = (category: string) => `STC*${category}:562*20260316*U*175.5`;
    await drop([
      ...['HL*4*3*22*0', person, odd('F2'), 'REF*1K*ODD-1'],
      ...['HL*5*3*22*0', person, odd('Z9'), 'REF*1K*ODD-2'],
      ...['HL*6*3*22*0', person, odd(''), 'REF*1K*ODD-3'],
    ]);
    const claims = await current(sent);
    expect(Object.values(claims).map(({ lane }) => lane)).toEqual(['review', 'review', 'review']);
    expect(claims['ODD-1']?.conflicts).toMatchObject([
      {
        kind: 'classification',
        open: true,
        text: '277CA F2:562: unknown by the contract, rejected by the standard',
      },
    ]);
  });

  test('puts all candidates of many ambiguous rejections in review', async () => {
    const pairs = Array.from({ length: 30 }, (_, n) => [`PAIR-A${n}`, `PAIR-B${n}`] as const);
    const sent = await send(
      stores,
      pairs.flat().map((pcn) => visit(pcn)),
    );
    const { file } = await drop(
      pairs.flatMap(([a, b], n) => [`HL*${n + 4}*3*PT`, person, `TRN*2*${a}`, rejection, `REF*1K*${b}`]),
    );
    expect(file).toMatchObject({ state: 'applied' });
    const lanes = Object.values(await current(sent)).map(({ lane }) => lane);
    expect(lanes).toEqual(pairs.flat().map(() => 'review'));
  });

  test('moves nothing for an ambiguous acceptance', async () => {
    const sent = await send(stores, [visit('FINE-A'), visit('FINE-B')]);
    const acceptance = 'STC*A2:20*20260316*WQ*175.5';
    await drop(['HL*4*3*PT', person, 'TRN*2*FINE-A', acceptance, 'REF*1K*FINE-B']);
    expect(Object.values(await current(sent)).map(({ lane }) => lane)).toEqual(['submitted', 'submitted']);
  });

  test('applies levels without HL, and a claim under the receiver', async () => {
    const sent = await send(stores, [visit('NOHL-1')]);
    const before = [...above.source, ...above.receiver, ...above.provider].filter(
      (one) => !one.startsWith('HL'),
    );
    const bytes = handMade([person, rejection, 'REF*1K*NOHL-1'], { number: ++number, before });
    await stores.drop('nohl.277', bytes, {
      processors: responseProcessors(stores.claims, { policyOf: () => ({ reading: 'contract' }) }),
    });
    expect((await current(sent))['NOHL-1']?.lane).toBe('payer_rejected');
  });
});

describe('a rejection above the claims', () => {
  useStores();

  test('is stored with its level among several patients and providers', async () => {
    const sent = await send(stores, [visit('U-1')]);
    const file = await drop(
      file277([
        answering([status('U-1')], {
          providers: [
            {
              provider: { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1234567893' },
              statuses: [stc('A1', '19', { reasons: [{ category: 'A1', code: '19', entity: '85' }] })],
              claims: [status('U-1')],
            },
          ],
        }),
      ]),
    );
    const [answer] = await answersOf(file.id);
    expect(answer?.counts.unscoped).toBe(2);
    expect(answer?.unscoped_statuses).toMatchObject([
      { level: '21', category: 'A1' },
      { level: '19', category: 'A1', about: { id: '1234567893' } },
    ]);
    expect((await current(sent))['U-1']?.lane).toBe('accepted');
  });

  test('reaches all claims of a rejected batch that are not listed', async () => {
    const transaction = { ...visit('B-0').transaction, batchId: 'BATCH-WHOLE' };
    const sent = await send(stores, [visit('B-1', { transaction }), visit('B-2', { transaction })]);
    const whole = answering([], {
      batch: 'BATCH-WHOLE',
      statuses: [stc('A7', '24', { reasons: [{ category: 'A7', code: '24', entity: '41' }] })],
      providers: [],
    });
    const file = await drop(file277([whole]));
    const claims = await current(sent);
    expect(Object.values(claims).map(({ lane }) => lane)).toEqual(['payer_rejected', 'payer_rejected']);
    expect(await answersOf(file.id)).toMatchObject([{ counts: { statuses: 0, fanned_out: 2, unscoped: 1 } }]);
  });

  test('reaches the claims of a rejected billing provider, but none of an accepted batch', async () => {
    const transaction = { ...visit('P-0').transaction, batchId: 'BATCH-PROVIDER' };
    const other = { ...visit('P-0').billingProvider, id: '1245319599' };
    const sent = await send(stores, [
      visit('P-1', { transaction }),
      visit('P-2', { transaction, billingProvider: other }),
    ]);
    const file = await drop(
      file277([
        answering([], {
          batch: 'BATCH-PROVIDER',
          providers: [
            {
              provider: { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1245319599' },
              statuses: [stc('A7', '24', { reasons: [{ category: 'A7', code: '24', entity: '85' }] })],
              claims: [],
            },
          ],
        }),
      ]),
    );
    const claims = await current(sent);
    expect([claims['P-1']?.lane, claims['P-2']?.lane]).toEqual(['submitted', 'payer_rejected']);
    expect(await answersOf(file.id)).toMatchObject([{ counts: { fanned_out: 1, unscoped: 2 } }]);
  });

  test('applies to a second batch under the same source, which the guide forbids', async () => {
    const inBatch = (batchId: string) => ({ transaction: { ...visit('SRC-0').transaction, batchId } });
    const one = await send(stores, [visit('SRC-1', inBatch('SRC-A'))]);
    const two = await send(stores, [visit('SRC-2', inBatch('SRC-B')), visit('SRC-3', inBatch('SRC-B'))]);
    const second =
      'HL*5*1*21*0~NM1*41*2*GRANARY*****46*12345678~TRN*2*SRC-B~STC*A7:24:41*20260316*U*351~QTY*AA*2~AMT*YY*351~';
    const text = file277([answering([status('SRC-1')], { batch: 'SRC-A' })]).toString();
    const bytes = text.replace(/\bSE\*(\d+)/, (_, count) => `${second}SE*${Number(count) + 6}`);
    const file = await drop(Buffer.from(bytes));
    expect(Object.values(await current(one)).map(({ lane }) => lane)).toEqual(['accepted']);
    expect(Object.values(await current(two)).map(({ lane }) => lane)).toEqual([
      'payer_rejected',
      'payer_rejected',
    ]);
    const answers = (await answersOf(file.id)).toSorted((a, b) =>
      (a.batch ?? '').localeCompare(b.batch ?? ''),
    );
    expect(answers).toMatchObject([
      { batch: 'SRC-A', counts: { statuses: 1, unscoped: 1, fanned_out: 0 } },
      { batch: 'SRC-B', counts: { statuses: 0, unscoped: 1, fanned_out: 2 } },
    ]);
  });

  test('rejects each claim once when there are several', async () => {
    const transaction = { ...visit('TWICE-0').transaction, batchId: 'TWICE' };
    const sent = await send(stores, [visit('TWICE-1', { transaction }), visit('TWICE-2', { transaction })]);
    const provider = { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1234567893' };
    const rejectedBy = (code: string, entity: string) => ({
      ...stc('A7', code, { amount: 35_100, date: '2026-03-16' }),
      reasons: [{ category: 'A7', code, entity }],
    });
    const file = await drop(
      file277([
        answering([], {
          batch: 'TWICE',
          statuses: [rejectedBy('24', '41'), rejectedBy('496', '41')],
          providers: [{ provider, claims: [], statuses: [rejectedBy('25', '85')] }],
        }),
      ]),
    );
    const claims = await current(sent);
    for (const number of ['TWICE-1', 'TWICE-2']) {
      expect(claims[number]).toMatchObject({ lane: 'payer_rejected', payer_rejected_status_code: 'A7:25' });
      const rejections = (await events(claims[number])).filter((event) => event === 'claim.payer_rejected');
      expect(rejections).toHaveLength(1);
    }
    expect(await answersOf(file.id)).toMatchObject([{ counts: { unscoped: 3, fanned_out: 2 } }]);
  });
});
