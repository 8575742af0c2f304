import type {
  ExportRun as ShownExportRun,
  VerificationRun as ShownVerificationRun,
} from '#contract/claims/audit-runs.ts';
import type { VerificationResult } from '#contract/claims/verification.ts';
import { type ChainHead, emptyHead } from './chain.ts';
import type { AuditRun, ExportRun, VerificationRun } from './run.ts';
import type { Verification } from './verify-chain.ts';

interface Wanted {
  readonly id: string;
  readonly now: Date;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Where the chain stands; undefined when its head cannot be read. */
  readonly head: ChainHead | undefined;
}

function newRun({ id, now, from = 1, to, head }: Wanted) {
  const newest = head?.sequence ?? 0;
  return {
    id,
    state: 'running' as const,
    from,
    to: Math.min(to ?? newest, newest),
    started_at: now.toISOString(),
    updated_at: now.toISOString(),
    finished_at: null,
    next: from,
  };
}

/** A verification that has not begun. */
export const newVerification = (wanted: Wanted): VerificationRun => ({
  ...newRun(wanted),
  kind: 'verification',
  bounded: wanted.to !== undefined || wanted.from !== undefined,
  checkpoints: 0,
  result: null,
});

/** An export that has not begun. */
export const newExport = (wanted: Wanted): ExportRun => ({
  ...newRun(wanted),
  kind: 'export',
  bounded: wanted.to !== undefined || wanted.from !== undefined,
  head: wanted.head ?? emptyHead,
  upload_id: null,
  parts: 0,
  checkpoints: 0,
  entries: 0,
  bytes: 0,
  closed: false,
});

/** A verification as the API shows it: `ok` says that everything was read and holds. */
export const shownVerification = ({ last, ...verification }: Verification): VerificationResult =>
  verification.complete ? verification : { ...verification, ok: false, reason: 'incomplete' };

/** A run as the API shows it. */
export const shownVerificationRun = (run: VerificationRun): ShownVerificationRun => ({
  ...shownRun(run),
  result: run.result && shownVerification(run.result),
});

/** A run as the API shows it, with the link to its file once there is one. */
export function shownExportRun(
  run: ExportRun,
  link: { readonly url: string; readonly expires_at: string } | undefined,
): ShownExportRun {
  const isDone = run.state === 'done';
  return {
    ...shownRun(run),
    entries: isDone ? run.entries : null,
    bytes: isDone ? run.bytes : null,
    url: link?.url ?? null,
    url_expires_at: link?.expires_at ?? null,
  };
}

const shownRun = ({ id, state, from, to, started_at, finished_at, next }: AuditRun) => ({
  id,
  state,
  from,
  to,
  started_at,
  finished_at,
  progress: next - from,
});
