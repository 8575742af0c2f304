import { expect, test } from '@jest/globals';
import type { Claim } from '#claims/claims/claim.ts';
import type { ClaimLane } from '#claims/claims/lifecycle.ts';
import { correctionOf } from '#claims/edits/apply-edit.ts';
import { contentChanges, isSame } from '#claims/edits/edited-content.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';

test('lists members that were added, removed and changed, and nothing of the transaction', () => {
  const before = {
    transaction: { batch_id: 'A' },
    note: { text: 'x' },
    lines: [{ charge: '1.00', procedure: { code: '99213' } }, { charge: '2.00' }],
    same: [1, { a: 1 }],
  };
  const after = {
    transaction: { batch_id: 'B' },
    lines: [{ charge: '1.50', procedure: { code: '99213', modifiers: ['25'] } }],
    same: [1, { a: 1 }],
    rendering: { id: '1' },
  };
  expect(contentChanges(before, after)).toEqual([
    { path: '/note', change: 'removed' },
    { path: '/lines/0/charge', change: 'changed' },
    { path: '/lines/0/procedure/modifiers', change: 'added' },
    { path: '/lines/1', change: 'removed' },
    { path: '/rendering', change: 'added' },
  ]);
});

test('reports a value of another type as one change', () => {
  expect(contentChanges({ a: { b: 1 } }, { a: [1] })).toEqual([{ path: '/a', change: 'changed' }]);
});

test.each([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [{ a: undefined }, {}, true],
  [null, undefined, false],
])('compares %j with %j', (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
});

const original = (lane: ClaimLane, more: Partial<Claim> = {}) => ({ frequency: '1', lane, ...more }) as Claim;
const content = (more: object = {}) => ({ frequency: '1', ...more }) as ProfessionalClaim;

test.each<[string, Claim, string]>([
  ['a claim that a 999 rejected', original('rejected'), '1'],
  ['a claim that a 277CA rejected', original('payer_rejected'), '1'],
  ['a claim in review that was rejected', original('review', { lane_before: 'payer_rejected' }), '1'],
  ['a paid claim', original('paid'), '7'],
  ['a claim without a response', original('submitted'), '7'],
  ['a rejected correction', original('rejected', { frequency: '7' }), '7'],
])('corrects %s', (_, claim, frequency) => {
  expect(correctionOf(claim, content(), content()).frequency).toBe(frequency);
});

test('takes the newest number of the payer, unless the edit names one', () => {
  const claim = original('paid', { payer_control_number: 'ICN2' });
  const before = content({ references: { originalClaimNumber: 'ICN1', referral: 'R' } });
  expect(correctionOf(claim, before, before).references).toEqual({
    originalClaimNumber: 'ICN2',
    referral: 'R',
  });
  const edited = content({ references: { originalClaimNumber: 'ICN3' } });
  expect(correctionOf(claim, edited, before).references).toEqual({ originalClaimNumber: 'ICN3' });
});

test('takes the frequency that the edit names, and corrects no void', () => {
  expect(correctionOf(original('paid'), content({ frequency: '8' }), content()).frequency).toBe('8');
  expect(() => correctionOf(original('paid', { frequency: '8' }), content(), content())).toThrow(
    'A void cannot be corrected',
  );
});
