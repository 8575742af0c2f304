import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import {
  applyVerdict,
  type VerdictFacts,
} from '#claims/responses/implementation-acknowledgment/apply-verdict.ts';
import type { ClaimVerdict } from '#claims/responses/implementation-acknowledgment/batch-verdicts.ts';
import { storedClaim } from '../engine/claims.ts';

const facts: VerdictFacts = {
  kind: '999',
  acknowledgment_id: 'ACK',
  batch_id: 'BATCH',
  isOurs: true,
  received_at: '2026-03-16T12:00:00.000Z',
  actor: 'test',
  now: new Date('2026-03-16T12:00:00Z'),
};

const verdictOn = (verdict: ClaimVerdict['verdict']): ClaimVerdict => ({
  ...{ claim_id: 'id-PCN1', patient_control_number: 'PCN1', set: '0001', verdict },
  ...(verdict === 'rejected' && { role: 'cause' }),
  errors: verdict === 'rejected' ? ['set R'] : [],
});

const sent = (over: Partial<Claim> = {}) =>
  storedClaim({ batch_id: 'BATCH', submitted_at: '2026-03-15T18:00:00.000Z', ...over });

describe('the verdict of a 999 on a claim', () => {
  test.each([
    ['submitted', 'accepted', 'accepted', 'claim.acknowledged', 'moved'],
    ['submitted', 'rejected', 'rejected', 'claim.rejected', 'moved'],
    ['submitted', 'unknown', 'review', 'claim.review', 'moved'],
    ['overdue', 'accepted', 'accepted', 'claim.acknowledged', 'moved'],
    ['accepted', 'rejected', 'rejected', 'claim.rejected', 'moved'],
    ['draft', 'rejected', 'rejected', 'claim.rejected', 'moved'],
    ['pending', 'accepted', 'pending', 'claim.acknowledged', 'noted'],
    ['pending', 'rejected', 'pending', 'claim.rejected', 'noted'],
    ['pending', 'unknown', 'pending', 'claim.acknowledged', 'noted'],
    ['paid', 'rejected', 'paid', 'claim.rejected', 'noted'],
    ['ready', 'accepted', 'ready', undefined, 'unchanged'],
    ['payer_rejected', 'accepted', 'payer_rejected', undefined, 'unchanged'],
  ] as const)('takes a claim in %s, %s, to %s', (lane, verdict, to, eventType, outcome) => {
    const { changes = [], event, result } = applyVerdict(verdictOn(verdict), sent({ lane }), facts);
    expect(result).toMatchObject({ lane: to, outcome });
    expect(changes.map(({ entry }) => entry.event_type)).toEqual(eventType === undefined ? [] : [eventType]);
    expect(event === undefined).toBe(eventType !== undefined);
  });

  test('notes a contradiction with the decision of the payer', () => {
    const { changes = [] } = applyVerdict(verdictOn('rejected'), sent({ lane: 'paid', paid: 100 }), facts);
    expect(changes[0]?.after).toMatchObject({
      lane: 'paid',
      rejected_as: 'cause',
      conflicts: [{ kind: 'answers', response: '999', text: '999: rejected, but the claim is paid' }],
    });
  });

  test('is superseded for a claim that was sent again', () => {
    const { changes, event, result } = applyVerdict(
      verdictOn('rejected'),
      sent({ batch_id: 'NEWER' }),
      facts,
    );
    expect([result.outcome, changes, event]).toEqual(['superseded', undefined, undefined]);
  });

  test('counts for a batch that others sent on, even if the claim was sent in another batch', () => {
    const claim = sent({ lane: 'ready', batch_id: 'OTHER' });
    expect(applyVerdict(verdictOn('rejected'), claim, { ...facts, isOurs: false }).result.outcome).toBe(
      'moved',
    );
  });

  test('is reported as missing without a claim', () => {
    expect(applyVerdict(verdictOn('accepted'), undefined, facts)).toMatchObject({
      isMatched: false,
      result: { outcome: 'missing' },
    });
  });

  test('has no effect the second time', () => {
    const again = sent({ lane: 'accepted', acknowledged_by_999_id: 'ACK' });
    expect(applyVerdict(verdictOn('accepted'), again, facts).result.outcome).toBe('unchanged');
  });

  test('becomes an ambiguous conflict if several batches match', () => {
    const { changes = [] } = applyVerdict(verdictOn('unknown'), sent(), { ...facts, candidates: 2 });
    const text = '999: the rejection matches 2 batches';
    expect(changes[0]?.after).toMatchObject({
      lane: 'review',
      conflicts: [{ kind: 'ambiguous', open: true, text }],
    });
  });
});
