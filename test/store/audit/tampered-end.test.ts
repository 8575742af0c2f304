import { describe, expect, test } from '@jest/globals';
import { emptyHead } from '#audit/entries/chain.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { headKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import {
  before,
  entryAt,
  erase,
  type Item,
  idAt,
  itemAt,
  lastSigned,
  length,
  put,
  rehashed,
  remove,
  table,
  verify,
} from './tampered-chain.ts';

describe('the end of the chain', () => {
  const headAt = async (id: number): Promise<Item> => {
    const { hash, created_at } = await entryAt(id);
    return { sequence: id, hash, created_at };
  };

  test('cut off', async () => {
    for (let id = length - 9; id <= length; id++) await remove(id);
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: length - 9, reason: 'truncated_end' });
  });

  test('cut off after the last checkpoint, with the head moved back', async () => {
    const moved = await headAt(lastSigned - 1);
    for (let id = lastSigned; id <= length; id++) await remove(id);
    await put('HEAD', (item) => ({ ...item, ...moved }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: lastSigned, reason: 'truncated_end' });
  });

  test.each([
    ['back', idAt(0.9), idAt(0.9) + 1],
    ['back by one', length - 1, length],
    ['to nothing', 0, 1],
  ])('head moved %s', async (_, sequence, first_bad_id) => {
    const moved = sequence === 0 ? { ...emptyHead } : await headAt(sequence);
    await put('HEAD', (item) => ({ ...item, ...moved }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id, reason: 'head_disagrees' });
  });

  test('head moved forward', async () => {
    await put('HEAD', (item) => ({ ...item, sequence: length + 5 }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: length + 1, reason: 'head_disagrees' });
  });

  test.each<[string, Item]>([
    ['hash', { hash: 'c'.repeat(64) }],
    ['time', { created_at: '2020-01-01T00:00:00.000Z' }],
  ])('%s of the head altered', async (_, change) => {
    await put('HEAD', (item) => ({ ...item, ...change }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: length, reason: 'head_disagrees' });
  });

  test('head unreadable', async () => {
    await put('HEAD', () => ({ sequence: 'many' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 1, reason: 'head_disagrees' });
  });

  test('head deleted', async () => {
    before.set('HEAD', { key: headKey('main'), item: await itemAt('HEAD') });
    await erase(headKey('main'));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 1, reason: 'head_disagrees' });
  });

  test('an entry inserted after the head', async () => {
    const { hash, ...last } = await entryAt(length);
    const next = { ...last, id: length + 1, prev_hash: hash };
    await put(length + 1, () => rehashed(next));
    expect(await verify()).toMatchObject({ first_bad_id: length + 1, reason: 'head_disagrees' });
    await put(length + 1, () => rehashed({ ...next, prev_hash: 'd'.repeat(64) }));
    expect(await verify()).toMatchObject({ first_bad_id: length + 1, reason: 'unexpected_entry' });
  });

  test('a row that is not an entry after the head', async () => {
    await put(['zzz', length], () => ({ forged: true }));
    expect(await verify()).toMatchObject({ first_bad_id: length + 1, reason: 'unexpected_entry' });
  });

  test('a row before the first entry', async () => {
    await put(['!', 1], () => ({ forged: true }));
    expect(await verify()).toMatchObject({ first_bad_id: 1, reason: 'unexpected_entry' });
  });
});

describe('ranges', () => {
  test('a part of the chain is verified by itself, linked to the entry before it', async () => {
    const part = { from: idAt(0.3), to: idAt(0.8) };
    await put(part.from - 1, (item) => ({ ...item, actor: 'nobody' }));
    await put(part.to + 1, (item) => ({ ...item, actor: 'nobody' }));
    expect(await verify(part)).toMatchObject({ ok: true, ...part, checked: idAt(0.5) + 1, checkpoints: 2 });
    await put(part.from - 1, (item) => ({ ...item, hash: 'f'.repeat(64) }));
    expect(await verify(part)).toMatchObject({ ok: false, first_bad_id: part.from, reason: 'broken_link' });
  });

  test('reports the earliest fault, in any order of segments', async () => {
    const first = idAt(0.3);
    for (const id of [idAt(0.9), idAt(0.7), first, first + 1])
      await put(id, (item) => ({ ...item, actor: 'nobody' }));
    for (const segmentSize of [idAt(0.01), idAt(0.1), first - 1, first, 2 * length]) {
      expect(await verify({ segmentSize, parallel: 8 })).toMatchObject({
        first_bad_id: first,
        checked: first - 1,
      });
    }
  });

  test('returns its progress when the time is over', async () => {
    let asked = 0;
    const to = idAt(0.3);
    const result = await verify({ segmentSize: idAt(0.1), parallel: 1, outOfTime: () => asked++ >= 2 });
    expect(result).toMatchObject({ ok: true, complete: false, from: 1, to, checked: to });
    expect(result.last).toMatchObject({ sequence: to, hash: (await entryAt(to)).hash });
    expect(await verify({ from: to + 1 })).toMatchObject({ ok: true, complete: true, checked: length - to });
  });

  test('a range that begins beyond the head still finds the end cut off', async () => {
    expect(await verify({ from: 2 * length })).toMatchObject({ ok: true, checked: 0 });
    const signed = new Map([[2 * length, 'a'.repeat(64)]]);
    expect(await verify({ from: 2 * length, witness: signed })).toMatchObject({
      ok: false,
      first_bad_id: length + 1,
      reason: 'truncated_end',
    });
  });

  test('an empty chain is valid', async () => {
    const empty = verifyChain(chainSource(table, 'another'), { witness: new Map() });
    expect(await empty).toMatchObject({ ok: true, complete: true, checked: 0, head: emptyHead });
  });
});
