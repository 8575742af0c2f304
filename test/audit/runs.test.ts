import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linesOf } from '#audit/export-lines.ts';
import { carryOnExport, type PartedFile } from '#audit/export-run.ts';
import type { AuditRun, ExportRun, VerificationRun } from '#audit/run.ts';
import { newExport, newVerification } from '#audit/run-views.ts';
import { takeCheckpoint } from '#audit/take-checkpoint.ts';
import { carryOnVerification } from '#audit/verification-run.ts';
import { verifyExport } from '#audit/verify-export.ts';
import { asyncValues } from './exported-chain.ts';
import { newMemoryChain } from './memory-chain.ts';

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

/** A multipart upload, as S3 has it: parts are replaced, and the file is there once it is finished. */
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

/** Runs until it has ended, as invocations do: each begins with what was kept. */
async function untilEnded<Run extends AuditRun>(
  begun: Run,
  carryOn: (run: Run) => Promise<Run>,
  kept: () => Run,
) {
  let run = begun;
  for (let invocations = 0; run.state === 'running'; invocations++) {
    if (invocations > 100) throw new Error('The run does not end');
    run = await carryOn(run).catch((error: unknown) => {
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
        let kept: ExportRun = newExport({
          id: 'run',
          now: now(),
          from: undefined,
          to: undefined,
          head: await chain.source.head(),
        });
        const save = (run: ExportRun) =>
          step(() => {
            kept = run;
          });
        const run = await untilEnded(
          kept,
          (begun) =>
            carryOnExport(chain, file, begun, { save, now, outOfTime: () => times.next().value === true }),
          () => kept,
        );
        const text = file.text ?? '';
        expect(run).toMatchObject({ state: 'done', entries: 30_000, bytes: Buffer.byteLength(text) });
        expect(file.parts.size).toBe(run.parts);
        const verified = await verifyExport(linesOf(asyncValues([text])), { publicKey: chain.pem });
        expect(verified).toMatchObject({ ok: true, checked: 30_000, checkpoints: 1 });
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});

describe('a verification in the background', () => {
  const begun = async (chain: ReturnType<typeof newMemoryChain>): Promise<VerificationRun> =>
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
  ])('in many slices says what one walk says of a chain that %s', async (_, broken, expected) => {
    const chain = newMemoryChain(12_000);
    await takeCheckpoint(chain, { now: now() });
    const entry = chain.entries[(broken ?? 0) - 1];
    if (broken !== undefined && entry) chain.entries[broken - 1] = { ...entry, actor: 'nobody' };
    let saves = 0;
    const run = await untilEnded(
      await begun(chain),
      (one) => {
        let asked = 0;
        return carryOnVerification(chain, one, {
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

  test('goes on to where the head is by then', async () => {
    const chain = newMemoryChain(6000);
    const first = await carryOnVerification(chain, await begun(chain), {
      now,
      save: async () => chain.grow(100),
      outOfTime: () => false,
    });
    expect(first.result).toMatchObject({ ok: true, checked: 6000 });
    let asked = 0;
    const slice = await carryOnVerification(chain, await begun(chain), {
      now,
      save: async () => chain.grow(100),
      outOfTime: () => asked++ > 0,
    });
    const rest = await carryOnVerification(chain, slice, {
      now,
      save: async () => {},
      outOfTime: () => false,
    });
    expect(rest.result).toMatchObject({ ok: true, checked: 6200, complete: true });
  });
});
