import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Duration } from 'aws-cdk-lib/core';

export type Service = 'commerce' | 'claims';

export interface WatchedTable {
  readonly label: string;
  readonly table: Pick<Table, 'tableName'>;
}

export const metricPeriod = (minutes: number) => ({ period: Duration.minutes(minutes) });

/** A metric that functions of the service write themselves (shared/observability/logger.ts). */
export const serviceMetric = (service: Service, metricName: string, label?: string): Metric =>
  new Metric({
    namespace: 'Granary',
    metricName,
    ...(label !== undefined && { label }),
    dimensionsMap: { service },
    statistic: 'Sum',
    ...metricPeriod(5),
  });

/** Throttled invocations of all functions of the account in the region, because they share its concurrency. */
export const accountThrottles = (): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', ...metricPeriod(5) });

export const accountConcurrency = (): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ConcurrentExecutions',
    label: 'account',
    statistic: 'Maximum',
    ...metricPeriod(1),
  });

export const tableMetric = (
  { tableName: TableName }: WatchedTable['table'],
  metricName: string,
  { statistic = 'Sum', label, dimensions }: { statistic?: string; label: string; dimensions?: object },
): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    label,
    dimensionsMap: { TableName, ...dimensions },
    statistic,
    ...metricPeriod(5),
  });

/**
 * Requests that DynamoDB throttled for the table or an index, over all operations. The metric of an operation exists only
 * while it is throttled, so a query finds them all, and AWS bills an alarm for the metrics that its query finds.
 */
export const throttledRequests = (tables: readonly WatchedTable[]): IMetric =>
  new MathExpression({
    label: 'throttled requests',
    expression: `SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", TableName, Operation) WHERE ${tables
      .map(({ table }) => `TableName = '${table.tableName}'`)
      .join(' OR ')}`,
    usingMetrics: {},
    ...metricPeriod(5),
  });
