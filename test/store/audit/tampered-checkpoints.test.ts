import { describe, expect, test } from '@jest/globals';
import {
  type Checkpoint,
  checkpointVerifier,
  signCheckpoint,
  signedHashesOf,
} from '#audit/checkpoints/checkpoint.ts';
import { emptyHead } from '#audit/entries/chain.ts';
import { type AuditEntry, entryHash } from '#audit/entries/entry.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { newSigningKey } from '../../audit/memory-chain.ts';
import {
  before,
  checkpoints,
  entryAt,
  firstSigned,
  head,
  type Item,
  itemAt,
  key,
  keyOf,
  lastSigned,
  length,
  put,
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
