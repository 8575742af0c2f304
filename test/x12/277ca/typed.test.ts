import { describe, expect, test } from '@jest/globals';
import {
  acknowledgment,
  acknowledgmentFile,
  acknowledgmentOf,
  rejected,
  status,
  stc,
} from '#test/fixtures/x12/acknowledgment.ts';
import { haveSamples, readSample } from '#test/fixtures/x12/samples.ts';
import { classify } from '#x12/277ca/classification.ts';
import type { ClaimAcknowledgment, ClaimStatus, UnscopedStatus } from '#x12/277ca/model.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import type { ClaimAcknowledgmentInput } from '#x12/277ca/write-claim-acknowledgments.ts';

interface Read {
  readonly acknowledgments: ClaimAcknowledgment[];
  readonly statuses: ClaimStatus[];
  readonly unscoped: UnscopedStatus[];
}

function read(bytes: Uint8Array): Read {
  const events = [...readClaimAcknowledgmentsSync(bytes)];
  return {
    acknowledgments: events.flatMap((e) => (e.kind === 'acknowledgment' ? [e.acknowledgment] : [])),
    statuses: events.flatMap((e) => (e.kind === 'status' ? [e.status] : [])),
    unscoped: events.flatMap((e) => (e.kind === 'unscoped' ? [e.unscoped] : [])),
  };
}

const readDraft = (draft: ClaimAcknowledgmentInput): Read => read(acknowledgmentFile(draft));
const only = (over: Parameters<typeof status>[0]): ClaimStatus | undefined =>
  readDraft(acknowledgmentOf([status(over)])).statuses[0];

