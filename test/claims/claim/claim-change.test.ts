import { describe, expect, test } from '@jest/globals';
import { amendClaim, claimReceived, moveClaim } from '#claims/claims/claim-change.ts';
import { happened } from '../move-stored-claim.ts';
import { storedClaim as claim } from '../responses/engine/claims.ts';

const facts = { actor: 'file:1', now: new Date('2025-03-10T08:00:00Z'), payload: { code: 'A7' } };
const at = '2025-03-10T08:00:00.000Z';

describe('A person moves a claim', () => {
  test('which sets lane, time and version, and writes an audit entry', () => {
    const before = claim({ lane: 'ready' });
    expect(moveClaim(before, 'putOnHold', facts, { lane_reason: 'Wait' })).toEqual({
      before,
      after: {
        ...before,
        version: 4,
        lane: 'held',
        lane_since: at,
        updated_at: at,
        lane_reason: 'Wait',
      },
      entry: {
        event_type: 'claim.held',
        entity_type: 'claim',
        entity_id: before.id,
        actor: 'file:1',
        payload: { code: 'A7', from: 'ready', to: 'held', version: 4 },
      },
    });
  });

  test('but not from a lane to which that does not apply', () => {
    expect(moveClaim(claim({ lane: 'paid' }), 'putOnHold', facts)).toBeUndefined();
  });

  test('that came back from the payer: it waits to be sent again', () => {
    const [sent] = happened(claim({ lane: 'ready' }), 'submitted');
    const [refused] = sent === undefined ? [] : happened(sent.after, 'rejected');
    const again = refused && moveClaim(refused.after, 'resent', facts)?.after;
    expect(refused?.after.lane).toBe('rejected');
    expect(again).toMatchObject({ lane: 'ready' });
    const held = again && moveClaim(again, 'putOnHold', facts)?.after;
    expect(held).toMatchObject({ lane: 'held', unsent_lane: 'held' });
    expect(again?.sent?.map(({ sent_at }) => sent_at !== undefined)).toEqual([true, false]);
  });
});

test('amends fields of a claim that stays in its lane', () => {
  const before = claim({ lane: 'paid' });
  const { after, entry } = amendClaim(before, 'claim.corrected', facts, { corrected_by: 'new' });
  expect(after).toEqual({ ...before, corrected_by: 'new', version: 4, updated_at: at });
  expect(entry).toMatchObject({ event_type: 'claim.corrected', payload: { from: 'paid', to: 'paid' } });
});

test('adds a new claim without an earlier state', () => {
  const change = claimReceived(claim({ version: 1, lane: 'ready' }), { actor: 'key:1', now: facts.now });
  expect(change).not.toHaveProperty('before');
  expect(change.entry).toMatchObject({
    event_type: 'claim.received',
    payload: { to: 'ready', version: 1 },
  });
});
