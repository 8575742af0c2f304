import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Verification } from '#audit/verification/verify-chain.ts';

/** Structured log of a function. Never log a body, a query value or a field of a record. */
export const logger = new Logger();

/** CloudWatch metrics, published through the log (EMF). */
export const metrics = new Metrics({ namespace: 'Granary' });

/** Adds a metric if there is anything to count: CloudWatch charges for each hour in which a metric has data. */
export function count(name: string, value: number): void {
  if (value > 0) metrics.addMetric(name, 'Count', value);
}

export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}

/** Raises an alarm for a damaged chain. Logs only reasons and ids. */
export function logVerification({ ok, first_bad_id, reason, detail }: Verification): void {
  if (ok) return;
  count('audit_verification_failures', 1);
  logger.error('The audit log is damaged', { first_bad_id, reason, detail });
}

/** Says that a scheduled run ends without work: it began before the migrations, the last step of a deployment. */
export function logUnmigrated(): void {
  logger.info('The migrations of this release have not ended; a later run does the work');
  count('schema_pending', 1);
  publishMetrics();
}
