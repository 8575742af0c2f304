import type { AuditRun } from '#audit/run.ts';
import { auditRunsEnvironment } from '#contract/environment.ts';
import { beginRun } from './audit-runs.ts';
import { claimsTable } from './claims-table.ts';
import { openWorkQueue } from './work-queue.ts';

const queue = openWorkQueue(auditRunsEnvironment.parse(process.env).AUDIT_RUN_QUEUE);

/** Starts the run in the background; one of the same kind and range that is running is returned in its place. */
export async function startRun<Run extends AuditRun>(wanted: Run, now: Date): Promise<Run> {
  const { run, isNew } = await beginRun(claimsTable, wanted, now);
  if (isNew) await queue.add({ run_id: run.id });
  return run;
}
