import type { Context } from 'aws-lambda';
import { takeCheckpoint } from '#audit/checkpoints/take-checkpoint.ts';
import { count, logger, logVerification, publishMetrics } from '#observability/logger.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';

/** Milliseconds that remain for signing. */
const reserve = 60_000;

/** On a schedule: verifies the entries since the last checkpoint and signs the next one. */
export async function handler(_: unknown, context: Context): Promise<void> {
  try {
    const outcome = await takeCheckpoint(auditSubject, {
      now: new Date(),
      outOfTime: () => context.getRemainingTimeInMillis() < reserve,
    });
    if (outcome.kind === 'damaged') logVerification(outcome.verification);
    else logger.info('Checkpoint', { outcome: outcome.kind });
    if (outcome.kind === 'signed') count('audit_checkpoints_signed', 1);
  } finally {
    publishMetrics();
  }
}
