import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Aws, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { ServiceFunction } from '../service-function.ts';
import type { ServiceAlarms } from './service-alarms.ts';
import {
  accountConcurrency,
  metricPeriod,
  type Service,
  serviceMetric,
  tableMetric,
  throttledRequests,
  type WatchedTable,
} from './service-metrics.ts';

export interface Graph {
  readonly title: string;
  readonly left: readonly IMetric[];
  readonly right?: readonly IMetric[];
}

interface ServiceDashboardProps {
  readonly service: Service;
  readonly api: RestApiBase;
  readonly tables: readonly WatchedTable[];
  readonly alarms: ServiceAlarms;
  readonly rows: readonly (readonly Graph[])[];
}

export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, { service, api, tables, alarms, rows }: ServiceDashboardProps) {
    super(scope, id);
    const dashboard = new Dashboard(this, 'Dashboard', {
      // The names of dashboards must be unique over all regions of an account.
      dashboardName: `${Stack.of(this).stackName}-${Aws.REGION}`,
    });
    dashboard.addWidgets(
      new AlarmStatusWidget({ title: `Alarms of ${service}`, alarms: [...alarms.all], width: 24, height: 3 }),
    );
    const functions = functionsOf(Stack.of(this));
    for (const row of [requests(service, api), ...rows, work(functions), storage(tables)]) {
      const width = Math.floor(24 / row.length);
      dashboard.addWidgets(
        ...row.map(
          ({ title, left, right = [] }) =>
            new GraphWidget({ title, left: [...left], right: [...right], width, height: 6 }),
        ),
      );
    }
  }
}

function requests(service: Service, api: RestApiBase): readonly Graph[] {
  const total = { ...metricPeriod(5), statistic: 'Sum' };
  return [
    { title: 'Requests', left: [api.metricCount({ ...total, label: 'requests' })] },
    {
      title: 'Errors',
      left: [
        api.metricClientError({ ...total, label: '4xx' }),
        api.metricServerError({ ...total, label: '5xx' }),
        serviceMetric(service, 'failures', 'failures recorded by functions'),
      ],
    },
    {
      title: 'Latency (ms)',
      left: ['p50', 'p95', 'p99'].map((statistic) =>
        api.metricLatency({ ...metricPeriod(5), statistic, label: statistic }),
      ),
    },
  ];
}

function work(functions: readonly ServiceFunction[]): readonly Graph[] {
  const ofEach = (name: 'metricErrors' | 'metricThrottles') =>
    functions.map((one) => one.function[name]({ ...metricPeriod(5), statistic: 'Sum', label: nameOf(one) }));
  return [
    { title: 'Errors by function', left: ofEach('metricErrors') },
    { title: 'Throttles by function', left: ofEach('metricThrottles') },
    {
      title: 'Concurrent executions',
      left: [
        accountConcurrency(),
        ...functions.map((one) =>
          one.function.metric('ConcurrentExecutions', {
            ...metricPeriod(1),
            statistic: 'Maximum',
            label: nameOf(one),
          }),
        ),
      ],
    },
  ];
}

const operations = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'TransactWriteItems'];

function storage(tables: readonly WatchedTable[]): readonly Graph[] {
  const ofEach = (metricName: string, unit: string) =>
    tables.map(({ label, table }) => tableMetric(table, metricName, { label: `${label} ${unit}` }));
  return [
    {
      title: 'Consumed capacity (units in 5 minutes)',
      left: ofEach('ConsumedReadCapacityUnits', 'read'),
      right: ofEach('ConsumedWriteCapacityUnits', 'write'),
    },
    {
      title: 'Throttled requests',
      left: [throttledRequests(tables)],
    },
    {
      title: 'Latency of tables (ms)',
      left: tables.flatMap(({ label, table }) =>
        operations.map((operation) =>
          tableMetric(table, 'SuccessfulRequestLatency', {
            label: `${label} ${operation}`,
            dimensions: { Operation: operation },
            statistic: 'Average',
          }),
        ),
      ),
    },
  ];
}

/** Returns our functions in the stack and its nested stacks, without those of the CDK. */
const functionsOf = (stack: Stack): readonly ServiceFunction[] =>
  stack.node.findAll().filter((one): one is ServiceFunction => one instanceof ServiceFunction);

/** The construct of an endpoint's function is `Function`; its parent has the name of the endpoint. */
const nameOf = ({ node }: ServiceFunction): string =>
  node.id === 'Function' ? (node.scope?.node.id ?? node.id) : node.id;
