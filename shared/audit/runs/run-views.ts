import type { ChainHead } from '#audit/entries/chain.ts';
import type { Verification } from '#audit/verification/verify-chain.ts';
import type {
  ExportRun as ShownExportRun,
  VerificationRun as ShownVerificationRun,
  VerificationResult,
} from '#claims/audit/contract.ts';
import type { AuditRun, StoredExportRun, StoredVerificationRun } from './run.ts';

interface NewRun {
  readonly id: string;
  readonly now: Date;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Undefined when the head is not readable. */
  readonly head: ChainHead | undefined;
}

function newRun({ id, now, from = 1, to, head }: NewRun) {
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

export const newVerification = (wanted: NewRun): StoredVerificationRun => ({
  ...newRun(wanted),
  kind: 'verification',
  bounded: wanted.to !== undefined || wanted.from !== undefined,
  checkpoints: 0,
  result: null,
});

export const newExport = (wanted: NewRun): StoredExportRun => ({
  ...newRun(wanted),
  kind: 'export',
  bounded: wanted.to !== undefined || wanted.from !== undefined,
  head: wanted.head ?? null,
  upload_id: null,
  parts: 0,
  checkpoints: 0,
  entries: 0,
  bytes: 0,
  closed: false,
});

/** A verification as the API returns it: `ok` means that every entry was read and is valid. */
export const verificationJson = ({ last, ...verification }: Verification): VerificationResult =>
  verification.complete ? verification : { ...verification, ok: false, reason: 'incomplete' };

export const verificationRunJson = (run: StoredVerificationRun): ShownVerificationRun => ({
  ...shownRun(run),
  result: run.result && verificationJson(run.result),
});

/** An export run as the API returns it, with the link to its file if it is done. */
export function exportRunJson(
  run: StoredExportRun,
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

const shownRun = ({ id, state, reason, from, to, started_at, finished_at, next }: AuditRun) => ({
  id,
  state,
  ...(reason && { reason }),
  from,
  to,
  started_at,
  finished_at,
  progress: next - from,
});
