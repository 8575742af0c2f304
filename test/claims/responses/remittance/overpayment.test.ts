import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import { applyPayment } from '#claims/responses/remittance/apply-payment.ts';
import type { ClaimPayment } from '#x12/835/types.ts';
import { storedClaim } from '../engine/claims.ts';
import { now, payment, remittance } from './postings.ts';

/** A claim after payments, each given as `[remittance, payment, day of April]`. */
function post(...payments: readonly (readonly [string, ClaimPayment, number?])[]): Claim {
  let claim = storedClaim({ lane: 'accepted' });
  for (const [id, one, day = 1] of payments) {
    const facts = {
      remittance: remittance(id, `2026-04-${String(day).padStart(2, '0')}`),
      actor: 'test',
      now,
      at: now.toISOString(),
    };
    const by = 'patient_control_number' as const;
    const match = { result: 'matched' as const, claim, by, narrowed_by: [], differs_in: [] };
    claim = applyPayment(one, match, [], facts, (same) => same).changes?.at(-1)?.after ?? claim;
  }
  return claim;
}

const back = (paid: number, charge = 12_500) => payment(paid, { charge, statusCode: '22' });
const open = ({ conflicts }: Claim) => conflicts.filter((conflict) => conflict.open);

describe('an overpayment', () => {
  test('puts the claim in review with both remittances and the credit balance', () => {
    const claim = post(['R1', payment(8_000)], ['R2', payment(8_000), 2]);
    expect(claimJson(claim)).toMatchObject({
      ...{ lane: 'review', lane_before: 'paid', paid: 160, credit_balance: 80 },
      conflicts: [
        {
          ...{ kind: 'overpaid', response: '835', source_id: 'R2', open: true, remittance_ids: ['R1', 'R2'] },
          text: '835: paid 160.00 of 125.00 charged, more than once; credit balance 80.00; remittances R1, R2',
        },
      ],
    });
  });

  test('is found when the charge is paid twice, below the total', () => {
    const claim = post(['R1', payment(5_000)], ['R2', payment(4_000), 2]);
    expect(claim).toMatchObject({ lane: 'review', paid: 9_000, credit_balance: 4_000 });
    expect(open(claim)[0]?.remittance_ids).toEqual(['R1', 'R2']);
  });

  test('is found when one remittance pays above the charge', () => {
    const claim = post(['R1', payment(15_000)]);
    expect(claim).toMatchObject({ lane: 'review', lane_before: 'paid', credit_balance: 2_500 });
    expect(open(claim)).toMatchObject([{ remittance_ids: ['R1'] }]);
  });

  test('is found when one remittance pays twice', () => {
    const claim = post(['R1', payment(8_000)], ['R1', payment(8_000)]);
    expect(claim).toMatchObject({ lane: 'review', credit_balance: 8_000 });
    expect(open(claim)).toMatchObject([{ remittance_ids: ['R1'] }]);
  });

  test('is found when the older remittance arrives later', () => {
    const claim = post(['R1', payment(8_000), 9], ['R2', payment(8_000), 2]);
    expect(claim).toMatchObject({ lane: 'review', lane_before: 'paid', remittance_id: 'R1' });
  });

  test('grows with a third payment and stays one open conflict', () => {
    const claim = post(['R1', payment(8_000)], ['R2', payment(8_000), 2], ['R3', payment(8_000), 3]);
    expect(claim).toMatchObject({ lane: 'review', paid: 24_000, credit_balance: 16_000 });
    expect(open(claim)).toMatchObject([{ remittance_ids: ['R1', 'R2', 'R3'] }]);
  });

  test('is resolved when one of the payments is reversed', () => {
    const claim = post(['R1', payment(8_000)], ['R2', payment(8_000), 2], ['R3', back(8_000), 3]);
    expect(claim).toMatchObject({ lane: 'paid', paid: 8_000, credit_balance: 0 });
    expect(claim.conflicts).toMatchObject([{ kind: 'overpaid', resolved_by: 'R3' }]);
    expect(open(claim)).toEqual([]);
    expect(claimJson(claim)).not.toHaveProperty('credit_balance');
  });

  test('is resolved, and the claim pending, when all payments are reversed', () => {
    const claim = post(['R1', payment(15_000)], ['R2', back(15_000), 2]);
    expect(claim).toMatchObject({ lane: 'pending', paid: 0 });
    expect(open(claim)).toEqual([]);
  });
});

describe('no overpayment', () => {
  test.each([
    [
      'a reversal and a correction',
      [
        ['R1', payment(8_000)],
        ['R2', back(8_000), 2],
        ['R2', payment(9_000), 2],
      ],
    ],
    [
      'a correction before its reversal',
      [
        ['R1', payment(8_000)],
        ['R2', payment(9_000), 2],
        ['R2', back(8_000), 2],
      ],
    ],
    [
      'a correction in the next remittance',
      [
        ['R1', payment(8_000)],
        ['R2', back(8_000), 2],
        ['R3', payment(9_000), 3],
      ],
    ],
    [
      'a claim that the payer split',
      [
        ['R1', payment(5_000, { charge: 7_500 })],
        ['R2', payment(4_000, { charge: 5_000 }), 2],
      ],
    ],
    [
      'a second payer',
      [
        ['R1', payment(8_000)],
        ['R2', payment(3_000, { statusCode: '2' }), 2],
      ],
    ],
    ['paid in full', [['R1', payment(12_500)]]],
  ] as const)('%s', (_, payments) => {
    const claim = post(...payments);
    expect(claim.lane).toBe('paid');
    expect(claim.conflicts).toEqual([]);
    expect(claim.credit_balance ?? 0).toBe(0);
  });

  test('arises from a denial before a payment, or from a payment, its reversal and a denial', () => {
    expect(post(['R1', payment(0, { statusCode: '4' })], ['R2', payment(8_000), 2])).toMatchObject({
      ...{ lane: 'paid', conflicts: [] },
    });
    const denied = post(
      ['R1', payment(8_000)],
      ['R2', back(8_000), 2],
      ['R2', payment(0, { statusCode: '4' }), 2],
    );
    expect(denied).toMatchObject({ lane: 'denied', paid: 0, conflicts: [] });
  });
});