describe('typed 277CA', () => {
  test('reads header, batch and totals', () => {
    expect(readDraft(acknowledgment()).acknowledgments).toMatchObject([
      {
        reference: 'ACK1',
        created: '2025-03-10',
        source: { entity: 'PR', name: 'STATE PAYER', id: 'CO_TXIX' },
        sourceTrace: 'T1',
        received: '2025-03-09',
        processed: '2025-03-10',
        receiver: { entity: '41', id: '12345678' },
        batch: 'BATCH1',
        totals: { accepted: 1, rejected: 1, acceptedAmount: 12_500, rejectedAmount: 12_500 },
      },
    ]);
  });

  test('reads a status with its reasons, lines and parties', () => {
    const [, second] = readDraft(acknowledgment()).statuses;
    expect(second).toMatchObject({
      ...{
        patientControlNumber: 'PCN2',
        taxId: '123456789',
        category: 'A7',
        statusCode: '562',
        entity: '85',
      },
      ...{ action: 'U', amount: 12_500, effectiveDate: '2025-03-10', serviceDate: '2025-02-01' },
      ...{ classification: 'rejected', disposition: 'rejected', conflict: false },
      patient: { lastName: 'FERN', id: 'A123456' },
      billingProvider: { id: '1234567893' },
      serviceLines: [
        {
          ...{ procedure: '99213', modifiers: ['25'], charge: 12_500, units: 1, lineControlNumber: 'L1' },
          statuses: [{ reasons: [{ category: 'A7', code: '454' }] }],
        },
      ],
    });
  });

  test('reads numbers by the contract (REF*1K, REF*EJ) and by the standard (TRN02)', () => {
    expect(
      only({ numbers: { trn02: 'PCN1', ref_1k: 'ICN1', ref_ej: '987654321', ref_d9: 'D9' } }),
    ).toMatchObject({
      ...{ patientControlNumber: 'ICN1', taxId: '987654321' },
      numbers: { trn02: 'PCN1', ref_1k: 'ICN1', ref_ej: '987654321', ref_d9: 'D9' },
      standard: { patientControlNumber: 'PCN1', payerControlNumber: 'ICN1', taxId: undefined },
    });
    expect(only({ numbers: { trn02: 'PCN1' } })).toMatchObject({
      patientControlNumber: 'PCN1',
      standard: { patientControlNumber: 'PCN1', payerControlNumber: undefined },
    });
    expect(only({ numbers: { trn02: '0000', ref_1k: 'PCN9' } })).toMatchObject({
      patientControlNumber: 'PCN9',
      standard: { patientControlNumber: 'PCN9', payerControlNumber: undefined },
    });
  });

  test('classifies categories by the service contract', () => {
    const classes = Object.groupBy(
      [
        'A1',
        'A2',
        'A3',
        'A4',
        'A6',
        'A7',
        'A8',
        'A9',
        'P1',
        'P2',
        'P3',
        'P4',
        'P5',
        'A0',
        'A5',
        'P0',
        'F1',
        '',
      ],
      classify,
    );
    expect(classes).toEqual({
      accepted: ['A1', 'A2', 'A3'],
      rejected: ['A4', 'A6', 'A7'],
      pended: ['A8', 'A9'],
      paid: ['P1', 'P2', 'P3', 'P4', 'P5'],
      unknown: ['A0', 'A5', 'P0', 'F1', ''],
    });
  });

  test.each([
    ['A3', 'accepted', 'rejected', true],
    ['A8', 'pended', 'rejected', true],
    ['P1', 'paid', 'pended', true],
    ['A2', 'accepted', 'accepted', false],
    ['A9', 'pended', 'unknown', false],
    ['F1', 'unknown', 'paid', false],
    ['R3', 'unknown', 'action_needed', false],
  ])('%s is %s by the contract and %s by the standard', (category, classification, disposition, conflict) => {
    expect(only({ statuses: [stc(category, '20')] })).toMatchObject({
      classification,
      disposition,
      conflict,
    });
  });

  test('decides by the last STC for the contract and by any rejection for the standard', () => {
    const both = only({ statuses: [stc('A7', '562'), stc('A2', '20', { amount: 1 })] });
    expect(both).toMatchObject({ category: 'A2', amount: 1, classification: 'accepted' });
    expect(both).toMatchObject({ disposition: 'rejected', conflict: true });
    expect(only({ statuses: [stc('A2', '20'), stc('A7', '562')] })).toMatchObject({
      ...{ category: 'A7', classification: 'rejected', disposition: 'rejected', conflict: false },
    });
    expect(only({ statuses: [stc('A1', '19', { action: 'U' })] })).toMatchObject({
      ...{ classification: 'accepted', disposition: 'rejected', conflict: true },
    });
  });

  test('returns statuses that name no claim separately', () => {
    const provider = { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1234567893' };
    const found = readDraft(
      acknowledgment({
        statuses: [stc('A1', '19')],
        providers: [
          { provider, trace: 'P1', statuses: [stc('A3', '24')], totals: { rejected: 3 }, claims: [] },
        ],
      }),
    );
    expect(found.statuses).toEqual([]);
    expect(found.unscoped).toMatchObject([
      { level: '21', hierarchy: '2', category: 'A1', trace: 'BATCH1', disposition: 'accepted' },
      {
        level: '19',
        hierarchy: '3',
        category: 'A3',
        trace: 'P1',
        disposition: 'rejected',
        totals: { rejected: 3 },
      },
    ]);
  });

  test('reads a subscriber level with a trace as a claim, without one as unscoped', () => {
    const level = (trace: string): string =>
      acknowledgmentFile(acknowledgment({ providers: [] }))
        .toString()
        .replace(
          'SE*',
          `HL*3*2*19*1~NM1*85*2*CLINIC*****XX*1234567893~HL*4*3*22*0~NM1*IL*1*FERN*OLIVE****MI*A1~${trace}STC*A7:562*20250310*U*5~SE*`,
        );
    const unscoped = read(Buffer.from(level('')));
    expect(unscoped.statuses).toEqual([]);
    expect(unscoped.unscoped.at(-1)).toMatchObject({ level: '22', category: 'A7', about: { entity: 'IL' } });
    const scoped = read(Buffer.from(level('TRN*2*PCN7~')));
    expect(scoped.statuses).toMatchObject([
      { patientControlNumber: 'PCN7', numbers: { trn02: 'PCN7' }, hierarchy: '4' },
    ]);
  });

  test('reads several claims of one patient as several statuses', () => {
    const claims = [status({ hierarchy: 'x' }), { ...rejected, hierarchy: 'x' }];
    const found = readDraft(acknowledgmentOf(claims)).statuses;
    expect(found.map(({ hierarchy, numbers }) => [hierarchy, numbers.trn02])).toEqual([
      ['4', 'PCN1'],
      ['4', 'PCN2'],
    ]);
  });

  (haveSamples ? test : test.skip)('the published samples', () => {
    const folder = 'Project-Herophilus__Project-Herophilus-Assets/277CA Sample (Accepted).txt';
    const accepted = read(readSample(folder)).statuses;
    const rejectedStatuses = read(readSample('imsweb__x12-parser/x12_277CA_rejected.txt')).statuses;
    expect(accepted).toMatchObject([
      {
        ...{ patientControlNumber: '1107000000014420', category: 'A2', amount: 125_00 },
        ...{ classification: 'accepted', disposition: 'accepted' },
        standard: { patientControlNumber: '5781', payerControlNumber: '1107000000014420' },
      },
    ]);
    expect(rejectedStatuses).toMatchObject([
      {
        ...{ category: 'A7', statusCode: '562', entity: '85', amount: 199_14, serviceDate: '2009-03-11' },
        ...{ classification: 'rejected', disposition: 'rejected' },
        numbers: { trn02: '3920394930203', ref_1k: '1107000000001120', ref_blt: '731' },
      },
    ]);
  });
});
