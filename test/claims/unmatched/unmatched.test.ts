import { describe, expect, test } from '@jest/globals';
import type { Batch } from '#claims/claim/batch.ts';
import type { Claim } from '#claims/claim/claim.ts';
import { undoOf } from '#claims/unmatched/attach/item-undo.ts';
import { rankBatches } from '#claims/unmatched/candidates/rank-batches.ts';
import { numberReason, rankClaims } from '#claims/unmatched/candidates/rank-claims.ts';
import { restoredClaim } from '#claims/unmatched/settle/restored-claim.ts';

const claim = (id: string, over: Partial<Claim> = {}) =>
  ({
    id,
    patient_control_number: id,
    payer_id: 'P1',
    billing_npi: '1234567893',
    total_charge: 10_000,
    lane: 'paid',
    received_at: '2026-03-01T00:00:00.000Z',
    conflicts: [],
    ...over,
  }) as unknown as Claim;

describe('rankClaims', () => {
  const facts = {
    ...{ patient_control_number: 'A-100', charge: -10_000, billing_npi: '1234567893' },
    ...{ service_from: '2026-03-02', service_to: '2026-03-02', member_id: 'm1', patient_name: 'DOE, JANE' },
  };

  test('puts the number before the patient, and the patient before the amount', () => {
    const day = { service_from: '2026-03-02', service_to: '2026-03-02' };
    const ranked = rankClaims(facts, [
      claim('charge', { ...day, total_charge: 10_000 }),
      claim('patient', { member_id: 'M1', patient_name: 'Doe, Jane', total_charge: 1, ...day }),
      claim('number', { patient_control_number: 'a-0100', total_charge: 5 }),
      claim('exact', { patient_control_number: 'A-100', ...day, lane: 'submitted' }),
      claim('nothing', { total_charge: 3 }),
    ]);
    expect(ranked.map((one) => one.claim.id)).toEqual(['exact', 'patient', 'charge', 'number']);
    expect(ranked[0]).toMatchObject({
      score: 77,
      reasons: ['patient_control_number', 'amount', 'service_dates', 'provider', 'waiting'],
      differs_in: [],
    });
    expect(ranked[1]).toMatchObject({ differs_in: ['amount'] });
  });

  test('leaves out a fact that one side does not know', () => {
    const [only] = rankClaims({ patient_control_number: 'A-100' }, [claim('A-100')]);
    expect(only).toMatchObject({ reasons: ['patient_control_number'], differs_in: [] });
  });
});

test.each([
  ['A-100', 'a-100', 'patient_control_number'],
  ['00123', '123', 'patient_control_number'],
  ['VISIT1234', 'VISIT1243', 'similar_number'],
  ['VISIT1234', 'VISIT123', 'similar_number'],
  ['VISIT1234', 'VISIT1235', 'similar_number'],
  ['X/VISIT1234', 'VISIT1234', 'similar_number'],
  ['VISIT1234', 'VISIT9235', undefined],
  ['123', '1234', undefined],
  ['000', '000', undefined],
])('numberReason of %s and %s is %s', (received, own, reason) => {
  expect(numberReason(received, own)).toBe(reason);
});

test('rankBatches prefers partners, then batches that await an acknowledgment', () => {
  const parties = { sender: 'US', receiver: 'THEM' };
  const batch = (id: string, over: Partial<Batch> = {}) =>
    ({
      id,
      direction: 'sent',
      interchange: parties,
      group: parties,
      at: '2026-03-01T00:00:00.000Z',
      ...over,
    }) as Batch;
  const other = { ...batch('').interchange, receiver: 'OTHER' };
  const batches = [batch('done'), batch('foreign', { interchange: other }), batch('open')];
  const envelopes = {
    interchange: { sender: 'THEM ', receiver: 'US' },
    group: { sender: 'THEM', receiver: 'US' },
  };
  const ranked = rankBatches(envelopes, batches, new Set(['done']));
  expect(ranked.map(({ batch: { id }, score }) => [id, score])).toEqual([
    ['open', 100],
    ['done', 90],
    ['foreign', 75],
  ]);
});

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
