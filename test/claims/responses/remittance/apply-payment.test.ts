import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { applyPayment } from '#claims/responses/remittance/apply-payment.ts';
import type { PaymentMatch } from '#claims/responses/remittance/match-payment.ts';
import type { ClaimPayment } from '#x12/835/types.ts';
import { storedClaim } from '../engine/claims.ts';
import { now, payment, remittance } from './postings.ts';

const facts = { remittance: remittance('R1', '2026-04-01'), actor: 'test', now, at: now.toISOString() };

const matched = (claim: Claim): PaymentMatch => ({
  ...{ result: 'matched', claim, by: 'patient_control_number', narrowed_by: [], differs_in: [] },
});

const apply = (one: ClaimPayment, match: PaymentMatch, over = {}) =>
  applyPayment(one, match, [], { ...facts, ...over }, (claim) => claim);

const denied = {
  ...payment(0),
  adjustments: [{ group: 'CO', reason: '50', amount: 12_500, quantity: undefined }],
};
const short = {
  ...payment(8_000),
  adjustments: [{ group: 'CO', reason: '151', amount: 4_500, quantity: undefined }],
};

describe('a payment', () => {
  test.each([
    ['paid', payment(8_000), 'accepted', 'paid', 'claim.paid'],
    ['underpaid', short, 'accepted', 'underpaid', 'claim.underpaid'],
    ['denied', denied, 'accepted', 'denied', 'claim.denied'],
    ['paid', payment(8_000), 'overdue', 'paid', 'claim.paid'],
    ['estimate', payment(8_000, { statusCode: '25' }), 'accepted', 'accepted', 'claim.acknowledged'],
    ['forwarded', payment(0, { statusCode: '23' }), 'accepted', 'pending', 'claim.pending'],
  ] as const)('%s moves a claim to its lane', (outcome, one, lane, to, eventType) => {
    const { result, changes = [], event } = apply(one, matched(storedClaim({ lane })));
    expect(result).toMatchObject({ outcome, lane: to, match: { result: 'matched' } });
    expect(changes.map(({ entry }) => entry.event_type)).toEqual([eventType]);
    expect(event?.event).toMatchObject({ kind: 'payment', reference: 'R1', detail: { outcome } });
  });

  test('adds to the payments of earlier remittances', () => {
    const payments = [{ remittance_id: 'R0', paid: 2_000, charge: 4_500, rank: 1 }] as const;
    const earlier = { payments, remittance_id: 'R0', remitted_at: '2026-03-01T00:00:00.000Z' };
    const claim = storedClaim({ lane: 'underpaid', paid: 2_000, ...earlier });
    const { after } = apply(payment(8_000, { charge: 8_000 }), matched(claim)).changes?.[0] ?? {};
    expect(after).toMatchObject({
      lane: 'paid',
      paid: 10_000,
      remittance_id: 'R1',
      payer_control_number: 'ICN1',
    });
  });

  test('of an older remittance adds its amount and leaves the lane', () => {
    const claim = storedClaim({
      lane: 'denied',
      paid: 0,
      remittance_id: 'R2',
      remitted_at: '2026-04-02T00:00:00.000Z',
    });
    const { after, entry } = apply(payment(8_000), matched(claim)).changes?.[0] ?? {};
    expect(after).toMatchObject({ lane: 'denied', paid: 8_000, remittance_id: 'R2' });
    expect(entry?.payload).toMatchObject({ late: true });
  });

  test('that is reversed takes the claim back to pending', () => {
    const claim = storedClaim({
      lane: 'paid',
      paid: 8_000,
      remittance_id: 'R0',
      remitted_at: '2026-03-01T00:00:00.000Z',
    });
    const { result, changes = [] } = apply(payment(8_000, { statusCode: '22' }), matched(claim));
    expect(result.outcome).toBe('reversed');
    expect(changes[0]?.after).toMatchObject({ lane: 'pending', paid: 0 });
  });

  test('that does not balance is not posted, and its claim moves to review', () => {
    const { result, changes = [] } = apply({ ...payment(8_000), adjustments: [] }, matched(storedClaim()));
    expect(result.held).toBe('claim_unbalanced');
    expect(changes[0]?.after).toMatchObject({
      lane: 'review',
      conflicts: [{ kind: 'unbalanced', open: true }],
    });
    expect(changes[0]?.after.paid).toBeUndefined();
  });

  test('of a remittance that does not balance is not posted', () => {
    const equation = {
      level: 'transaction',
      rule: 'T',
      computed: 1,
      stated: 2,
      difference: 1,
      terms: [],
    } as const;
    const transaction = { ...equation, terms: [], claim: undefined, line: undefined };
    const balance = {
      balanced: false,
      unbalanced_lines: 0,
      unbalanced_claims: 0,
      transaction,
      first_unbalanced: transaction,
    };
    const { result } = apply(payment(8_000), matched(storedClaim()), {
      remittance: { ...facts.remittance, balance },
    });
    expect(result.held).toBe('transaction_unbalanced');
  });

  test('that fits several claims puts each of them in review', () => {
    const claims = [storedClaim({ id: 'a' }), storedClaim({ id: 'b', lane: 'paid', paid: 1 })];
    const { result, changes = [], isMatched } = apply(payment(8_000), { result: 'ambiguous', claims });
    expect([result.match, isMatched]).toEqual([{ result: 'ambiguous', claim_ids: ['a', 'b'] }, false]);
    expect(changes.map(({ after }) => after.lane)).toEqual(['review', 'review']);
  });

  test('without a claim changes nothing', () => {
    expect(apply(payment(8_000), { result: 'unmatched' })).toEqual({
      ...{ result: { match: { result: 'unmatched' }, lines: [] }, isMatched: false },
    });
  });
});
