import { signal } from '@preact/signals';
import type { Verification, VerificationRun } from '#claims/audit/contract.ts';
import { api } from '#web/api/api.ts';

/** A range of entries; the whole chain without limits. */
export interface Range {
  readonly from?: number;
  readonly to?: number;
}

/** The last verification of this page load. */
export type VerificationState =
  | { readonly phase: 'running'; readonly run?: VerificationRun }
  | { readonly phase: 'done'; readonly result: Verification; readonly at: string; readonly seconds: number }
  | { readonly phase: 'failed'; readonly error: unknown };

/** What the page shows of the verification; undefined before the first one. */
export const verification = signal<VerificationState | undefined>(undefined);

/** Verifies a range. Where one request is too short, it follows the background run to its end. */
export async function verify(range: Range): Promise<void> {
  if (verification.peek()?.phase === 'running') return;
  verification.value = { phase: 'running' };
  const start = performance.now();
  try {
    const { data, run } = await api('GET /api/admin/audit-log/verify', range);
    const result = run === undefined ? data : await resultOf(run);
    const seconds = (performance.now() - start) / 1000;
    verification.value = { phase: 'done', result, at: new Date().toISOString(), seconds };
  } catch (error) {
    verification.value = { phase: 'failed', error };
  }
}

/** A run ended without a result. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
}

async function resultOf(started: VerificationRun): Promise<Verification> {
  let run = started;
  while (run.state === 'running') {
    verification.value = { phase: 'running', run };
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    run = await api('GET /api/admin/audit-log/verify/{id}', { id: run.id });
  }
  if (run.result === null) throw new RunFailed('The background verification stopped before its end');
  return run.result;
}
