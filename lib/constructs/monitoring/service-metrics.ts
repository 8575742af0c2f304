import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Duration } from 'aws-cdk-lib/core';

export type Service = 'commerce' | 'claims';

type TableName = Pick<Table, 'tableName'>;

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

/**
 * Throttled invocations of all functions of the account in the region, because they share its concurrency. An alarm
 * takes at most ten metrics, so it cannot watch each function.
 */
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
  { tableName: TableName }: TableName,
  metricName: string,
  { statistic = 'Sum', label, operation }: { statistic?: string; label: string; operation?: string },
): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    label,
    dimensionsMap: { TableName, ...(operation !== undefined && { Operation: operation }) },
    statistic,
    ...metricPeriod(5),
  });

export function tableThrottles(tables: readonly TableName[]): IMetric {
  return sumOf(
    'throttles',
    tables.flatMap((table) =>
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => tableMetric(table, name, { label: name })),
    ),
    5,
  );
}

/** The sum of up to ten metrics. SUM ignores metrics without data, for which `+` would return no value. */
export const sumOf = (label: string, metrics: readonly Metric[], minutes: number): IMetric =>
  new MathExpression({
    label,
    expression: `SUM([${metrics.map((_, index) => `m${index}`).join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric])),
    ...metricPeriod(minutes),
  });
