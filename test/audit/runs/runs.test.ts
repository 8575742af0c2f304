import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { takeCheckpoint } from '#audit/checkpoints/take-checkpoint.ts';
import { emptyHead, headAfter } from '#audit/entries/chain.ts';
import { ndjsonLines } from '#audit/export/export-lines.ts';
import { continueExport, type PartedFile } from '#audit/export/export-run.ts';
import { verifyExport } from '#audit/export/verify-export.ts';
import type { AuditRun, StoredExportRun, StoredVerificationRun } from '#audit/runs/run.ts';
import { newExport, newVerification } from '#audit/runs/run-views.ts';
import { continueVerification } from '#audit/verification/verification-run.ts';
import { sized } from '../../soak.ts';
import { asyncValues } from '../export/exported-chain.ts';
import { newMemoryChain } from '../memory-chain.ts';

const now = () => new Date('2026-11-20T10:00:00Z');

class Killed extends Error {}

/** Kills the run at the step that the test names, before or after the step has taken effect. */
function killer(kills: readonly { readonly step: number; readonly after: boolean }[]) {
  let steps = 0;
  return async (effect: () => void): Promise<void> => {
    const kill = kills.find(({ step }) => step === steps);
    steps += 1;
    if (kill && !kill.after) throw new Killed();
    effect();
    if (kill) throw new Killed();
  };
}

/** A multipart upload as in S3: parts can be replaced, and the file exists once it is finished. */
class MemoryFile implements PartedFile {
  readonly parts = new Map<number, string>();
  text: string | undefined;
  readonly #step: ReturnType<typeof killer>;

  constructor(step: ReturnType<typeof killer>) {
    this.#step = step;
  }

  async begin(): Promise<string> {
    await this.#step(() => {});
    return 'upload';
  }

  put(_run: string, _upload: string, part: number, text: string): Promise<void> {
    return this.#step(() => this.parts.set(part, text));
  }

  finish(): Promise<void> {
    return this.#step(() => {
      this.text = [...this.parts]
        .sort(([a], [b]) => a - b)
        .map(([, text]) => text)
        .join('');
    });
  }
}

/** Runs invocations until the run ends. Each begins with the saved state. */
async function untilEnded<Run extends AuditRun>(
  begun: Run,
  continueOnce: (run: Run) => Promise<Run>,
  kept: () => Run,
) {
  let run = begun;
  for (let invocations = 0; run.state === 'running'; invocations++) {
    if (invocations > 100) throw new Error('The run does not end');
    run = await continueOnce(run).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return kept();
    });
  }
  return run;
}

const kills = fc.array(fc.record({ step: fc.nat(12), after: fc.boolean() }), { maxLength: 6 });

describe('an export', () => {
  // Three parts: 30,000 entries of some 600 bytes.
  const chain = newMemoryChain(30_000);

  test('writes each line once, wherever it is killed or runs out of time', async () => {
    await takeCheckpoint(chain, { now: now() });
    await fc.assert(
      fc.asyncProperty(kills, fc.infiniteStream(fc.boolean()), async (killed, times) => {
        const step = killer(killed);
        const file = new MemoryFile(step);
        let kept: StoredExportRun = newExport({
          id: 'run',
          now: now(),
          from: undefined,
          to: undefined,
          head: await chain.source.head(),
        });
        const save = (run: StoredExportRun) =>
          step(() => {
            kept = run;
          });
        const run = await untilEnded(
          kept,
          (begun) =>
            continueExport(chain, file, begun, { save, now, outOfTime: () => times.next().value === true }),
          () => kept,
        );
        const text = file.text ?? '';
        expect(run).toMatchObject({ state: 'done', entries: 30_000, bytes: Buffer.byteLength(text) });
        expect(file.parts.size).toBe(run.parts);
        const verified = await verifyExport(ndjsonLines(asyncValues([text])), { publicKey: chain.pem });
        expect(verified).toMatchObject({ ok: true, checked: 30_000, checkpoints: 1 });
      }),
      { numRuns: sized('exports that are killed', { short: 4, soak: 50 }) },
    );
  });
});

