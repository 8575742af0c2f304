import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { fileStateNames } from '#contract/claims/state-names.ts';
import {
  resourcesOfType,
  type Stacks,
  synthesizedStacks,
  type TemplateResources,
  templateText,
} from '../../synthesis/template.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const stacks = ['Commerce', 'Claims'] as const;
type Stack = (typeof stacks)[number];

let resources: Record<Stack, TemplateResources>;
let subscribed: Stacks;

beforeAll(async () => {
  const app = await synthesizedStacks('defaults');
  subscribed = await synthesizedStacks('certificate');
  resources = {
    Commerce: app('Commerce').resources,
    Claims: app('Claims').resources,
  };
}, 120_000);

const widgetSchema = z.object({
  type: z.enum(['alarm', 'metric']),
  properties: z.looseObject({
    title: z.string(),
    metrics: z.array(z.array(z.unknown())).optional(),
    alarms: z.array(z.string()).optional(),
  }),
});

/** Widgets of the only dashboard of a stack, with references as text. */
function widgetsOf(stack: Stack): z.output<typeof widgetSchema>[] {
  const [[, dashboard] = [], ...others] = resourcesOfType(resources[stack], 'AWS::CloudWatch::Dashboard');
  expect(others).toEqual([]);
  const body = templateText(dashboard?.Properties['DashboardBody']);
  return z.object({ widgets: z.array(widgetSchema) }).parse(JSON.parse(body)).widgets;
}

const graph = (stack: Stack, title: string) => {
  const found = widgetsOf(stack).find(({ properties }) => properties.title.startsWith(title));
  if (!found) throw new Error(`${stack} has no graph ${title}`);
  return found.properties.metrics ?? [];
};

describe.each(stacks)('the dashboard of %s', (stack) => {
  test('shows the state of every alarm first', () => {
    const alarms = resourcesOfType(resources[stack], 'AWS::CloudWatch::Alarm').map(([id]) => `<${id}.Arn>`);
    const [first] = widgetsOf(stack);
    expect(first?.type).toBe('alarm');
    expect(first?.properties.alarms?.toSorted()).toEqual(alarms.toSorted());
  });

  test.each([
    ['Requests', ['Count']],
    ['Errors', ['4XXError', '5XXError', 'failures']],
    ['Latency (ms)', ['Latency', 'Latency', 'Latency']],
  ])('%s come from the API', (title, names) => {
    expect(graph(stack, title).map(([, name]) => name)).toEqual(names);
  });

  test.each(['Errors by function', 'Throttles by function', 'Concurrent executions'])(
    '%s shows every function',
    (title) => {
      const functions = resourcesOfType(resources[stack], 'AWS::Lambda::Function')
        .map(([id]) => `<${id}>`)
        .filter((id) => !/BucketNotifications|framework/.test(id));
      expect(
        graph(stack, title).flatMap(([, , , value]) => (typeof value === 'string' ? [value] : [])),
      ).toEqual(expect.arrayContaining(functions));
    },
  );

  test.each(['Consumed capacity', 'Throttled reads', 'Latency of tables'])('%s shows its tables', (title) => {
    const tables = stack === 'Commerce' ? ['CommerceTable'] : ['ClaimsTable', 'AuditTable'];
    for (const table of tables) expect(JSON.stringify(graph(stack, title))).toContain(table);
  });

  test('shows only metrics that the code writes', () => {
    const shown = widgetsOf(stack)
      .flatMap(({ properties }) => properties.metrics ?? [])
      .filter(([namespace]) => namespace === 'Granary');
    expect(shown.map(([, name]) => name)).not.toEqual([]);
    for (const [, name, , service] of shown) {
      expect(writtenMetrics()).toContain(name);
      expect(service).toBe(stack.toLowerCase());
    }
  });
});

