import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { matchPayment } from '#claims/responses/remittance/match-payment.ts';
import type { ClaimPayment } from '#x12/835/types.ts';
import { storedClaim } from '../engine/claims.ts';
import { payment, remittance } from './postings.ts';

const { payee } = remittance('R1', '2026-04-01');
const npi = { payee: { ...payee, id_qualifier: 'XX', id: '1234567893' } };

const match = (
  known: { byNumber?: readonly Claim[]; byPayerControl?: readonly Claim[] },
  over: Partial<ClaimPayment> = {},
) => matchPayment({ ...payment(8_000), ...over }, npi, { byNumber: [], byPayerControl: [], ...known });

const a = storedClaim({ id: 'a' });

describe('the claim of a payment', () => {
  test('is found by patient control number, else by the number of the payer', () => {
    const b = storedClaim({ id: 'b', payer_control_number: 'ICN1' });
    expect(match({ byNumber: [a], byPayerControl: [b] })).toMatchObject({
      ...{ result: 'matched', claim: { id: 'a' }, by: 'patient_control_number' },
    });
    expect(match({ byPayerControl: [b] })).toMatchObject({ claim: { id: 'b' }, by: 'payer_control_number' });
    expect(match({})).toEqual({ result: 'unmatched' });
  });

  test.each<[string, Partial<Claim>, Partial<ClaimPayment>]>([
    ['provider', { billing_npi: '1999999984', tax_id: '999999999' }, {}],
    ['payer_control_number', { payer_control_number: 'OTHER' }, {}],
    ['frequency', { frequency: '7' }, { frequency: '1' }],
    [
      'dates',
      { service_from: '2025-03-03', service_to: '2025-03-03' },
      { statementFrom: '2025-02-01', statementTo: '2025-02-01' },
    ],
    ['amount', { total_charge: 1 }, {}],
    ['not_replaced', { lane: 'closed' }, {}],
  ])('of one number is narrowed by %s', (criterion, over, sent) => {
    const right = storedClaim({ id: 'a', payer_control_number: 'ICN1' });
    const other = storedClaim({ id: 'b', payer_control_number: 'ICN1', ...over });
    expect(match({ byNumber: [other, right] }, sent)).toMatchObject({
      ...{ result: 'matched', claim: { id: 'a' }, narrowed_by: [criterion] },
    });
  });

  test('is ambiguous when nothing distinguishes two claims', () => {
    const claims = [a, storedClaim({ id: 'b' })];
    expect(match({ byNumber: claims })).toEqual({ result: 'ambiguous', claims });
  });

  test('is the original, not its correction, for a reversal', () => {
    const original = storedClaim({ id: 'a', payer_control_number: 'ICN1' });
    const correction = storedClaim({ id: 'b', frequency: '7' });
    const reversal = payment(8_000, { statusCode: '22' });
    expect(match({ byNumber: [correction, original] }, reversal)).toMatchObject({ claim: { id: 'a' } });
  });

  test('differs from the payment in the listed facts', () => {
    const other = storedClaim({ billing_npi: '1999999984', tax_id: '999999999', total_charge: 1 });
    expect(
      match({ byNumber: [other] }, { statementFrom: '2024-01-01', statementTo: '2024-01-01' }),
    ).toMatchObject({
      differs_in: ['provider', 'amount', 'dates'],
    });
  });
});
