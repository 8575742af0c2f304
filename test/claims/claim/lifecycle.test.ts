import { describe, expect, test } from '@jest/globals';
import {
  type ClaimLane,
  eventTypeOf,
  firstLane,
  laneAfter,
  lanes,
  type Trigger,
} from '#claims/claim/lifecycle.ts';

const all: readonly ClaimLane[] = [...lanes, 'closed', 'dismissed'];
const movedFrom = (trigger: Trigger) => all.filter((lane) => laneAfter(trigger, lane) !== undefined);
const unsent = ['draft', 'ready', 'held', 'dismissed'];

describe('A trigger moves claims of these lanes only', () => {
  test.each<[Trigger, ClaimLane, readonly string[]]>([
    ['submitted', 'submitted', ['ready']],
    ['acknowledged', 'accepted', ['submitted', 'review', 'overdue']],
    ['rejected', 'rejected', [...unsent, 'submitted', 'accepted', 'rejected', 'review', 'overdue']],
    [
      'accepted',
      'accepted',
      [...unsent, 'submitted', 'accepted', 'rejected', 'payer_rejected', 'review', 'overdue'],
    ],
    ['overdue', 'overdue', ['submitted', 'accepted', 'pending']],
    ['reversed', 'pending', ['paid', 'denied', 'underpaid', 'review']],
    ['released', 'ready', ['review']],
    ['cleared', 'ready', ['draft', 'review']],
    ['held', 'draft', ['ready', 'review']],
    ['heldForReview', 'review', ['draft', 'ready']],
    ['putOnHold', 'held', ['ready']],
    ['dismissed', 'dismissed', ['draft', 'held', 'review']],
    ['resent', 'ready', ['rejected']],
    ['replaced', 'closed', [...unsent, 'rejected', 'payer_rejected', 'review']],
  ])('%s', (trigger, to, from) => {
    expect(movedFrom(trigger).toSorted()).toEqual([...from].toSorted());
    expect(laneAfter(trigger, from[0] as ClaimLane)).toBe(to);
  });

  test.each(['payer_rejected', 'pended'] as const)('%s: no claim that was paid or denied', (trigger) => {
    expect(all.filter((lane) => !movedFrom(trigger).includes(lane))).toEqual([
      ...['paid', 'denied', 'underpaid', 'closed'],
    ]);
  });

  test.each(['paid', 'denied', 'underpaid', 'questioned'] as const)(
    '%s: every claim but a closed one',
    (trigger) => {
      expect(all.filter((lane) => !movedFrom(trigger).includes(lane))).toEqual(['closed']);
    },
  );
});

test('names the audit events of the specification', () => {
  expect((['rejected', 'payer_rejected', 'submitted'] as const).map(eventTypeOf)).toEqual([
    ...['claim.rejected', 'claim.payer_rejected', 'clearhouse.submitted'],
  ]);
});

test.each([
  [undefined, false, 'ready'],
  [undefined, true, 'review'],
  ['draft', true, 'draft'],
  ['review', false, 'review'],
] as const)('puts a new claim that is held in %s, duplicate %s, in %s', (heldIn, isDuplicate, lane) => {
  expect(firstLane({ heldIn, isDuplicate })).toBe(lane);
});
