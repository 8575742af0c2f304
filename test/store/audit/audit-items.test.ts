import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type EntryDraft, emptyHead, linkEntries, prepareDraft } from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { blockOf, blockPartition, blockSize, entryKey, firstIdOf, idOfKey } from '#store/audit/audit-keys.ts';
import { runEndOf, runMarks } from '#store/audit/audit-runs-index.ts';
import { packFollowing, packsOf, unpackFollowing } from '#store/audit/entry-packs.ts';
import { exportFile } from '#store/audit/export-file.ts';
import { openTable } from '#store/dynamodb/table.ts';
import { openBucket } from '#store/s3/bucket.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';

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

describe('export file', () => {
  let stores: LocalStores;
  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  test('an export is one object, with the announced checksum of its parts', async () => {
    Object.assign(process.env, stores.environment);
    const bucket = openBucket(stores.bucket.name);
    const file = exportFile(bucket);
    const upload = await file.begin('run-1');
    const first = 'a'.repeat(5 * 1024 * 1024);
    await file.put('run-1', upload, 2, 'z\n');
    await file.put('run-1', upload, 1, first);
    await file.finish('run-1', upload);

    const key = 'audit-exports/run-1.ndjson';
    expect(await stores.read(key)).toBe(`${first}z\n`);
    const head = new HeadObjectCommand({ Bucket: bucket.name, Key: key, ChecksumMode: 'ENABLED' });
    expect((await bucket.client.send(head)).ChecksumCRC32).toMatch(/^[\w+/]{6}==-2$/);
    // An earlier attempt may already have finished the upload.
    await file.finish('run-1', upload);
  });
});
