import { expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { undoOf } from '#claims/unmatched/attach/item-undo.ts';
import { restoredClaim } from '#claims/unmatched/settle/restored-claim.ts';

const at = { id: 'R1', at: '2026-04-01T00:00:00.000Z' };
const share = (deductible: number, copay: number) => ({ deductible, coinsurance: 0, copay, other: 0 });
const sent = {
  ...{ id: 'C1', version: 3, lane: 'submitted', total_charge: 10_000, conflicts: [] },
  ...{ lane_since: '2026-03-01T00:00:00.000Z', updated_at: '2026-03-01T00:00:00.000Z' },
} as unknown as Claim;
const posted: Claim = {
  ...{ ...sent, version: 4, lane: 'paid', lane_since: at.at, updated_at: at.at },
  ...{ paid: 6_000, patient_responsibility: 1_000, patient_responsibility_by: share(1_000, 0) },
  ...{ credit_balance: 0, remittance_id: 'R1', first_paid_on: '2026-04-01' },
  payments: [{ remittance_id: 'R1', paid: 6_000, charge: 10_000, rank: 1 }],
};
const entry = { event_type: 'claim.paid', entity_type: 'claim', entity_id: 'C1', actor: 'a', payload: {} };
const undo = undoOf(
  { before: sent, after: posted, entry },
  {
    ...{ result_before: {}, counts: {} },
    posted: { paid: 6_000, patient_responsibility: 1_000, patient_responsibility_by: share(1_000, 0) },
  },
);

test('gives the claim back every field that the decision set, also after another change', () => {
  if (undo === undefined) throw new Error('There is no undo');
  const noted: Claim = { ...posted, version: 9, payer_status_code: 'A2:20' };
  const restored = restoredClaim(noted, undo, 'R1', at);
  expect(restored).toMatchObject({ lane: 'submitted', payer_status_code: 'A2:20', version: 9 });
  for (const name of ['paid', 'patient_responsibility_by', 'payments', 'remittance_id', 'first_paid_on']) {
    expect(restored).not.toHaveProperty(name);
  }
});

test('subtracts the posting from the sums, and keeps the lane of a later remittance', () => {
  if (undo === undefined) throw new Error('There is no undo');
  const later: Claim = {
    ...posted,
    ...{ version: 5, lane: 'review', lane_before: 'paid', paid: 12_000 },
    ...{ patient_responsibility: 1_500, patient_responsibility_by: share(1_000, 500) },
    ...{ remittance_id: 'R2', credit_balance: 6_000 },
    payments: [...(posted.payments ?? []), { remittance_id: 'R2', paid: 6_000, charge: 10_000, rank: 1 }],
    conflicts: [{ kind: 'overpaid', source_id: 'R2', found_at: at.at, text: '835', open: true }],
  };
  expect(restoredClaim(later, undo, 'R1', at)).toMatchObject({
    ...{ lane: 'paid', paid: 6_000, patient_responsibility: 500, credit_balance: 0, remittance_id: 'R2' },
    patient_responsibility_by: share(0, 500),
    payments: [{ remittance_id: 'R2' }],
    conflicts: [{ kind: 'overpaid', resolved_by: 'R1' }],
  });
});
