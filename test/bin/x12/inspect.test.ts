import { describe, expect, test } from '@jest/globals';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { inFolder, sound, x12 } from './run-x12.ts';

describe('x12 inspect', () => {
  test('writes an 835 as one document', async () => {
    const { code, out } = await x12(['inspect', '-'], sound);
    expect(code).toBe(0);
    const { interchanges } = JSON.parse(out);
    expect(interchanges).toMatchObject([
      {
        ...{ sender: 'PAYER', receiver: 'CLINIC', control_number: '000000007', usage: 'T' },
        groups: [
          {
            ...{ functional_id: 'HP', version: '005010X221A1', control_number: '7' },
            transactions: [
              {
                ...{ set: '835', control_number: '0001', balanced: true },
                payment: { amount: '160.00', method: 'ACH', trace: 'EFT1', date: '2025-03-10' },
                claims: [
                  {
                    ...{ patient_control_number: 'PCN1', status_code: '1', charge: '100.00', paid: '80.00' },
                    ...{ patient_responsibility: '5.00', payer_control_number: 'ICN1' },
                    service_lines: [{ procedure: '99213', charge: '100.00', paid: '80.00', units: 1 }],
                  },
                  { patient_control_number: 'PCN2' },
                ],
                provider_adjustments: [{ reason: 'WO', amount: '80.00', text: 'overpayment recovery' }],
              },
            ],
          },
        ],
      },
    ]);
  });

  test('writes a 277CA as one document, and any file as lines with --stream', async () => {
    const { out } = await x12(['inspect', '-'], acknowledgmentFile(acknowledgment()));
    const [transaction] = JSON.parse(out).interchanges[0].groups[0].transactions;
    expect(transaction).toMatchObject({
      set: '277',
      batch: 'BATCH1',
      statuses: [
        {
          ...{ patient_control_number: 'ICN1', tax_id: '123456789', category: 'A2', amount: '125.00' },
          ...{ classification: 'accepted', disposition: 'accepted', service_date: '2025-02-01' },
          numbers: { trn02: 'PCN1', ref_1k: 'ICN1' },
        },
        { patient_control_number: 'PCN2', classification: 'rejected', conflict: false },
      ],
      unscoped_statuses: [{ level: '21', category: 'A1' }],
    });
    const lines = await x12(
      ['inspect', '--stream', '-'],
      Buffer.concat([sound, acknowledgmentFile(acknowledgment())]),
    );
    expect(
      lines.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual([...['claim_payment', 'claim_payment'], ...['unscoped_status', 'status', 'status']]);
  });

  test.each([
    ['a file that does not exist', {}, 'ENOENT'],
    ['a file that is not X12', { 'b.835': 'Dear sirs' }, 'ISA'],
  ])('writes one whole document with %s between others', async (_, unreadable, fault) => {
    const { code, out, error } = await inFolder({ 'a.835': sound, 'c.835': sound, ...unreadable }, (path) =>
      x12(['inspect', path('a.835'), path('b.835'), path('c.835')]),
    );
    expect(code).toBe(2);
    expect(error).toMatch(/^x12: .*b\.835.*\n$/);
    const [first, second, third] = JSON.parse(out).files;
    expect(first).toMatchObject({ interchanges: [{ complete: true }] });
    expect(second).toMatchObject({ interchanges: expect.any(Array), error: expect.stringContaining(fault) });
    expect(third).toMatchObject({ interchanges: [{ complete: true }] });
    expect(third).not.toHaveProperty('error');
  });

  test('writes the lines of the files after an unreadable one with --stream', async () => {
    const { code, out } = await inFolder({ 'b.835': sound }, (path) =>
      x12(['inspect', '--stream', path('a.835'), path('b.835')]),
    );
    expect(code).toBe(2);
    const kinds = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(kinds).toEqual(['claim_payment', 'claim_payment']);
  });

  test('writes several files into one document', async () => {
    const ran = await inFolder({ 'a.835': sound, 'b.277': acknowledgmentFile(acknowledgment()) }, (path) =>
      x12(['inspect', path('a.835'), path('b.277')]),
    );
    expect(JSON.parse(ran.out).files).toMatchObject([
      { file: expect.stringMatching(/a\.835$/), interchanges: [{}] },
      { file: expect.stringMatching(/b\.277$/), interchanges: [{}] },
    ]);
  });
});
