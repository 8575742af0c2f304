import { describe, expect, test } from '@jest/globals';
import {
  type Checkpoint,
  checkpointVerifier,
  signCheckpoint,
  signedHashesOf,
} from '#audit/checkpoints/checkpoint.ts';
import { emptyHead } from '#audit/entries/chain.ts';
import { type AuditEntry, entryHash } from '#audit/entries/entry.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { headKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { newSigningKey } from '../../audit/memory-chain.ts';
import {
  before,
  checkpoints,
  entryAt,
  erase,
  firstSigned,
  head,
  type Item,
  idAt,
  itemAt,
  key,
  keyOf,
  lastSigned,
  length,
  put,
  rehashed,
  remove,
  secondSigned,
  table,
  verify,
  writeAll,
} from './tampered-chain.ts';

describe('checkpoints', () => {
  test.each([
    [1, firstSigned],
    [firstSigned + 1, secondSigned],
    [lastSigned, lastSigned],
  ])(
    'the chain rewritten from entry %i on, with valid hashes, is found at checkpoint %i',
    async (from, found) => {
      let { hash: prev_hash } = from === 1 ? emptyHead : await entryAt(from - 1);
      const chain = chainSource(table, 'main');
      const rewrites: Item[] = [];
      let last: AuditEntry | undefined;
      for await (const page of chain.rows(from, length)) {
        for (const { entry } of page) {
          if (!entry || entry.id < from) continue;
          const key = keyOf(entry.id);
          const item = await itemAt(entry.id);
          before.set(`${entry.id}`, { key, item });
          const entity_id = entry.id === from ? 'nobody' : entry.entity_id;
          const rewritten = { ...entry, entity_id, prev_hash };
          last = { ...rewritten, hash: entryHash(rewritten) };
          prev_hash = last.hash;
          rewrites.push({ ...item, ...last });
        }
      }
      await writeAll(rewrites);
      await put('HEAD', (item) => ({ ...item, hash: last?.hash, created_at: last?.created_at }));
      // Only the checkpoints detect this damage.
      expect(await verify({ witness: new Map() })).toMatchObject({ ok: true, checked: length });
      expect(await verify()).toMatchObject({
        ok: false,
        first_bad_id: found,
        reason: 'checkpoint_disagrees',
        checked: found - 1,
      });
    },
  );

  const verifyWith = (signed: Checkpoint[]) =>
    verify({ witness: signedHashesOf(signed, checkpointVerifier('main', key.pem)) });
  const checkpointAt = (index: number): Checkpoint => {
    const found = checkpoints[index];
    if (!found) throw new Error('No checkpoint');
    return found;
  };

  test.each<[string, (signed: Checkpoint) => Partial<Checkpoint>]>([
    ['hash', () => ({ hash: 'e'.repeat(64) })],
    ['time', () => ({ time: '2020-01-01T00:00:00.000Z' })],
    ['chain', () => ({ chain: 'other' })],
    ['key', () => ({ key_id: 'f'.repeat(64) })],
    ['signature', () => ({ signature: checkpointAt(0).signature })],
  ])('one with another %s has no valid signature', async (_, change) => {
    const signed = checkpointAt(1);
    const result = await verifyWith([checkpointAt(0), { ...signed, ...change(signed) }, checkpointAt(2)]);
    expect(result).toMatchObject({ ok: false, first_bad_id: secondSigned, reason: 'checkpoint_disagrees' });
    expect(result.detail).toContain('signature');
  });

  test('a checkpoint with the id of another entry has no valid signature', async () => {
    const sequence = secondSigned + 1;
    const result = await verifyWith([{ ...checkpointAt(1), sequence }]);
    expect(result).toMatchObject({ ok: false, first_bad_id: sequence, reason: 'checkpoint_disagrees' });
  });

  test('a checkpoint of another key is invalid, even beyond the end', async () => {
    const sequence = 2 * length;
    const forged = await signCheckpoint(newSigningKey(), 'main', { ...head, sequence }, new Date());
    expect(await verifyWith([forged])).toMatchObject({
      first_bad_id: sequence,
      reason: 'checkpoint_disagrees',
    });
  });

  test('two contradictory checkpoints are invalid', async () => {
    const other = await signCheckpoint(key, 'main', { ...head, sequence: firstSigned }, new Date());
    for (const signed of [
      [checkpointAt(0), other],
      [other, checkpointAt(0)],
    ]) {
      expect(await verifyWith(signed)).toMatchObject({
        first_bad_id: firstSigned,
        reason: 'checkpoint_disagrees',
      });
    }
  });
});

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
