import type { ClaimPayment, PaymentAdjustment } from '#x12/835/model.ts';
import { type RemittanceInput, writeRemittances } from '#x12/835/write-remittances.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { line, payerEnvelope, remittanceOf, transfer } from '../../../fixtures/x12/remittance.ts';

/** Remittances of a payer for claims that were sent as visits. */

export const payee = {
  name: 'VALLEY CLINIC',
  idQualifier: 'XX',
  id: '1234567893',
  address: {},
  references: [{ qualifier: 'TJ', value: '841234567' }],
};

export const adjusted = (
  ...parts: readonly (readonly [string, string, number])[]
): WriterInput<PaymentAdjustment>[] => parts.map(([group, reason, amount]) => ({ group, reason, amount }));

/** A payment for a {@link visit} (12550 and 5000 cents), whose first line gets the remainder. */
export function payment(
  number: string,
  adjustments: readonly WriterInput<PaymentAdjustment>[] = [],
  over: Partial<WriterInput<ClaimPayment>> = {},
): WriterInput<ClaimPayment> {
  const sum = adjustments.reduce((total, { amount }) => total + amount, 0);
  return {
    patientControlNumber: number,
    statusCode: '1',
    charge: 17_550,
    paid: 17_550 - sum,
    filingIndicator: 'MC',
    payerControlNumber: `ICN-${number}`,
    frequency: '1',
    patient: { entity: 'QC', type: '1', lastName: 'MARLOW', firstName: 'TESSA', idQualifier: 'MI', id: 'M1' },
    lines: [
      paidLine(12_550, 12_550 - sum, '99213', 'L1', adjustments),
      paidLine(5_000, 5_000, '94010', 'L2', []),
    ],
    ...over,
  };
}

export const paidLine = (
  charge: number,
  paid: number,
  code: string,
  lineControlNumber: string,
  adjustments: readonly WriterInput<PaymentAdjustment>[],
) =>
  line({
    procedure: { qualifier: 'HC', code },
    charge,
    paid,
    serviceDate: '2026-03-02',
    adjustments,
    lineControlNumber,
  });

/** Reverses a payment: all amounts are negative. */
export const reversal = (of: WriterInput<ClaimPayment>): WriterInput<ClaimPayment> => ({
  ...of,
  statusCode: '22',
  charge: -of.charge,
  paid: -of.paid,
  lines: (of.lines ?? []).map((one) => ({
    ...one,
    charge: -one.charge,
    paid: -one.paid,
    adjustments: (one.adjustments ?? []).map((adjustment) => ({ ...adjustment, amount: -adjustment.amount })),
  })),
});

let number = 0;

/** Number of remittances made so far, for file names. */
export const remittancesMade = (): number => number;

/** A remittance for the payments, with a unique trace. */
export function remit(
  claims: readonly WriterInput<ClaimPayment>[],
  over: Partial<RemittanceInput> & { readonly date?: string } = {},
): RemittanceInput {
  const { date = '2026-03-20', ...rest } = over;
  const amount = claims.reduce((sum, { paid }) => sum + paid, 0);
  const paid = { ...transfer, amount: Math.max(0, amount), date, trace: `EFT${++number}` };
  const forward = { provider: payee.id, fiscalPeriod: '2026-12-31', reason: 'FB', amount };
  return remittanceOf(claims, {
    payment: paid,
    payee,
    providerAdjustments: amount < 0 ? [forward] : [],
    ...rest,
  });
}

export const file835 = (...remittances: readonly RemittanceInput[]) =>
  writeRemittances(remittances, {
    ...payerEnvelope,
    interchangeNumber: 1000 + number,
    groupNumber: 1000 + number,
  });
