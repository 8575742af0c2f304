import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { continueExport } from '#audit/export/export-run.ts';
import type { AuditRun } from '#audit/runs/run.ts';
import { continueVerification } from '#audit/verification/verification-run.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { logger, publishMetrics } from '#observability/logger.ts';
import { logVerification } from '#observability/verification-log.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { findRunningRun, saveRun } from '#store/audit/audit-runs.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';
import { exportBucket } from '#store/audit/export-bucket.ts';
import { exportFile } from '#store/audit/export-file.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

const queue = ownWorkQueue();

const eventSchema = z.object({ run_id: z.string() });

/** Milliseconds that remain for the last part and for queueing the next message. */
const reserve = 60_000;

/** Continues a background run on the audit log. Queues a message for the rest before the time limit. */
export async function handler(event: unknown, context: Context): Promise<void> {
  await forEachMessage(event, queue, (message) => continueRun(message, context));
}

async function continueRun(event: unknown, context: Context): Promise<void> {
  const { run_id } = eventSchema.parse(event);
  logger.resetKeys();
  logger.appendKeys({ run_id });
  try {
    const run = await findRunningRun(claimsTable, run_id);
    if (!run) return;
    const { state, next } = await carryOn(run, () => context.getRemainingTimeInMillis() < reserve);
    logger.info('Audit run', { kind: run.kind, state, next });
    if (state === 'running') await queue.add({ run_id });
  } finally {
    publishMetrics();
  }
}

async function carryOn(run: AuditRun, outOfTime: () => boolean): Promise<AuditRun> {
  const surroundings = {
    outOfTime,
    now: () => new Date(),
    save: (state: AuditRun) => saveRun(claimsTable, state, new Date()),
  };
  if (run.kind === 'export') {
    return continueExport(auditSubject, exportFile(exportBucket), run, surroundings);
  }
  const verified = await continueVerification(auditSubject, run, surroundings);
  if (verified.result) logVerification(verified.result);
  return verified;
}
