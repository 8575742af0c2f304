import { describe, expect, test } from '@jest/globals';
import { differences, mergePatch, patched } from '#web/claims/edit/merge-patch.ts';

const before = {
  total_charge: 125,
  subscriber: { last_name: 'ROWAN', address: { city: 'DENVER' } },
  diagnoses: [{ code: 'J069' }],
  lines: [{ charge: 100 }, { charge: 25 }],
};

describe('the merge patch of an edit', () => {
  test.each([
    ['a value', { ...before, total_charge: 100 }, { total_charge: 100 }],
    [
      'a value within',
      { ...before, subscriber: { ...before.subscriber, last_name: 'OAK' } },
      { subscriber: { last_name: 'OAK' } },
    ],
    [
      'a removed object',
      { ...before, subscriber: { last_name: 'ROWAN' } },
      { subscriber: { address: null } },
    ],
    ['a list as a whole', { ...before, lines: [{ charge: 100 }] }, { lines: [{ charge: 100 }] }],
    ['nothing', { ...before }, {}],
  ])('has %s', (_, after, patch) => {
    expect(mergePatch(before, after)).toEqual(patch);
    expect(patched(before, patch)).toEqual(after);
  });

  test('names each value that differs', () => {
    const after = { ...before, lines: [{ charge: 125 }], diagnoses: [{ code: 'J069' }, { code: 'E119' }] };
    expect(differences(before, after).map(({ path }) => path)).toEqual([
      '/diagnoses/1',
      '/lines/0/charge',
      '/lines/1',
    ]);
  });
});
