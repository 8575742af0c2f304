import { describe, expect, test } from '@jest/globals';
import { patientResponsibility, paymentOutcome } from '#claims/responses/remittance/payment-outcome.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import type { ClaimPayment, PaymentAdjustment } from '#x12/835/types.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { claim, line, remittanceFile, remittanceOf } from '../../../fixtures/x12/remittance.ts';

/** The claim payment as read from a file. */
function read(over: Partial<WriterInput<ClaimPayment>>): ClaimPayment {
  for (const event of readRemittancesSync(remittanceFile(remittanceOf([claim(over)])))) {
    if (event.kind === 'claim') return event.claim;
  }
  throw new Error('No claim');
}

const adjusted = (
  ...parts: readonly (readonly [string, string, number])[]
): WriterInput<PaymentAdjustment>[] => parts.map(([group, reason, amount]) => ({ group, reason, amount }));

/** One line of 100.00 with these adjustments. */
const paying = (paid: number, parts: readonly (readonly [string, string, number])[], over = {}) =>
  read({
    paid,
    patientResponsibility: undefined,
    lines: [line({ paid, adjustments: adjusted(...parts) })],
    ...over,
  });

describe('the outcome of a payment', () => {
  test.each([
    ['paid in full', 10_000, [], 'paid'],
    ['down to the fee schedule', 8_000, [['CO', '45', 2_000]], 'paid'],
    [
      'with a share of the patient',
      7_000,
      [
        ['CO', '45', 2_000],
        ['PR', '1', 1_000],
      ],
      'paid',
    ],
    ['sequestration', 9_800, [['CO', '253', 200]], 'paid'],
    ['after an earlier payer', 2_000, [['OA', '23', 8_000]], 'paid'],
    [
      'partly not supported',
      7_000,
      [
        ['CO', '45', 2_000],
        ['CO', '151', 1_000],
      ],
      'underpaid',
    ],
    ['reduced by the payer', 9_000, [['PI', '45', 1_000]], 'underpaid'],
    ['otherwise reduced', 9_000, [['OA', '94', 1_000]], 'underpaid'],
    ['not medically necessary', 0, [['CO', '50', 10_000]], 'denied'],
    [
      'denied with a deductible',
      0,
      [
        ['CO', '50', 5_000],
        ['PR', '1', 5_000],
      ],
      'denied',
    ],
    [
      'all due from the patient',
      0,
      [
        ['CO', '45', 2_000],
        ['PR', '1', 8_000],
      ],
      'paid',
    ],
    ['all paid before', 0, [['OA', '23', 10_000]], 'paid'],
    ['covered by capitation', 0, [['CO', '24', 10_000]], 'paid'],
    ['all of it written off', 0, [['CO', '45', 10_000]], 'denied'],
  ] as const)('%s', (_, paid, parts, expected) => {
    expect(paymentOutcome(paying(paid, parts))).toBe(expected);
  });

  test.each([
    ['22', 'reversed'],
    ['23', 'forwarded'],
    ['25', 'estimate'],
    ['19', 'paid'],
  ])('status %s: %s', (statusCode, expected) => {
    expect(paymentOutcome(paying(10_000, [], { statusCode }))).toBe(expected);
  });

  test('is denied with status 4 for any adjustment reason', () => {
    expect(paymentOutcome(paying(0, [['PR', '204', 10_000]], { statusCode: '4' }))).toBe('denied');
  });

  test('is not denied if nothing was charged', () => {
    expect(paymentOutcome(read({ charge: 0, paid: 0, patientResponsibility: undefined, lines: [] }))).toBe(
      'paid',
    );
  });

  test('reverses the patient responsibility', () => {
    const reversal = read({
      statusCode: '22',
      charge: -10_000,
      paid: -8_000,
      patientResponsibility: undefined,
      lines: [
        line({
          charge: -10_000,
          paid: -8_000,
          adjustments: adjusted(['CO', '45', -1_500], ['PR', '2', -500]),
        }),
      ],
    });
    expect(patientResponsibility(reversal)).toBe(-500);
    expect(patientResponsibility(read({}))).toBe(500);
    expect(patientResponsibility(read({ patientResponsibility: undefined }))).toBe(500);
    // CLP05 is not in a reversal: it counts only where no CAS has the patient responsibility.
    expect(patientResponsibility(read({ patientResponsibility: 700 }))).toBe(500);
    expect(patientResponsibility(read({ patientResponsibility: 700, lines: [], adjustments: [] }))).toBe(700);
    const stated = { statusCode: '22', lines: [], adjustments: [] };
    expect(patientResponsibility(read({ ...stated, patientResponsibility: 700 }))).toBe(-700);
    expect(patientResponsibility(read({ ...stated, patientResponsibility: -700 }))).toBe(-700);
  });
});
