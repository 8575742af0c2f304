import { describe, expect, test } from '@jest/globals';
import { amendClaim, claimReceived, moveByDecision, moveClaim } from '#claims/claim/claim-change.ts';
import { storedClaim as claim } from '../responses/engine/claims.ts';

const facts = { actor: 'file:1', now: new Date('2025-03-10T08:00:00Z'), payload: { code: 'A7' } };
const at = '2025-03-10T08:00:00.000Z';

describe('Moving a claim', () => {
  test('sets lane, time and version, and writes an audit entry', () => {
    const before = claim({ lane: 'submitted' });
    const change = moveClaim(before, 'payer_rejected', facts, { payer_rejected_reason: 'A7:562' });
    expect(change).toEqual({
      before,
      after: {
        ...before,
        version: 4,
        lane: 'payer_rejected',
        lane_since: at,
        updated_at: at,
        payer_rejected_reason: 'A7:562',
      },
      entry: {
        event_type: 'claim.payer_rejected',
        entity_type: 'claim',
        entity_id: before.id,
        actor: 'file:1',
        payload: { code: 'A7', from: 'submitted', to: 'payer_rejected', version: 4 },
      },
    });
  });

  test('changes nothing if the trigger does not apply to the lane', () => {
    expect(moveClaim(claim({ lane: 'paid' }), 'acknowledged', facts)).toBeUndefined();
  });

  test('keeps the time in the lane if the lane stays', () => {
    const before = claim({ lane: 'accepted' });
    expect(moveClaim(before, 'accepted', facts)?.after).toMatchObject({
      lane_since: before.lane_since,
      updated_at: at,
    });
  });

  test.each([
    ['overdue', claim({ lane: 'accepted' }), 'accepted'],
    ['questioned', claim({ lane: 'accepted' }), 'accepted'],
    ['questioned', claim({ lane: 'overdue', lane_before: 'pending' }), 'pending'],
    ['questioned', claim({ lane: 'review', lane_before: 'denied' }), 'denied'],
    ['pended', claim({ lane: 'overdue', lane_before: 'accepted' }), undefined],
  ] as const)('%s remembers the earlier lane', (trigger, before, lane) => {
    expect(moveClaim(before, trigger, facts)?.after.lane_before).toBe(lane);
  });
});

test('amends fields of a claim that stays in its lane', () => {
  const before = claim({ lane: 'paid' });
  const { after, entry } = amendClaim(before, 'claim.corrected', facts, { corrected_by: 'new' });
  expect(after).toEqual({ ...before, corrected_by: 'new', version: 4, updated_at: at });
  expect(entry).toMatchObject({ event_type: 'claim.corrected', payload: { from: 'paid', to: 'paid' } });
});

test('moves a claim to the lane that a person chose', () => {
  const { after, entry } = moveByDecision(
    claim({ lane: 'review', lane_before: 'paid' }),
    'denied',
    facts,
    {},
  );
  expect(after).toMatchObject({ lane: 'denied', lane_since: at });
  expect(after).not.toHaveProperty('lane_before');
  expect(entry).toMatchObject({ event_type: 'claim.released', payload: { from: 'review', to: 'denied' } });
});

test('adds a new claim without an earlier state', () => {
  const change = claimReceived(claim({ version: 1, lane: 'ready' }), { actor: 'key:1', now: facts.now });
  expect(change).not.toHaveProperty('before');
  expect(change.entry).toMatchObject({ event_type: 'claim.received', payload: { to: 'ready', version: 1 } });
});
