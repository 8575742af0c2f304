import { describe, expect, test } from '@jest/globals';
import { leaveOverdue } from '#claims/claim/claim-change.ts';
import { defaultOverduePolicy, missingResponse } from '#claims/overdue/mark-overdue.ts';
import { storedClaim as claim } from '../responses/engine/claims.ts';

const since = '2026-03-01T00:00:00.000Z';
const hoursLater = (hours: number) => new Date(Date.parse(since) + hours * 3_600_000);

describe('an overdue response', () => {
  test.each([
    ['submitted', undefined, '999', 1],
    ['submitted', '2026-03-01T00:00:00.000Z', '835', 720],
    ['accepted', undefined, '277CA', 48],
    ['accepted', '2026-03-01T00:00:00.000Z', '835', 720],
    ['pending', undefined, '835', 720],
  ] as const)(
    'of a %s claim with payer status at %s is the %s after %i hours',
    (lane, payer_status_at, kind, hours) => {
      const waiting = claim({ lane, lane_since: since, ...(payer_status_at && { payer_status_at }) });
      expect(missingResponse(waiting, defaultOverduePolicy, hoursLater(hours - 0.01))).toBeUndefined();
      expect(missingResponse(waiting, defaultOverduePolicy, hoursLater(hours))).toBe(kind);
    },
  );

  test.each(['draft', 'ready', 'rejected', 'payer_rejected', 'paid', 'review', 'overdue', 'closed'] as const)(
    'does not exist for a claim in %s',
    (lane) => {
      expect(
        missingResponse(claim({ lane, lane_since: since }), defaultOverduePolicy, hoursLater(9999)),
      ).toBeUndefined();
    },
  );
});

describe('a payer status without a lane', () => {
  const facts = { actor: 'test', now: hoursLater(1), payload: { code: 'ZZ' } };

  test('moves an overdue claim back to its lane', () => {
    const change = leaveOverdue(
      claim({ lane: 'overdue', lane_before: 'accepted' }),
      'claim.acknowledged',
      facts,
      { payer_status_code: 'ZZ:1' },
    );
    expect(change?.after).toMatchObject({
      lane: 'accepted',
      lane_since: hoursLater(1).toISOString(),
      version: 4,
    });
    expect(change?.after).not.toHaveProperty('lane_before');
    expect(change?.before?.lane).toBe('overdue');
    expect(change?.entry).toMatchObject({
      event_type: 'claim.acknowledged',
      payload: { code: 'ZZ', from: 'overdue', to: 'accepted', version: 4 },
    });
  });

  test('does not change any other claim', () => {
    expect(leaveOverdue(claim(), 'claim.acknowledged', facts, {})).toBeUndefined();
  });
});
