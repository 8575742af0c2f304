import { noPostings, type StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import type { ClaimPayment } from '#x12/835/model.ts';

const now = new Date('2026-04-01T12:00:00.000Z');

/** A remittance that balances, while it is posted. */
export const remittance = (id: string, date: string): StoredRemittance => ({
  ...{ id, kind: '835', state: 'applying', digest: '', applied: 0, stored: 1, file_id: 'f' },
  received_at: now.toISOString(),
  written_on: date,
  ...{ sender: 'P', interchange_control_number: '1', group_control_number: '1', set_control_number: '1' },
  payment: { amount: 0, method: 'ACH', handling: 'I', direction: 'C', date, trace: id, originator: 'P' },
  ...{ production_date: undefined, currency: undefined },
  payer: { name: 'P', id_qualifier: undefined, id: 'P' },
  payee: { name: 'C', id_qualifier: undefined, id: undefined, tax_id: undefined },
  ...{ claims: 1, charge: 0, paid: 0, provider_adjustments: [], reversals: [] },
  ...{ counts: noPostings, billing_npis: [] },
});

/** A payment of a claim of 125.00; the rest is a contractual adjustment. */
export function payment(paid: number, { charge = 12_500, statusCode = '1' } = {}): ClaimPayment {
  const rest = charge - paid;
  const sign = statusCode === '22' ? -1 : 1;
  const draft: Partial<ClaimPayment> = {
    number: 1,
    patientControlNumber: 'PCN1',
    statusCode,
    charge: sign * charge,
    paid: sign * paid,
    payerControlNumber: 'ICN1',
    adjustments: rest === 0 ? [] : [{ group: 'CO', reason: '45', amount: sign * rest, quantity: undefined }],
    lines: [],
  };
  return draft as ClaimPayment;
}
