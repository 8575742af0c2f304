import { describe, expect, test } from '@jest/globals';
import type { Batch } from '#claims/claims/batch.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { rankBatches } from '#claims/unmatched/rank-batches.ts';
import { numberReason, rankClaims } from '#claims/unmatched/rank-claims.ts';

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
