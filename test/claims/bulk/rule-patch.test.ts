import { expect, test } from '@jest/globals';
import { rulePatch } from '#claims/bulk/operations.ts';
import { newBulkRun, runAfter, runAfterSelection } from '#claims/bulk/rules.ts';

const claim = {
  billing_provider: { taxonomy: '207Q00000X' },
  subscriber: { claim_filing: 'CI', payer: { id: 'OLD', last_name: 'OLD PAYER' } },
  rendering: { id: '1234567893', last_name: 'DOE' },
};

test('patches only the fields that differ', () => {
  const set = {
    billing_taxonomy: '207Q00000X',
    payer_id: 'NEW',
    payer_name: 'NEW PAYER',
    rendering_npi: '1881068062',
  };
  expect(rulePatch(set, { claim })).toEqual({
    patch: { subscriber: { payer: { id: 'NEW', last_name: 'NEW PAYER' } }, rendering: { id: '1881068062' } },
    changes: [
      { path: '/subscriber/payer/id', before: 'OLD', after: 'NEW' },
      { path: '/subscriber/payer/last_name', before: 'OLD PAYER', after: 'NEW PAYER' },
      { path: '/rendering/id', before: '1234567893', after: '1881068062' },
    ],
  });
});

test('adds a field that the claim does not have, but no rendering provider', () => {
  expect(rulePatch({ place_of_service: '22' }, { claim }).changes).toEqual([
    { path: '/place_of_service', before: null, after: '22' },
  ]);
  const { rendering: _, ...without } = claim;
  expect(() => rulePatch({ rendering_npi: '1881068062' }, { claim: without })).toThrow(
    'no rendering provider',
  );
});

const now = new Date('2026-03-01T00:00:00Z');
const run = newBulkRun({ id: 'r', operation: { kind: 'unhold' }, named: 3, actor: 'a', now });

test('counts results by reason, and ends with the last claim', () => {
  const skipped = { claim_id: 'b', outcome: 'skipped', reason: 'wrong_lane', at: '' } as const;
  const first = runAfter(run, [{ claim_id: 'a', outcome: 'done', at: '' }, skipped], now);
  expect(first).toMatchObject({ state: 'running', position: 2, done: 1, skipped: 1, finished_at: null });
  const last = runAfter(first, [{ ...skipped, claim_id: 'c' }], now);
  expect(last).toMatchObject({
    state: 'done',
    skipped_by_reason: { wrong_lane: 2 },
    finished_at: now.toISOString(),
  });
});

test('selects up to the maximum, and reports that a filter matches more', () => {
  const selecting = newBulkRun({
    id: 'r',
    operation: { kind: 'unhold' },
    filter: { lane: 'held' },
    named: 0,
    actor: 'a',
    now,
  });
  const next = runAfterSelection(selecting, { ids: ['a'], cursor: 'c' }, { now, max: 2 });
  expect(next).toMatchObject({ state: 'selecting', cursor: 'c', selected: 1 });
  expect(runAfterSelection(next, { ids: ['b'], cursor: 'd' }, { now, max: 2 })).toMatchObject({
    state: 'running',
    selected: 2,
    is_truncated: true,
  });
  expect(runAfterSelection(selecting, { ids: [], cursor: null }, { now, max: 2 })).toMatchObject({
    state: 'done',
  });
});
