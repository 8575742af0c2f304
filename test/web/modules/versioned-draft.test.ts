import { describe, expect, test } from '@jest/globals';
import { mergedDraft } from '#web/data/versioned-draft.ts';

const base = { name: 'Eggs', price: 4, tags: ['farm'] };

describe('input that moves to another version', () => {
  test('stays where this person has changed it, and follows the version elsewhere', () => {
    expect(mergedDraft({ ...base, name: 'Duck eggs' }, base, { ...base, price: 5, tags: [] })).toEqual({
      draft: { name: 'Duck eggs', price: 5, tags: [] },
      others: [],
    });
  });

  test('lists the members that both persons have changed', () => {
    expect(mergedDraft({ ...base, price: 6, name: 'Duck eggs' }, base, { ...base, price: 5 })).toEqual({
      draft: { ...base, price: 6, name: 'Duck eggs' },
      others: [{ name: 'price', value: 5 }],
    });
  });

  test('is no conflict where both persons have made the same change', () => {
    const changed = { ...base, tags: ['farm', 'eggs'] };
    expect(mergedDraft({ ...changed }, base, { ...changed, tags: [...changed.tags] }).others).toEqual([]);
  });
});
