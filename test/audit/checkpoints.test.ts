import { describe, expect, test } from '@jest/globals';
import { checkpointVerifier } from '#audit/checkpoint.ts';
import { takeCheckpoint } from '#audit/take-checkpoint.ts';
import { verifyNow } from '#audit/verify-now.ts';
import { newMemoryChain } from './memory-chain.ts';

const now = new Date('2026-11-20T10:00:00Z');

describe('taking a checkpoint', () => {
  test('signs where the chain stands, and not twice', async () => {
    const chain = newMemoryChain(20);
    const first = await takeCheckpoint(chain, { now });
    expect(first).toMatchObject({
      kind: 'signed',
      behind: false,
      checkpoint: { sequence: 20, hash: chain.entries[19]?.hash, time: now.toISOString() },
    });
    expect(chain.checkpoints.map(checkpointVerifier('main', chain.pem))).toEqual([true]);
    expect(await takeCheckpoint(chain, { now })).toMatchObject({ kind: 'current' });
    chain.grow(5);
    expect(await takeCheckpoint(chain, { now })).toMatchObject({
      kind: 'signed',
      checkpoint: { sequence: 25 },
    });
    expect(chain.checkpoints).toHaveLength(2);
  });

  test('of an empty chain signs nothing', async () => {
    expect(await takeCheckpoint(newMemoryChain(0), { now })).toEqual({ kind: 'empty' });
  });

  test('verifies what was appended since, and does not sign damage', async () => {
    const chain = newMemoryChain(20);
    await takeCheckpoint(chain, { now });
    chain.grow(10);
    const entry = chain.entries[24];
    if (entry) chain.entries[24] = { ...entry, actor: 'nobody' };
    expect(await takeCheckpoint(chain, { now })).toMatchObject({
      kind: 'damaged',
      verification: { first_bad_id: 25, reason: 'altered_field' },
    });
    expect(chain.checkpoints).toHaveLength(1);
  });

  test('does not sign a chain that was rewritten or cut under its newest checkpoint', async () => {
    const chain = newMemoryChain(20);
    await takeCheckpoint(chain, { now });
    const [rewritten, cut] = [newMemoryChain(0), newMemoryChain(0)];
    rewritten.grow(20);
    const forged = { ...chain, source: rewritten.source };
    const last = rewritten.entries[19];
    if (last) rewritten.entries[19] = { ...last, entity_id: 'claim-2' };
    expect(await takeCheckpoint(forged, { now })).toMatchObject({ kind: 'damaged' });
    cut.entries.push(...chain.entries.slice(0, 15));
    expect(await takeCheckpoint({ ...chain, source: cut.source }, { now })).toMatchObject({
      kind: 'damaged',
      verification: { first_bad_id: 16, reason: 'truncated_end' },
    });
  });

  test('that nobody signed does not hide where a chain was cut', async () => {
    const chain = newMemoryChain(20);
    await takeCheckpoint(chain, { now });
    const [signed] = chain.checkpoints;
    if (signed) chain.checkpoints.push({ ...signed, sequence: 500 });
    chain.entries.splice(15);
    expect(await verifyNow(chain, {})).toMatchObject({ first_bad_id: 16, reason: 'truncated_end' });
    chain.checkpoints.shift();
    expect(await verifyNow(chain, {})).toMatchObject({ first_bad_id: 500, reason: 'checkpoint_disagrees' });
  });

  test('of a chain too long for one run signs as far as it came, and the next run goes on', async () => {
    const chain = newMemoryChain(45_000);
    const outOfTime = () => true;
    expect(await takeCheckpoint(chain, { now, outOfTime })).toMatchObject({
      kind: 'signed',
      behind: true,
      checkpoint: { sequence: 5000, hash: chain.entries[4999]?.hash },
    });
    for (let runs = 0; runs < 10; runs++) await takeCheckpoint(chain, { now, outOfTime });
    expect(chain.checkpoints.at(-1)).toMatchObject({ sequence: 45_000 });
    expect(await verifyNow(chain, {})).toMatchObject({ ok: true, checked: 45_000 });
  });
});

describe('verifying now', () => {
  test('walks a short chain whole, a long one from its newest checkpoint, and any part that is asked for', async () => {
    const chain = newMemoryChain(50_000);
    await takeCheckpoint(chain, { now });
    expect(await verifyNow(chain, {})).toMatchObject({ from: 1, to: 50_000 });
    chain.grow(10);
    expect(await verifyNow(chain, {})).toMatchObject({
      from: 50_000,
      to: 50_010,
      checked: 11,
      checkpoints: 1,
    });
    expect(await verifyNow(chain, { from: 5, to: 10 })).toMatchObject({ from: 5, to: 10, checked: 6 });
  });

  test('of a long chain finds what was cut off behind the checkpoint', async () => {
    const chain = newMemoryChain(50_010);
    await takeCheckpoint(chain, { now });
    chain.entries.splice(50_005);
    expect(await verifyNow(chain, {})).toMatchObject({
      ok: false,
      first_bad_id: 50_006,
      reason: 'truncated_end',
    });
  });

  test('of a long chain without a checkpoint goes as far as its time allows', async () => {
    const chain = newMemoryChain(50_010);
    let asked = 0;
    const verification = await verifyNow(chain, { outOfTime: () => asked++ > 4 });
    expect(verification).toMatchObject({ ok: true, from: 1, complete: false });
    expect(verification.to).toBeGreaterThan(0);
    expect(verification.to).toBeLessThan(50_010);
  });
});