/** Names of the metrics that functions add, as their sources spell them. */
function writtenMetrics(): readonly string[] {
  const sources = globSync('{functions,shared}/**/*.ts', { cwd: root }).map((file) =>
    readFileSync(`${root}${file}`, 'utf8'),
  );
  const spelled = sources.flatMap((source) =>
    [...source.matchAll(/addMetric\('(\w+)'/g)].map(([, name]) => name),
  );
  const events = sources.flatMap((source) => [...source.matchAll(/event: z\.literal\('(\w+)'\)/g)]);
  return [
    ...spelled.map(String),
    ...fileStateNames.map((state) => `files_${state}`),
    ...events.map(([, event]) => String(event)),
  ];
}

describe('the dashboard of Claims', () => {
  test.each([
    ['Files', ['files_applied', 'files_partly_applied', 'files_quarantined', 'files_duplicate']],
    // Of the inbox, of failures and of dead letters.
    ['Waiting in queues', Array.from({ length: 3 }, () => 'ApproximateNumberOfMessagesVisible')],
    ['Oldest', ['inbox_age', ...Array.from({ length: 3 }, () => 'ApproximateAgeOfOldestMessage')]],
    [
      'Audit log',
      ['audit_checkpoints_signed', 'audit_verification_failures', 'Invocations', 'audit_checkpoint_age'],
    ],
    ['Clearinghouse', ['responses_taken', 'responses_passed_over', 'clearinghouse_failures']],
    ['Overdue', ['claims_overdue']],
  ])('%s', (title, names) => {
    expect(graph('Claims', title).map(([, name]) => name)).toEqual(names);
  });
});

const metricsSchema = z
  .array(
    z.looseObject({
      MetricStat: z
        .object({
          Metric: z.looseObject({
            Namespace: z.string(),
            MetricName: z.string(),
            Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
          }),
          Period: z.number(),
          Stat: z.string(),
        })
        .optional(),
    }),
  )
  .default([]);

const indexSchema = z.array(z.looseObject({ IndexName: z.string() }));

/** An index by its name, a table by its logical id. */
const nameOfDimension = ({ Value }: { readonly Value: unknown }) =>
  /Ref([A-Za-z]+Table)/.exec(templateText(Value))?.[1] ?? templateText(Value);

const descriptionsOf = (stack: Stack) =>
  resourcesOfType(resources[stack], 'AWS::CloudWatch::Alarm').map(([, { Properties }]) =>
    String(Properties['AlarmDescription']),
  );

describe.each(stacks)('alarms of %s', (stack) => {
  const alarms = () => resourcesOfType(resources[stack], 'AWS::CloudWatch::Alarm');

  test.each([
    'The API responded with 5xx',
    'One request in a hundred',
    'Functions recorded failures',
    'Lambda throttled functions',
    'DynamoDB throttled reads or writes of a table',
    'DynamoDB throttled reads of an index',
    'DynamoDB throttled writes of an index',
  ])('%s …', (beginning) => {
    expect(descriptionsOf(stack).filter((text) => text.startsWith(beginning))).toHaveLength(1);
  });

  test('each notifies the topic of the service, when it starts and when it ends', () => {
    for (const [, { Properties }] of alarms()) {
      for (const when of ['AlarmActions', 'OKActions']) {
        expect(Properties[when]).toEqual([{ Ref: expect.stringMatching(/^AlarmsTopic/) }]);
      }
    }
  });

  test('watch reads and writes of every table and index', async () => {
    const tables = resourcesOfType(
      (await synthesizedStacks('defaults'))('Data').resources,
      'AWS::DynamoDB::Table',
    )
      .filter(([id]) => (stack === 'Commerce') === id.startsWith('Commerce'))
      .flatMap(([id, { Properties }]) => {
        const table = id.replace(/\w{8}$/, '');
        const indexes = indexSchema.parse(Properties['GlobalSecondaryIndexes']);
        return [table, ...indexes.map(({ IndexName }) => `${table} ${IndexName}`)];
      });
    const watched = alarms()
      .flatMap(([, { Properties }]) => metricsSchema.parse(Properties['Metrics']))
      .flatMap(({ MetricStat }) =>
        MetricStat?.Metric.Namespace === 'AWS/DynamoDB' ? [MetricStat.Metric] : [],
      )
      .map(
        ({ MetricName, Dimensions }) =>
          `${MetricName} ${Dimensions.toReversed().map(nameOfDimension).join(' ')}`,
      );
    expect(watched.toSorted()).toEqual(
      tables.flatMap((one) => [`ReadThrottleEvents ${one}`, `WriteThrottleEvents ${one}`]).toSorted(),
    );
  });

  test('each has a row in docs/alarms.md', () => {
    const page = readFileSync(`${root}docs/alarms.md`, 'utf8');
    for (const [id] of alarms()) {
      expect(page).toContain(`\n| \`${id.replace(/^Alarms(.*)\w{8}$/, '$1')}\` | `);
    }
  });

  test('none has more metrics than CloudWatch allows', () => {
    for (const [, { Properties }] of alarms()) {
      expect(z.array(z.unknown()).default([]).parse(Properties['Metrics']).length).toBeLessThanOrEqual(10);
    }
  });

  test('subscribes the mailbox of the settings', () => {
    const subscriptions = resourcesOfType(resources[stack], 'AWS::SNS::Subscription');
    expect(subscriptions.filter(([, { Properties }]) => Properties['Protocol'] === 'email')).toEqual([]);
    subscribed(stack).template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'operations@example.com',
    });
  });

  test('an output names their topic', () => {
    subscribed(stack).template.hasOutput('AlarmsTopicArn', {});
  });
});

describe('alarms of Claims', () => {
  test.each([
    'Events failed in every attempt',
    'The audit log does not verify',
    'A file has been in the inbox',
    'The clearinghouse could not be reached',
    'Background functions failed',
  ])('%s …', (beginning) => {
    expect(descriptionsOf('Claims').filter((text) => text.startsWith(beginning))).toHaveLength(1);
  });

  test('adds up failures over an hour, because failed runs are not retried', () => {
    const [background] = resourcesOfType(resources.Claims, 'AWS::CloudWatch::Alarm').filter(([id]) =>
      id.startsWith('AlarmsBackgroundErrors'),
    );
    const metrics = metricsSchema.parse(background?.[1].Properties['Metrics']);
    const watched = metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? []);
    expect(watched.map(({ Value }) => templateText(Value).replace(/^<(.*)Function\w{8}>$/, '$1'))).toEqual([
      'AuditSignCheckpoint',
      'IntakeIngestFile',
      'SchedulesExchangeFiles',
      'SchedulesMarkOverdue',
      'PurgeRecords',
    ]);
    expect(new Set(metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []))).toEqual(new Set([3600]));
  });
});
