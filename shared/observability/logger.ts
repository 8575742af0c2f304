import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';

/** Structured log of a function. Never log a body, a query value or a field of a record. */
export const logger = new Logger();

/** CloudWatch metrics, published through the log (EMF). */
export const metrics = new Metrics({ namespace: 'Granary' });

export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}
