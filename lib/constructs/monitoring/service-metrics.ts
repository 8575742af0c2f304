import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Duration } from 'aws-cdk-lib/core';

export type Service = 'commerce' | 'claims';

export interface WatchedTable {
  readonly label: string;
  readonly table: Pick<Table, 'tableName'>;
  readonly indexNames: readonly string[];
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

const throttleEvents = { reads: 'ReadThrottleEvents', writes: 'WriteThrottleEvents' };

export const tableThrottles = (tables: readonly WatchedTable[]): IMetric =>
  sumOf(
    'tables',
    tables.flatMap(({ table }) =>
      Object.values(throttleEvents).map((name) => tableMetric(table, name, { label: name })),
    ),
    5,
  );

/** DynamoDB does not count throttles of an index among those of its table. */
export const indexThrottles = (tables: readonly WatchedTable[], kind: keyof typeof throttleEvents): IMetric =>
  sumOf(
    `index_${kind}`,
    tables.flatMap(({ table, indexNames }) =>
      indexNames.map((index) =>
        tableMetric(table, throttleEvents[kind], {
          label: index,
          dimensions: { GlobalSecondaryIndexName: index },
        }),
      ),
    ),
    5,
  );

/**
 * The sum of up to ten metrics. SUM ignores metrics without data, for which `+` would return no value.
 *
 * @param label also begins the ids of the metrics, which differ between the sums of a graph
 */
export const sumOf = (label: string, metrics: readonly Metric[], minutes: number): IMetric =>
  new MathExpression({
    label,
    expression: `SUM([${metrics.map((_, index) => `${label}${index}`).join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics.map((metric, index) => [`${label}${index}`, metric])),
    ...metricPeriod(minutes),
  });
