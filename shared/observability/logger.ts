import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Verification } from '#audit/verification/verify-chain.ts';

/** Structured log of a function. Never log a body, a query value or a field of a record. */
export const logger = new Logger();

/** CloudWatch metrics, published through the log (EMF). */
export const metrics = new Metrics({ namespace: 'Granary' });

export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}

/** Raises an alarm for a damaged chain. Logs only reasons and ids. */
export function logVerification({ ok, first_bad_id, reason, detail }: Verification): void {
  metrics.addMetric('audit_verification_failures', 'Count', ok ? 0 : 1);
  if (!ok) logger.error('The audit log is damaged', { first_bad_id, reason, detail });
}
