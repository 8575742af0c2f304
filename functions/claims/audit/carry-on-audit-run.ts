import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { continueRun } from '#audit/runs/continue-run.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { logger, logVerification, publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { auditRunPorts } from '#store/audit/audit-run-ports.ts';

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
      const run = await continueRun(run_id, auditRunPorts, outOfTime);
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
