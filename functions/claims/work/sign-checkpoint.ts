import type { Context } from 'aws-lambda';
import { takeCheckpoint, verifyInTurn } from '#audit/checkpoints/take-checkpoint.ts';
import { count, logger, logVerification, publishMetrics } from '#observability/logger.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';

/** Milliseconds that remain for signing. */
const reserve = 60_000;

/** On a schedule: verifies the entries since the last checkpoint, signs the next one, and verifies a part of the older entries. */
export async function handler(_: unknown, context: Context): Promise<void> {
  try {
    const run = {
      now: new Date(),
      outOfTime: () => context.getRemainingTimeInMillis() < reserve,
    };
    const outcome = await takeCheckpoint(auditSubject, run);
    if (outcome.kind === 'damaged') logVerification(outcome.verification);
    else logger.info('Checkpoint', { outcome: outcome.kind });
    if (outcome.kind === 'signed') count('audit_checkpoints_signed', 1);
    if (outcome.kind === 'signed' || outcome.kind === 'current') {
      const older = await verifyInTurn(auditSubject, run);
      if (older) logVerification(older);
    }
  } finally {
    publishMetrics();
  }
}
