import { beforeEach, describe, expect, test } from '@jest/globals';
import { changeEntry, entryOf, forgetEntries, refreshEntries, refreshEntry } from '#web/data/entries.ts';
import { mergedDraft } from '#web/data/versioned-draft.ts';
import { setOwner } from '#web/offline/owner.ts';

describe('entries', () => {
  const farmOf = (personId: string, brandId: string) => setOwner({ personId, brandId });

  beforeEach(() => {
    forgetEntries();
    farmOf('ana', 'meadow');
  });

  test('are shared by their key', () => {
    const read = async () => 1;
    expect(entryOf('orders', read, false)).toBe(entryOf('orders', read, false));
    expect(entryOf('orders?status=ready', read, false)).not.toBe(entryOf('orders', read, false));
  });

  test('share the read that is in progress', async () => {
    let reads = 0;
    const entry = entryOf('orders', async () => ++reads, false);
    await Promise.all([refreshEntry(entry), refreshEntry(entry), refreshEntry(entry)]);
    expect(reads).toBe(1);
    await refreshEntry(entry);
    expect(entry.state.value.data).toBe(2);
  });

  test('in use are read again when they were changed during a read', async () => {
    const replies = ['as before the change', 'as after the change'];
    const entry = entryOf('orders', async () => replies.shift(), false);
    entry.users = 1;
    const reading = refreshEntry(entry);
    changeEntry(entry, 'changed here');
    await reading;
    expect(entry.state.value.data).toBe('as after the change');
  });

  test('keep their data when a read fails, and show the failure', async () => {
    const fault = new Error('no signal');
    const entry = entryOf('orders', async () => Promise.reject(fault), false);
    changeEntry(entry, ['plums']);
    await refreshEntry(entry);
    expect(entry.state.value).toMatchObject({ data: ['plums'], error: fault, isReading: false });
  });

  test('lose the failure with the next success', async () => {
    let isBroken = true;
    const entry = entryOf(
      'orders',
      async () => (isBroken ? Promise.reject(new Error('broken')) : 'read'),
      false,
    );
    await refreshEntry(entry);
    isBroken = false;
    await refreshEntry(entry);
    expect(entry.state.value).toMatchObject({ data: 'read', error: undefined });
  });

  test('of another person or brand are not shown', () => {
    const read = async () => 'orders';
    changeEntry(entryOf('orders', read, false), 'orders of Meadow Farm');
    farmOf('ana', 'orchard');
    expect(entryOf('orders', read, false).state.value.data).toBeUndefined();
    farmOf('ben', 'meadow');
    expect(entryOf('orders', read, false).state.value.data).toBeUndefined();
    farmOf('ana', 'meadow');
    expect(entryOf('orders', read, false).state.value.data).toBe('orders of Meadow Farm');
  });

  test('that are in use are refreshed by prefix, and the others forgotten', async () => {
    const reads: string[] = [];
    const entryThatNotes = (key: string) => entryOf(key, async () => reads.push(key), false);
    const used = entryThatNotes('orders?status=ready');
    used.users = 1;
    const other = entryThatNotes('products');
    other.users = 1;
    const unused = entryThatNotes('orders?status=pending');
    refreshEntries('orders');
    await used.reading;
    expect(reads).toEqual(['orders?status=ready']);
    expect(entryThatNotes('orders?status=pending')).not.toBe(unused);
  });
});

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
