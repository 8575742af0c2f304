import type { AuditRun } from '#audit/runs/run.ts';
import { auditRunsEnvironment } from '#contract/environment.ts';
import { openWorkQueue } from '../adapters/work-queue.ts';
import { claimsTable } from '../claims/claims-table.ts';
import { beginRun } from './audit-runs.ts';

const queue = openWorkQueue(auditRunsEnvironment.parse(process.env).AUDIT_RUN_QUEUE);

/** Starts a background run, or returns a running one of the same kind and range. */
export async function startRun<Run extends AuditRun>(wanted: Run, now: Date): Promise<Run> {
  const { run, isNew } = await beginRun(claimsTable, wanted, now);
  if (isNew) await queue.add({ kind: 'audit-run', run_id: run.id });
  return run;
}
