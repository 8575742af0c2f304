import { NumberValue } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { entrySortKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { openTable } from '#store/dynamodb/table.ts';
import {
  before,
  entryAt,
  head,
  type Item,
  idAt,
  itemAt,
  keyOf,
  length,
  middle,
  places,
  put,
  rehashed,
  remove,
  table,
  verify,
  verifyAround,
  write,
} from './tampered-chain.ts';

/** Attributes of a run of the chain. */
const runTo = (last: number): Item => ({
  run_end: entrySortKey(last),
  run_actor: 'test',
  run_event_type: 'claim.rejected',
  run_entity_type: 'claim',
});

describe('each field of an entry', () => {
  test.each<[string, Item]>([
    ['event_type', { event_type: 'claim.accepted' }],
    ['entity_type', { entity_type: 'file' }],
    ['entity_id', { entity_id: 'claim-x' }],
    ['actor', { actor: 'nobody' }],
    ['payload_json', { payload_json: '{"n":-1}' }],
    ['created_at', { created_at: '2020-01-01T00:00:00.000Z' }],
    ['prev_hash', { prev_hash: 'a'.repeat(64) }],
    ['id', { id: 77 }],
    ['a type', { payload_json: 1 }],
    ['the border of two fields', { entity_type: 'claim\u001fclaim-42', entity_id: 'x' }],
  ])('%s altered', async (_, change) => {
    await put(middle, (item) => ({ ...item, ...change }));
    expect(await verifyAround(middle)).toMatchObject({
      ok: false,
      first_bad_id: middle,
      reason: 'altered_field',
    });
  });

  test.each<[string, Item]>([
    ['a text', { note: 'forged' }],
    ['an unknown mark of a transaction', { transaction: 'forged' }],
  ])('an attribute added: %s', async (_, more) => {
    await put(middle, (item) => ({ ...item, ...more }));
    expect(await verifyAround(middle)).toMatchObject({
      ok: false,
      first_bad_id: middle,
      reason: 'unknown_attribute',
      checked: 100,
    });
  });

  test.each<[string, number, Item]>([
    ['the end of a run', 1, { run_end: entrySortKey(7) }],
    ['the end of a run to before its entry', 1, { run_end: entrySortKey(0) }],
    ['the author of a run', 1, { run_actor: 'nobody' }],
    ['a run that begins inside another', 5, runTo(9)],
  ])('attributes of the indexes: %s', async (_, id, change) => {
    await put(id, (item) => ({ ...item, ...change }));
    const { first_bad_id, reason, ok } = await verify();
    expect({ ok, reason }).toEqual({ ok: false, reason: 'unknown_attribute' });
    expect(first_bad_id).toBe(
      'run_end' in change && id === 1 && change['run_end'] === entrySortKey(7) ? 8 : id,
    );
  });

  test.each([
    ['the first run', 1],
    ['a run in the middle', 199],
  ])('attributes of the indexes removed from %s', async (_, id) => {
    await put(id, ({ run_end, run_actor, run_event_type, run_entity_type, ...item }) => item);
    for (const segmentSize of [idAt(0.5), 150, 20, 3]) {
      expect(await verify({ segmentSize })).toMatchObject({
        ok: false,
        first_bad_id: id,
        reason: 'unknown_attribute',
      });
    }
  });

  test('a number that the SDK cannot read', async () => {
    const item = await itemAt(middle);
    before.set(`${middle}`, { key: keyOf(middle), item });
    await write({ ...item, note: NumberValue.from('12345678901234567890.5') });
    const rounding = chainSource(openTable(table.name, { roundsNumbers: true }), 'main');
    const around = { from: middle - 1, to: middle + 1, witness: new Map() };
    expect(await verifyChain(rounding, around)).toMatchObject({
      first_bad_id: middle,
      reason: 'unknown_attribute',
    });
  });

  test('a field removed', async () => {
    await put(middle, ({ actor, ...item }) => item);
    expect(await verifyAround(middle)).toMatchObject({
      ok: false,
      first_bad_id: middle,
      reason: 'altered_field',
    });
  });
});

describe.each(places)('the %s entry', (_, id) => {
  const isLast = id === length;

  test('a field altered', async () => {
    await put(id, (item) => ({ ...item, actor: 'nobody' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: id, reason: 'altered_field' });
  });

  test('hash altered', async () => {
    await put(id, (item) => ({ ...item, hash: 'b'.repeat(64) }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: id, reason: 'altered_hash' });
  });

  test('altered and hashed again', async () => {
    const { hash, ...entry } = await entryAt(id);
    await put(id, (item) => ({ ...item, ...rehashed({ ...entry, entity_id: 'nobody' }) }));
    expect(await verify()).toMatchObject(
      isLast
        ? { ok: false, first_bad_id: id, reason: 'head_disagrees' }
        : { ok: false, first_bad_id: id + 1, reason: 'broken_link' },
    );
  });

  test('deleted', async () => {
    await remove(id);
    expect(await verify()).toMatchObject({
      ok: false,
      first_bad_id: id,
      reason: isLast ? 'truncated_end' : 'missing_entry',
      checked: id - 1,
    });
  });

  test('swapped with another', async () => {
    const other = id === middle ? middle + 1 : middle;
    const [one, two] = [await entryAt(id), await entryAt(other)];
    await put(id, (item) => ({ ...item, ...two }));
    await put(other, (item) => ({ ...item, ...one }));
    const first = Math.min(id, other);
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: first, reason: 'unexpected_entry' });
  });

  test('a row inserted before it', async () => {
    await put([`${entrySortKey(id - 1)}x`, id], () => ({ ...({ ...head } as Item), forged: true }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: id, reason: 'unexpected_entry' });
  });
});

test('an inserted entry, with the following entries moved by one', async () => {
  const from = length - 10;
  const moved = await Promise.all(Array.from({ length: length - from + 1 }, (_, n) => entryAt(from + n)));
  const { hash: prev_hash } = await entryAt(from - 1);
  const [first] = moved;
  if (!first) throw new Error('No entry');
  await put(from, (item) => ({ ...item, ...rehashed({ ...first, entity_id: 'nobody', prev_hash }) }));
  for (const entry of moved) await put(entry.id + 1, (item) => ({ ...item, ...entry, id: entry.id + 1 }));
  await put('HEAD', (item) => ({ ...item, sequence: length + 1 }));
  expect(await verify()).toMatchObject({ ok: false, first_bad_id: from + 1, reason: 'altered_field' });
});

test('an entry with an earlier created_at than the previous entry, with valid hashes', async () => {
  // The second entry begins a segment, so the row before it gives the time.
  for (const id of [length, idAt(0.5) + 1]) {
    const { hash, ...entry } = await entryAt(id);
    const forged = rehashed({ ...entry, created_at: '2020-01-01T00:00:00.000Z' });
    await put(id, (item) => ({ ...item, ...forged }));
    expect(await verify({ to: id, witness: new Map() })).toMatchObject({
      ok: false,
      first_bad_id: id,
      reason: 'time_goes_back',
    });
  }
});
