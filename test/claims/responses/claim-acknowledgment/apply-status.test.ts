import { describe, expect, test } from '@jest/globals';
import {
  applyStatus,
  questionCandidate,
  type StatusFacts,
} from '#claims/responses/claim-acknowledgment/apply-status.ts';
import { storedClaim } from '../engine/claims.ts';
import { statusView } from './status-views.ts';

const facts: StatusFacts = {
  acknowledgment_id: 'ACK',
  answered_at: '2026-03-16T12:00:00.000Z',
  received_at: '2026-03-16T13:00:00.000Z',
  actor: 'test',
  now: new Date('2026-03-16T13:00:00Z'),
};
const contract = { reading: 'contract' } as const;
const standard = { reading: 'standard' } as const;

describe('the status of a 277CA', () => {
  test.each([
    ['submitted', 'A2', contract, 'accepted', 'claim.accepted', 'moved'],
    ['submitted', 'A7', contract, 'payer_rejected', 'claim.payer_rejected', 'moved'],
    ['submitted', 'A3', contract, 'review', 'claim.review', 'moved'],
    ['submitted', 'A3', standard, 'payer_rejected', 'claim.payer_rejected', 'moved'],
    ['accepted', 'P1', contract, 'review', 'claim.review', 'moved'],
    ['accepted', 'P1', standard, 'pending', 'claim.pending', 'moved'],
    ['rejected', 'A2', contract, 'accepted', 'claim.accepted', 'moved'],
    ['overdue', 'E1', contract, 'submitted', 'claim.acknowledged', 'moved'],
    ['submitted', 'E1', contract, 'submitted', 'claim.acknowledged', 'noted'],
    ['denied', 'A2', contract, 'denied', undefined, 'unchanged'],
    ['paid', 'A7', contract, 'paid', 'claim.payer_rejected', 'noted'],
  ] as const)(
    'takes a claim in %s, %s, to the next lane',
    (lane, category, policy, to, eventType, expected) => {
      const claim = storedClaim({ lane });
      const { change, outcome } = applyStatus(statusView(category), claim, policy, facts, undefined);
      expect([change?.after.lane ?? lane, change?.entry.event_type, outcome]).toEqual([
        to,
        eventType,
        expected,
      ]);
    },
  );

  test('stores the reason of a rejection and the payer’s number', () => {
    const { change } = applyStatus(statusView('A7'), storedClaim(), contract, facts, 'ICN1');
    expect(change?.after).toMatchObject({
      payer_rejected_status_code: 'A7:20',
      payer_rejected_by_277ca_id: 'ACK',
      payer_rejected_reason: expect.stringMatching(/^A7 .*: 20 /),
      payer_control_number: 'ICN1',
    });
  });

  test('is superseded by a newer status', () => {
    const claim = storedClaim({ payer_status_at: '2026-03-17T12:00:00.000Z', payer_status_code: 'A2:20' });
    expect(applyStatus(statusView('A7'), claim, contract, facts, undefined)).toEqual({
      outcome: 'superseded',
    });
  });

  test('records a conflict with an earlier remittance', () => {
    const claim = storedClaim({ lane: 'paid', paid: 12_500 });
    expect(applyStatus(statusView('A7'), claim, contract, facts, undefined).change?.after).toMatchObject({
      lane: 'paid',
      conflicts: [{ kind: 'answers', text: '277CA A7:20: rejected, but the claim is paid' }],
    });
  });

  test('puts each claim that may be the rejected one in review, except a decided one', () => {
    const ambiguous = { ...facts, unmatched_item_id: 'item' };
    const open = questionCandidate(statusView('A7'), storedClaim(), 2, contract, ambiguous);
    expect(open.after).toMatchObject({ lane: 'review', conflicts: [{ kind: 'ambiguous', open: true }] });
    const paid = storedClaim({ lane: 'paid', paid: 12_500 });
    const decided = questionCandidate(statusView('A7'), paid, 2, contract, ambiguous).after;
    expect(decided.lane).toBe('paid');
    expect(decided.conflicts).toMatchObject([{ kind: 'ambiguous' }]);
    expect(decided.conflicts[0]?.open).toBeUndefined();
  });
});
