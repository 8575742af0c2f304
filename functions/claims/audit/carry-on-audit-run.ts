import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { continueExport } from '#audit/export/export-run.ts';
import type { AuditRun } from '#audit/runs/run.ts';
import { continueVerification } from '#audit/verification/verification-run.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { logger, logVerification, publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { findRunningRun, saveRun } from '#store/audit/audit-runs.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';
import { exportBucket } from '#store/audit/export-bucket.ts';
import { exportFile } from '#store/audit/export-file.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

const queue = ownWorkQueue();

const messageSchema = z.object({ run_id: z.string() });

/** Milliseconds that remain for the last part and for queueing the next message. */
const reserve = 60_000;

/** Continues background runs on the audit log. Queues a message for the rest of a run before the time limit. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const outOfTime = () => context.getRemainingTimeInMillis() < reserve;
  await forEachMessage(event, queue, async (message) => {
    const { run_id } = messageSchema.parse(message);
    logger.resetKeys();
    logger.appendKeys({ run_id });
    try {
      const run = await continueRun(run_id, outOfTime);
      if (run === undefined) return;
      const { kind, state, next } = run;
      if (kind === 'verification' && run.result) logVerification(run.result);
      logger.info('Audit run', { kind, state, next });
      if (state === 'running') await queue.add({ kind: 'audit-run', run_id });
    } finally {
      publishMetrics();
    }
  });
}

/** Continues a run until it is done or the time is over. Returns undefined for a run that is not running. */
async function continueRun(id: string, outOfTime: () => boolean): Promise<AuditRun | undefined> {
  const now = () => new Date();
  const context = { outOfTime, now, save: (run: AuditRun) => saveRun(claimsTable, run, now()) };
  const run = await findRunningRun(claimsTable, id);
  return run?.kind === 'export'
    ? continueExport(auditSubject, exportFile(exportBucket), run, context)
    : run && continueVerification(auditSubject, run, context);
}
