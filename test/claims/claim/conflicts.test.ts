import { describe, expect, test } from '@jest/globals';
import { addConflict, type ResponseConflict } from '#claims/claim/claim.ts';
import {
  applyResponse,
  conflictsAfterDecision,
  conflictsAfterResponse,
  isAdjudicated,
  openConflict,
  type ResponseMeaning,
} from '#claims/claim/review.ts';
import { storedClaim as claim } from '../responses/engine/claims.ts';

const at = '2025-03-10T08:00:00.000Z';
const conflict = (kind: ResponseConflict['kind'], response: '999' | '277CA' | '835') =>
  openConflict(kind, response, { id: 'r1', at, text: 'text' });
const meanings: readonly ResponseMeaning[] = ['envelope', 'status', 'decision', 'reversal'];
const facts = { actor: 'file:1', now: new Date(at) };

describe('An open conflict is resolved', () => {
  test.each([
    ['classification', '277CA', ['status', 'decision']],
    ['answers', '999', ['envelope', 'status', 'decision']],
    ['answers', '277CA', ['status', 'decision']],
    ['ambiguous', '999', ['envelope', 'status', 'decision']],
    ['ambiguous', '277CA', ['status', 'decision']],
    ['ambiguous', '835', []],
    ['unbalanced', '835', ['decision']],
    ['overpaid', '835', []],
  ] as const)('%s of a %s by %j', (kind, response, resolving) => {
    const open = [conflict(kind, response)];
    const resolved = meanings.filter((meaning) => {
      const [after] = conflictsAfterResponse(open, { kind: meaning, id: 'r2', at });
      return after?.open === undefined;
    });
    expect(resolved).toEqual(resolving);
  });

  test('by a person, with id and time', () => {
    const resolved = { ...conflict('overpaid', '835'), resolved_by: 'r0', resolved_at: at };
    const { open, ...closed } = resolved;
    expect(conflictsAfterDecision([conflict('ambiguous', '835'), closed], { id: 'ann', at })).toMatchObject([
      { kind: 'ambiguous', resolved_by: 'ann', resolved_at: at },
      { kind: 'overpaid', resolved_by: 'r0' },
    ]);
  });
});

describe('A response to a claim in review', () => {
  const inReview = claim({
    lane: 'review',
    lane_before: 'accepted',
    conflicts: [conflict('unbalanced', '835')],
  });

  test('sets the lane behind review while a conflict stays open', () => {
    const change = applyResponse(inReview, 'pended', { kind: 'status', id: 'r2', at }, facts, {});
    expect(change?.after).toMatchObject({ lane: 'review', lane_before: 'pending', version: 4 });
    expect(change?.before).toBe(inReview);
    expect(change?.entry.event_type).toBe('claim.pending');
  });

  test('moves the claim when it resolves the last conflict', () => {
    const change = applyResponse(inReview, 'paid', { kind: 'decision', id: 'r2', at }, facts, { paid: 100 });
    expect(change?.after).toMatchObject({ lane: 'paid', paid: 100, conflicts: [{ resolved_by: 'r2' }] });
  });

  test('changes nothing if the trigger does not apply to review', () => {
    expect(applyResponse(inReview, 'overdue', { kind: 'status', id: 'r2', at }, facts, {})).toBeUndefined();
  });
});

test.each([
  [claim({ lane: 'paid' }), true],
  [claim({ lane: 'denied' }), true],
  [claim({ lane: 'review', lane_before: 'denied' }), true],
  [claim({ lane: 'accepted', paid: 100 }), true],
  [claim({ lane: 'review', lane_before: 'accepted' }), false],
  [claim({ lane: 'pending', paid: 0 }), false],
])('detects whether the payer paid or denied a claim (%#)', (one, expected) => {
  expect(isAdjudicated(one)).toBe(expected);
});

test('drops the oldest resolved conflict above the maximum of 20', () => {
  const many = Array.from({ length: 20 }, (_, n): ResponseConflict => {
    const { open, ...closed } = { ...conflict('answers', '999'), source_id: `r${n}` };
    return n === 1 ? closed : { ...closed, open: true };
  });
  const ids = addConflict({ conflicts: many }, { ...conflict('overpaid', '835'), source_id: 'new' });
  expect(ids.map(({ source_id }) => source_id)).toEqual([
    'r0',
    ...many.slice(2).map((one) => one.source_id),
    'new',
  ]);
});
