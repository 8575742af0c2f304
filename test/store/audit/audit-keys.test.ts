import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { blockOf, blockPartition, blockSize, entryKey, firstIdOf, idOfKey } from '#store/audit/audit-keys.ts';
import { runEndOf, runMarks } from '#store/audit/audit-runs-index.ts';

const anyId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

describe('keys of entries', () => {
  test('name one entry, in the block that has its id', () => {
    fc.assert(
      fc.property(anyId, anyId, (id, other) => {
        expect(idOfKey('main', entryKey('main', id))).toBe(id);
        expect(idOfKey('other', entryKey('main', id))).toBeUndefined();
        const block = blockOf(id);
        expect(firstIdOf(block) <= id && id < firstIdOf(block + 1)).toBe(true);
        const misplaced = { pk: blockPartition('main', blockOf(other)), sk: entryKey('main', id).sk };
        expect(idOfKey('main', misplaced)).toBe(blockOf(other) === block ? id : undefined);
      }),
    );
  });

  test('sort like the ids of their block, and fill one partition after the other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (from) => {
        const keys = Array.from({ length: 3 * blockSize }, (_, n) => entryKey('main', from + n));
        expect(keys.map(({ sk }) => sk).toSorted()).toEqual(keys.map(({ sk }) => sk));
        const counts = [...Map.groupBy(keys, ({ pk }) => pk).values()].map(({ length }) => length);
        expect(Math.max(...counts)).toBe(blockSize);
        expect(counts.length).toBeLessThanOrEqual(4);
      }),
    );
  });

  test.each([['HEAD'], ['x'], ['0000000000000001x'], ['1'], [7]])('%s is no sort key of an entry', (sk) => {
    expect(idOfKey('main', { pk: blockPartition('main', 0), sk })).toBeUndefined();
  });
});

describe('runs', () => {
  const entry = (id: number, actor: string, event_type: string): AuditEntry => ({
    ...{ id, actor, event_type, entity_type: 'claim', entity_id: `c${id}` },
    ...{ payload_json: '{}', created_at: '2026-11-20T00:00:00.000Z', prev_hash: '', hash: '' },
  });
  const anyEntries = fc
    .tuple(anyId, fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('x', 'y')), { maxLength: 99 }))
    .map(([from, kinds]) =>
      kinds.map(([actor, event], n) => entry(Math.min(from, 2 ** 50) + n, actor, event)),
    );

  test('cover every entry once, and have its fields', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const found = runMarks(entries);
        const listed = entries.flatMap((first) => {
          const marks = found.get(first.id);
          if (marks === undefined) return [];
          const last = runEndOf(first, marks) ?? 0;
          return Array.from({ length: last - first.id + 1 }, (_, k) => [
            first.id + k,
            marks.run_actor,
            marks.run_event_type,
          ]);
        });
        expect(listed).toEqual(entries.map(({ id, actor, event_type }) => [id, actor, event_type]));
      }),
    );
  });
});
