import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { continueExport } from '#audit/export/export-run.ts';
import type { AuditRun } from '#audit/runs/run.ts';
import { continueVerification } from '#audit/verification/verification-run.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { logger, logVerification, publishMetrics } from '#observability/logger.ts';
import { maxLostRuns } from '#persistence/lease.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { answerRun, failRun, saveRun, takeRun } from '#store/audit/audit-runs.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';
import { exportBucket } from '#store/audit/export-bucket.ts';
import { exportFile } from '#store/audit/export-file.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

const queue = ownWorkQueue();

const messageSchema = z.object({ run_id: z.string() });

/** Milliseconds that remain for the last part and for queueing the next message. */
const reserve = 60_000;

/**
 * Continues background runs on the audit log. Queues a message for the rest of a run before the time limit. After three
 * invocations that were killed, timed out or failed, it ends the run with a reason.
 */
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
      if (state !== 'running') return;
      await answerRun(claimsTable, run, new Date());
      await queue.add({ kind: 'audit-run', run_id });
    } finally {
      publishMetrics();
    }
  });
}

/** Continues a run until it is done or the time is over. Returns undefined for a run that has ended before. */
async function continueRun(id: string, outOfTime: () => boolean): Promise<AuditRun | undefined> {
  const now = () => new Date();
  const context = { outOfTime, now, save: (run: AuditRun) => saveRun(claimsTable, run, now()) };
  const run = await takeRun(claimsTable, id);
  if (run !== undefined && (run.lost ?? 0) > maxLostRuns) {
    logger.error('Invocations of an audit run ended without an answer', { lost: maxLostRuns });
    await failRun(claimsTable, run, now());
    return undefined;
  }
  return run?.kind === 'export'
    ? continueExport(auditSubject, exportFile(exportBucket), run, context)
    : run && continueVerification(auditSubject, run, context);
}