describe('the file of an export alone shows', () => {
  const exported = async (
    chain: ReturnType<typeof newMemoryChain>,
    range: { from?: number; to?: number },
  ) => {
    const file = new MemoryFile(killer([]));
    const head = await chain.source.head();
    const begun = newExport({ id: 'run', now: now(), from: range.from, to: range.to, head });
    const run = await continueExport(chain, file, begun, {
      save: async () => {},
      now,
      outOfTime: () => false,
    });
    return { run, text: file.text ?? '' };
  };
  const verified = async (chain: ReturnType<typeof newMemoryChain>, text: string) =>
    verifyExport(ndjsonLines(asyncValues([text])), { publicKey: chain.pem });

  /** Signed at 20 and at 40. */
  async function signedChain() {
    const chain = newMemoryChain(20);
    await takeCheckpoint(chain, { now: now() });
    chain.grow(20);
    await takeCheckpoint(chain, { now: now() });
    return chain;
  }

  test.each([
    ['that the chain was cut', 30, {}],
    ['that the chain was wiped', 0, {}],
    ['that the chain was cut, even if it holds only a part', 30, { from: 5, to: 25 }],
  ])('%s', async (_, length, range) => {
    const chain = await signedChain();
    chain.entries.splice(length);
    const { text } = await exported(chain, range);
    expect(text.match(/^{"checkpoint"/gm)).toHaveLength(2);
    expect(await verified(chain, text)).toMatchObject({
      ok: false,
      first_bad_id: length + 1,
      reason: 'truncated_end',
    });
  });

  test('that a chain was not cut if it grew while the export began', async () => {
    const chain = await signedChain();
    const head = await chain.source.head();
    chain.grow(5);
    await takeCheckpoint(chain, { now: now() });
    const file = new MemoryFile(killer([]));
    const begun = newExport({ id: 'run', now: now(), from: undefined, to: undefined, head });
    const surroundings = { save: async () => {}, now, outOfTime: () => false };
    expect(await continueExport(chain, file, begun, surroundings)).toMatchObject({ to: 45, entries: 45 });
    expect(await verified(chain, file.text ?? '')).toMatchObject({ ok: true, checked: 45, checkpoints: 3 });
  });

  test.each([
    ['that the head was moved back while it was written', 12, { first_bad_id: 13, reason: 'head_disagrees' }],
    ['nothing of a chain that grew while it was written', 25, { ok: true, checked: 20 }],
  ])('%s', async (_, length, expected) => {
    const chain = newMemoryChain(20);
    const stored = chain.source.rows;
    let { head } = chain.source;
    const source = {
      ...chain.source,
      head: () => head(),
      async *rows(from: number, to: number) {
        yield* stored(from, to);
        chain.grow(Math.max(0, length - 20));
        head = async () => headAfter(emptyHead, chain.entries.slice(0, length));
      },
    };
    const { text } = await exported({ ...chain, source }, {});
    expect(await verified(chain, text)).toMatchObject(expected);
  });

  test('that the table has damaged entries', async () => {
    const chain = newMemoryChain(20);
    const stored = chain.source.rows;
    const source = {
      ...chain.source,
      async *rows(from: number, to: number) {
        for await (const page of stored(from, to)) {
          yield page.map((row) => (row.id === 7 ? { ...row, unknown: { note: 'forged' } } : row));
        }
      },
    };
    const { text } = await exported({ ...chain, source }, {});
    expect(await verified(chain, text)).toMatchObject({ first_bad_id: 7, reason: 'unknown_attribute' });
  });
});

describe('a verification in the background', () => {
  const begun = async (chain: ReturnType<typeof newMemoryChain>): Promise<StoredVerificationRun> =>
    newVerification({
      id: 'run',
      now: now(),
      from: undefined,
      to: undefined,
      head: await chain.source.head(),
    });

  test.each([
    ['holds', undefined, { ok: true, checked: 12_000, from: 1, to: 12_000, checkpoints: 1, complete: true }],
    ['is broken', 11_000, { ok: false, first_bad_id: 11_000, checked: 10_999, from: 1, checkpoints: 0 }],
  ])('in many slices has the same result as one pass over a chain that %s', async (_, broken, expected) => {
    const chain = newMemoryChain(12_000);
    await takeCheckpoint(chain, { now: now() });
    const entry = chain.entries[(broken ?? 0) - 1];
    if (broken !== undefined && entry) chain.entries[broken - 1] = { ...entry, actor: 'nobody' };
    let saves = 0;
    const run = await untilEnded(
      await begun(chain),
      (one) => {
        let asked = 0;
        return continueVerification(chain, one, {
          now,
          save: async () => {
            saves += 1;
          },
          // One slice of one segment in each invocation.
          outOfTime: () => asked++ > 0,
        });
      },
      () => {
        throw new Error('Nothing was killed');
      },
    );
    expect(saves).toBe(3);
    expect(run).toMatchObject({ state: 'done', result: expected });
  });

  test('continues up to the current head', async () => {
    const chain = newMemoryChain(6000);
    const first = await continueVerification(chain, await begun(chain), {
      now,
      save: async () => chain.grow(100),
      outOfTime: () => false,
    });
    expect(first.result).toMatchObject({ ok: true, checked: 6000 });
    let asked = 0;
    const slice = await continueVerification(chain, await begun(chain), {
      now,
      save: async () => chain.grow(100),
      outOfTime: () => asked++ > 0,
    });
    const rest = await continueVerification(chain, slice, {
      now,
      save: async () => {},
      outOfTime: () => false,
    });
    expect(rest.result).toMatchObject({ ok: true, checked: 6200, complete: true });
  });
});
