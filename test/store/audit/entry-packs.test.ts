import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type EntryDraft, emptyHead, linkEntries, prepareDraft } from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { blockOf, blockSize } from '#store/audit/audit-keys.ts';
import { packFollowing, packsOf, unpackFollowing } from '#store/audit/entry-packs.ts';
import { openTable } from '#store/dynamodb/table.ts';

const anyDraft: fc.Arbitrary<EntryDraft> = fc.record({
  event_type: fc.constantFrom('claim.paid', 'claim.denied'),
  entity_type: fc.constantFrom('claim', 'file'),
  entity_id: fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter((id) => !id.includes('\u001f')),
  actor: fc.constantFrom('key:1', 'system:inbox'),
  payload: fc.oneof(
    fc.constant({}),
    fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 60 }) }),
    fc.record({ n: fc.integer(), text: fc.constant('x'.repeat(9_000)) }),
  ),
});

/** Entries of one transaction, after a chain of any length. */
const anyEntries = fc
  .tuple(fc.nat({ max: 2 ** 40 }), fc.array(anyDraft, { minLength: 1, maxLength: 300 }))
  .map(([sequence, drafts]) =>
    linkEntries(drafts.map(prepareDraft), { ...emptyHead, sequence }, new Date('2026-11-26T00:00:00Z')),
  );

const table = openTable('unused');
const store = chainStore(table, table, 'main');

const isEven = ({ payload_json }: { readonly payload_json: string }) => payload_json.length % 2 === 0;

describe('packs of audit entries', () => {
  test('have every entry once, in order, and share one run and one block', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const packs = packsOf(entries, isEven);
        expect(packs.flat()).toEqual(entries);
        for (const [first, ...following] of packs) {
          expect(following.every(isEven)).toBe(true);
          for (const one of following) {
            expect([one.actor, one.event_type, one.entity_type]).toEqual([
              first.actor,
              first.event_type,
              first.entity_type,
            ]);
            expect(blockOf(one.id)).toBe(blockOf(first.id));
          }
        }
      }),
    );
  });

  test('are read as they were written', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        for (const [first, ...following] of packsOf(entries, () => true)) {
          if (following.length === 0) continue;
          expect(unpackFollowing(first, packFollowing(following))).toEqual(following);
        }
      }),
    );
  });

  test('are at most as many as the drafts say, wherever blocks end', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const listed = new Set(entries.filter(isEven).map(({ entity_id }) => entity_id));
        const actions = [...listed].map((entity) => ({ Put: { Item: {} }, listsEntriesOf: entity }));
        const drafts = entries.map(({ id, ...draft }) => draft);
        const packs = packsOf(entries, ({ entity_id }) => listed.has(entity_id));
        expect(packs.length).toBeLessThanOrEqual(store.itemsOfEntries(drafts, actions));
      }),
    );
  });

  const [first, ...following] = linkEntries(
    Array.from({ length: 5 }, (_, n) =>
      prepareDraft({
        ...{ event_type: 'claim.paid', entity_type: 'claim', entity_id: `c${n}`, actor: 'test' },
        payload: { n },
      }),
    ),
    emptyHead,
    new Date(0),
  ) as [AuditEntry, ...AuditEntry[]];
  const packed = Buffer.from(packFollowing(following));

  test.each<[string, unknown]>([
    ['text', 'c1\u001f{}\u001fhash'],
    ['no bytes', new Uint8Array()],
    ['other bytes', Buffer.from('not deflated')],
    ['a part of the bytes', packed.subarray(0, -3)],
    ['more bytes behind them', Buffer.concat([packed, Buffer.from('note')])],
  ])('%s: no entries', (_, bytes) => {
    expect(unpackFollowing(first, bytes)).toBeUndefined();
  });

  test('entries beyond the block of the first one: no entries', () => {
    const last = { ...first, id: blockSize - 2 };
    expect(unpackFollowing({ ...last, id: blockSize - 5 }, packed)).toHaveLength(4);
    expect(unpackFollowing(last, packed)).toBeUndefined();
  });
});
