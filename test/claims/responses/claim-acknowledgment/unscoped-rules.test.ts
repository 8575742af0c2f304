import { describe, expect, test } from '@jest/globals';
import { stc } from '../../../fixtures/x12/acknowledgment.ts';
import { send, visit } from '../engine/sent-batch.ts';
import { answersOf, current, drop, events, stores, useStores } from './acknowledgment-runs.ts';
import { answering, file277, status } from './payer-statuses.ts';

useStores();

describe('a rejection above the claims', () => {
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
    const bytes = text.replace(/SE\*(\d+)/, (_, count) => `${second}SE*${Number(count) + 6}`);
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
