import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkpointVerifier, signCheckpoint } from '#audit/checkpoints/checkpoint.ts';
import { partOfHour, takeCheckpoint, verifyInTurn } from '#audit/checkpoints/take-checkpoint.ts';
import { newVerification, verificationJson } from '#audit/runs/run-views.ts';
import { verifyAll, verifyNow } from '#audit/verification/verify-now.ts';
import { newMemoryChain } from '../memory-chain.ts';

const now = new Date('2026-11-20T10:00:00Z');

describe('taking a checkpoint', () => {
  test('signs the head of the chain only once', async () => {
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

  test('signs nothing for an empty chain', async () => {
    expect(await takeCheckpoint(newMemoryChain(0), { now })).toEqual({ kind: 'empty' });
  });

  test('verifies new entries and does not sign a damaged chain', async () => {
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

  test('detects a cut chain despite a checkpoint without a valid signature', async () => {
    const chain = newMemoryChain(20);
    await takeCheckpoint(chain, { now });
    const [signed] = chain.checkpoints;
    if (signed) chain.checkpoints.push({ ...signed, sequence: 500 });
    chain.entries.splice(15);
    expect(await verifyAll(chain, {})).toMatchObject({ first_bad_id: 16, reason: 'truncated_end' });
    chain.checkpoints.shift();
    expect(await verifyAll(chain, {})).toMatchObject({ first_bad_id: 500, reason: 'checkpoint_disagrees' });
  });

  test('signs the verified part of a long chain, and the next run continues', async () => {
    const chain = newMemoryChain(45_000);
    const outOfTime = () => true;
    expect(await takeCheckpoint(chain, { now, outOfTime })).toMatchObject({
      kind: 'signed',
      behind: true,
      checkpoint: { sequence: 5000, hash: chain.entries[4999]?.hash },
    });
    for (let runs = 0; runs < 10; runs++) await takeCheckpoint(chain, { now, outOfTime });
    expect(chain.checkpoints.at(-1)).toMatchObject({ sequence: 45_000 });
    expect(await verifyAll(chain, {})).toMatchObject({ ok: true, checked: 45_000 });
  });
});

describe('verification within one request', () => {
  const inTime = { outOfTime: () => false };
  const start = async () =>
    newVerification({ id: 'run', now, from: undefined, to: undefined, head: undefined });

  test('walks a long chain from its first entry, even with a recent checkpoint', async () => {
    const chain = newMemoryChain(60_000);
    const entry = chain.entries[99];
    if (entry) chain.entries[99] = { ...entry, actor: 'nobody' };
    // A scheduled checkpoint verifies only the entries since the previous checkpoint.
    const head = await chain.source.head();
    if (head) chain.checkpoints.push(await signCheckpoint(chain.signer, 'main', head, now));
    expect(await verifyNow(chain, inTime, start)).toEqual({
      verification: expect.objectContaining({
        ok: false,
        first_bad_id: 100,
        reason: 'altered_field',
        from: 1,
        checked: 99,
        complete: true,
      }),
    });
  });

  test('walks the requested range', async () => {
    const chain = newMemoryChain(50);
    const { verification, run } = await verifyNow(chain, { from: 5, to: 10, ...inTime }, start);
    expect(verification).toMatchObject({ ok: true, complete: true, from: 5, to: 10, checked: 6 });
    expect(run).toBeUndefined();
  });

  test('returns its progress and starts a run when the time is up', async () => {
    const chain = newMemoryChain(50_010);
    let asked = 0;
    const { verification, run } = await verifyNow(chain, { outOfTime: () => asked++ > 4 }, start);
    expect(verification.to).toBeGreaterThan(0);
    expect(verification.to).toBeLessThan(50_010);
    expect(verificationJson(verification)).toMatchObject({
      ok: false,
      first_bad_id: null,
      reason: 'incomplete',
      complete: false,
      from: 1,
      checked: verification.to,
    });
    expect(run).toMatchObject({ id: 'run', state: 'running' });
  });

  test('verifies no entries if reading the checkpoints takes all of its time', async () => {
    const chain = newMemoryChain(20);
    await takeCheckpoint(chain, { now });
    const { verification, run } = await verifyNow(chain, { outOfTime: () => true }, start);
    expect(verificationJson(verification)).toMatchObject({
      ok: false,
      reason: 'incomplete',
      checked: 0,
      to: 0,
    });
    expect(run).toMatchObject({ id: 'run' });
  });

  test.each([
    [0, 1, 'The log has no entries yet'],
    [20, 21, 'The last entry of the log is 20'],
  ])('of a chain of %i entries rejects %i as its first entry', async (length, from, message) => {
    const refused = verifyNow(newMemoryChain(length), { from, ...inTime }, start);
    const detail = { path: ['query', 'from'], message, code: 'beyond_head' };
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed', details: [detail] });
  });
});

describe('the part of a chain that has its turn in an hour', () => {
  const lengths = fc.integer({ min: 1, max: 300_000_000 });
  const isIn = (id: number, length: number, hour: number) => {
    const { from, to } = partOfHour(length, hour);
    return id >= from && id <= to;
  };

  test('reaches every entry within 128 hours, and within 256 of a chain that grows to its double', () => {
    fc.assert(
      fc.property(lengths, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(10_000), (length, at, hour) => {
        const id = Math.max(1, Math.ceil(at * length));
        const turns = Array.from({ length: 256 }, (_, n) => n);
        expect(turns.slice(0, 128).some((n) => isIn(id, length, hour + n))).toBe(true);
        const grown = (n: number) => Math.floor(length * (1 + n / 256));
        expect(turns.some((n) => isIn(id, grown(n), hour + n))).toBe(true);
      }),
    );
  });

  test('is the whole of a short chain, and never more than a 64th of a long one', () => {
    expect(partOfHour(16_000, 5)).toEqual({ from: 1, to: 16_000 });
    fc.assert(
      fc.property(lengths, fc.nat(10_000), (length, hour) => {
        const { from, to } = partOfHour(length, hour);
        expect(to - from + 1).toBeLessThanOrEqual(Math.max(16_384, length / 64));
      }),
    );
  });

  test('finds an old entry that was replaced, which a checkpoint does not', async () => {
    const chain = newMemoryChain(40_000);
    await takeCheckpoint(chain, { now });
    const entry = chain.entries[99];
    if (entry) chain.entries[99] = { ...entry, actor: 'nobody' };
    chain.grow(1);
    expect(await takeCheckpoint(chain, { now })).toMatchObject({ kind: 'signed' });
    const inHour = (hour: number) =>
      verifyInTurn(chain, { now: new Date(hour * 3_600_000), outOfTime: () => false });
    const found = await Promise.all([0, 1, 2, 3].map(inHour));
    expect(found.map((one) => one?.first_bad_id)).toEqual([100, null, null, undefined]);
    expect(found[2]).toMatchObject({ ok: true, to: 40_001, checkpoints: 2 });
  });
});
