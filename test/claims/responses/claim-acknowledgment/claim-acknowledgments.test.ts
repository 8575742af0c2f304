import { describe, expect, test } from '@jest/globals';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import type { StatusDraft } from '#x12/277ca/write-claim-acknowledgments.ts';
import { stc } from '../../../fixtures/x12/acknowledgment.ts';
import { auditOf } from '../../stored.ts';
import { send, visit } from '../engine/sent-batch.ts';
import {
  answersOf,
  current,
  drop,
  events,
  settings,
  statusesOf,
  stores,
  useStores,
} from './acknowledgment-runs.ts';
import { answering, file277, rejection, status } from './payer-statuses.ts';

useStores();

describe('a 277CA', () => {
  test('accepts and rejects claims, and sets the fields of the spec', async () => {
    const sent = await send(stores, [visit('S-1'), visit('S-2')]);
    const message = 'NPI OF MARLOW TESSA NOT ON FILE';
    const draft = answering([
      status('S-1', { numbers: { trn02: 'S-1', ref_1k: 'ICN-1' } }),
      rejection('S-2', {
        statuses: [
          stc('A7', '562', {
            reasons: [{ category: 'A7', code: '562', entity: '85' }],
            amount: 17_550,
            date: '2026-03-16',
            message,
          }),
        ],
      }),
    ]);
    const file = await drop(file277([draft]));
    expect(file).toMatchObject({ state: 'applied', kinds: ['277CA'], counts: { matched: 2, unmatched: 0 } });
    const claims = await current(sent);
    const [answer] = await answersOf(file.id);
    expect(claims['S-1']).toMatchObject({
      lane: 'accepted',
      payer_control_number: 'ICN-1',
      payer_status_code: 'A2:20',
      payer_status_at: '2026-03-16T12:00:00.000Z',
      payer_status_by_277ca_id: answer?.id,
    });
    expect(claims['S-2']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_at: '2026-03-16T12:00:00.000Z',
      payer_rejected_status_code: 'A7:562',
      payer_rejected_by_277ca_id: answer?.id,
    });
    expect(claims['S-2']?.payer_rejected_reason).toMatch(
      /^A7 rejected for invalid information: 562 .*\(85\); NPI OF/,
    );
    const entry = (await auditOf(stores, claims['S-2']?.id ?? '')).at(-1);
    expect(entry).toMatchObject({
      event_type: 'claim.payer_rejected',
      payload: { code: 'A7:562', classification: 'rejected', from: 'submitted', to: 'payer_rejected' },
    });
    expect(entry?.payload_json).not.toContain('MARLOW');
    expect(answer).toMatchObject({
      state: 'applied',
      batch: 'BATCH-1',
      batch_ids: [expect.any(String)],
      counts: { statuses: 2, matched: 2, accepted: 1, rejected: 1, conflicts: 0 },
    });
    expect(await statusesOf(file.id)).toMatchObject([
      {
        patient_control_number: 'S-1',
        payer_control_number: 'ICN-1',
        category: 'A2',
        amount: 17_550,
        service_date: '2026-03-02',
        classification: 'accepted',
        match: { result: 'matched', by: 'TRN02', claim_id: claims['S-1']?.id },
        outcome: 'moved',
        lane: 'accepted',
      },
      { patient_control_number: 'S-2', classification: 'rejected', outcome: 'moved', lane: 'payer_rejected' },
    ]);
  });

  test('is read by the contract: the number in REF*1K, the tax id in REF*EJ', async () => {
    const sent = await send(stores, [visit('K-1')]);
    const file = await drop(
      file277([
        answering([rejection('NONE', { numbers: { trn02: '0', ref_1k: 'K-1', ref_ej: '841234567' } })]),
      ]),
    );
    expect((await current(sent))['K-1']).toMatchObject({ lane: 'payer_rejected' });
    expect((await current(sent))['K-1']?.payer_control_number).toBeUndefined();
    expect(await statusesOf(file.id)).toMatchObject([
      { patient_control_number: 'K-1', tax_id: '841234567', match: { by: 'REF*1K' } },
    ]);
  });

  test('puts two claims in review when a rejection has the numbers of both', async () => {
    const sent = await send(stores, [visit('AMB-1'), visit('AMB-2')]);
    const file = await drop(
      file277([answering([rejection('AMB-1', { numbers: { trn02: 'AMB-1', ref_1k: 'AMB-2' } })])]),
    );
    const claims = await current(sent);
    for (const number of ['AMB-1', 'AMB-2']) {
      expect(claims[number]).toMatchObject({
        lane: 'review',
        lane_before: 'submitted',
        conflicts: [{ kind: 'ambiguous', response: '277CA', open: true }],
      });
      expect(claims[number]?.payer_rejected_at).toBeUndefined();
    }
    expect(await statusesOf(file.id)).toMatchObject([
      { outcome: 'ambiguous', match: { claim_ids: [claims['AMB-2']?.id, claims['AMB-1']?.id] } },
    ]);
    expect(await answersOf(file.id)).toMatchObject([{ counts: { ambiguous: 1, matched: 0 } }]);
  });

  test('reports the status of an unknown claim as unmatched', async () => {
    const file = await drop(
      file277([
        answering([
          rejection('NOBODY-1', { numbers: { trn02: 'NOBODY-1', ref_1k: 'NOBODY-2' } }),
          rejection('NOBODY-3'),
        ]),
      ]),
    );
    expect(file.counts).toMatchObject({ matched: 0, unmatched: 2 });
    expect(await statusesOf(file.id)).toMatchObject([
      { patient_control_number: 'NOBODY-2', match: { result: 'unmatched' } },
      { patient_control_number: 'NOBODY-3', match: { result: 'unmatched' } },
    ]);
  });

  test('puts the claim in review when contract and standard differ', async () => {
    const sent = await send(stores, [visit('C-1'), visit('C-2')]);
    const a3 = [stc('A3', '21', { amount: 17_550 })];
    await drop(
      file277([
        answering([status('C-1', { statuses: a3 }), status('C-2', { statuses: [stc('A8', '187')] })]),
      ]),
    );
    const claims = await current(sent);
    expect(claims['C-1']).toMatchObject({
      lane: 'review',
      conflicts: [
        { kind: 'classification', text: '277CA A3:21: accepted by the contract, rejected by the standard' },
      ],
    });
    expect(claims['C-1']?.payer_rejected_at).toBeUndefined();
    expect(claims['C-2']).toMatchObject({ lane: 'review' });
    expect(await events(claims['C-2'])).toContain('claim.review');
  });

  test('reads the same statuses as rejections for a payer that is read by the standard', async () => {
    const sent = await send(stores, [visit('D-1')]);
    await drop(file277([answering([status('D-1', { statuses: [stc('A3', '21')] })])]), 'standard');
    const claims = await current(sent);
    expect(claims['D-1']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A3:21',
      conflicts: [],
    });
    const mixed = status('D-1', { statuses: [stc('A7', '562'), stc('A2', '20')] });
    // Of two files of one minute, the order of their ids would decide.
    await drop(file277([answering([mixed])], new Date('2026-03-16T13:00:00Z')), 'standard');
    expect((await current(sent))['D-1']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A7:562',
      payer_status_code: 'A2:20',
    });
  });

  test('applies the last STC; a rejection before it is a conflict', async () => {
    const sent = await send(stores, [visit('L-1'), visit('L-2')]);
    const acceptance = stc('A2', '20', { amount: 17_550 });
    const refusal = stc('A7', '562', { amount: 17_550 });
    await drop(
      file277([
        answering([
          status('L-1', { statuses: [acceptance, refusal] }),
          status('L-2', { statuses: [refusal, acceptance] }),
        ]),
      ]),
    );
    const claims = await current(sent);
    expect(claims['L-1']).toMatchObject({ lane: 'payer_rejected', payer_status_code: 'A7:562' });
    expect(claims['L-2']).toMatchObject({ lane: 'review', payer_status_code: 'A2:20' });
  });

  test('does not replace a newer status by an older one, or any status by a receipt', async () => {
    const sent = await send(stores, [visit('N-1')]);
    const on = (day: string, one: StatusDraft) =>
      file277([answering([one], { processed: day, received: day })], new Date(`${day}T08:00:00Z`));
    await drop(on('2026-03-18', rejection('N-1')));
    const older = await drop(on('2026-03-17', status('N-1')));
    expect((await current(sent))['N-1']?.lane).toBe('payer_rejected');
    expect(await statusesOf(older.id)).toMatchObject([{ outcome: 'superseded' }]);
    await drop(on('2026-03-19', status('N-1', { statuses: [stc('A1', '19', { amount: 17_550 })] })));
    expect((await current(sent))['N-1']?.lane).toBe('payer_rejected');
    // The payer changes its decision.
    await drop(on('2026-03-20', status('N-1')));
    expect((await current(sent))['N-1']).toMatchObject({ lane: 'accepted', payer_status_code: 'A2:20' });
  });

  test('applies a receipt that rejects after an acceptance', async () => {
    const sent = await send(stores, [visit('RU-1'), visit('RU-2')]);
    await drop(file277([answering([status('RU-1'), status('RU-2')])]));
    const receipt = { amount: 17_550, date: '2026-03-17' };
    await drop(
      file277(
        [
          answering(
            [
              status('RU-1', { statuses: [stc('A1', '19', { ...receipt, action: 'U' })] }),
              status('RU-2', { statuses: [stc('A7', '562', receipt), stc('A1', '19', receipt)] }),
            ],
            { processed: '2026-03-17' },
          ),
        ],
        new Date('2026-03-17T12:00:00Z'),
      ),
    );
    const claims = await current(sent);
    expect(claims['RU-1']).toMatchObject({ lane: 'review', conflicts: [{ kind: 'classification' }] });
    expect(claims['RU-2']).toMatchObject({ lane: 'review', conflicts: [{ kind: 'classification' }] });
  });

  test('prefers the later of two acknowledgments of one day that were both written the following night', async () => {
    const sent = await send(stores, [visit('NIGHT-1')]);
    await drop(file277([answering([rejection('NIGHT-1')])], new Date('2026-03-17T05:00:00Z')));
    await drop(file277([answering([status('NIGHT-1')])], new Date('2026-03-17T01:00:00Z')));
    expect((await current(sent))['NIGHT-1']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_at: '2026-03-16T23:59:59.999Z',
    });
  });

  test.each([
    ['of the payer that sends it', (id: string) => id === 'COMEDASSISTPROG'],
    ['of the payer of the claim, if another sender sends it', (id: string) => id !== 'COMEDASSISTPROG'],
  ])('stores payer_rejected_at in UTC; the file has the time zone %s', async (what, isPayer) => {
    const number = `ZONE-${what.length}`;
    const sent = await send(stores, [visit(number)]);
    const policyOf = (id: string) =>
      ({
        reading: 'contract',
        timeZone: isPayer(id) && id !== '12345678' ? 'America/Denver' : undefined,
      }) as const;
    await stores.drop(`${number}.277`, file277([answering([rejection(number)])]), {
      ...settings(),
      processors: responseProcessors(stores.claims, { policyOf }),
    });
    // GS05 is 12:00. In March, Denver is six hours behind UTC.
    expect((await current(sent))[number]).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_at: '2026-03-16T18:00:00.000Z',
      payer_status_at: '2026-03-16T18:00:00.000Z',
    });
  });

  test('takes the reason of a rejection from the lines if the claim has none', async () => {
    const sent = await send(stores, [visit('LINES-1')]);
    const line = { procedureQualifier: 'HC', procedure: '99213', charge: 12_550, serviceDate: '2026-03-02' };
    const statuses = [stc('A7', '454', { amount: undefined, date: '2026-03-16' })];
    await drop(
      file277([answering([status('LINES-1', { statuses: [], serviceLines: [{ ...line, statuses }] })])]),
    );
    expect((await current(sent))['LINES-1']).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A7:454',
      payer_rejected_reason: expect.stringMatching(/^line 1: A7 .+: 454 ./),
    });
  });

  test('applies to claims that Granary did not send', async () => {
    const bytes = (await send(stores, [visit('X-1')])).bytes;
    expect(bytes.length).toBeGreaterThan(0);
    const text = bytes.toString().replaceAll('X-1', 'X-2').replaceAll('MX-2', 'MX-3');
    await stores.drop('elsewhere.x12', text.replace('*T*:', '*P*:'), settings());
    await drop(file277([answering([rejection('X-2')])]));
    const [claim] = await findClaimsByPcn(stores.claims, 'X-2');
    expect(claim).toMatchObject({ lane: 'payer_rejected' });
  });
});
