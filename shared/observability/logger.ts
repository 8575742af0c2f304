import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';

/** Structured log of a function. Never give it a body, a query value or a field of a record. */
export const logger = new Logger();

/** CloudWatch metrics through the log (EMF). */
export const metrics = new Metrics({ namespace: 'Granary' });

/** Writes what was counted during the request, if anything was. */
export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}
