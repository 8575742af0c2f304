import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { fileStateNames } from '#contract/claims/state-names.ts';
import { pascalCase } from '#lib/constructs/commerce/work-queues.ts';
import { fixedResources, schedules } from '#lib/operations/cost/fixed-cost.ts';
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
  const app = await synthesizedStacks('web');
  subscribed = await synthesizedStacks('certificate');
  resources = {
    Commerce: app('Commerce').resources,
    Claims: app('Claims').resources,
  };
});

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

  test.each(['Consumed capacity', 'Throttled requests', 'Latency of tables'])(
    '%s shows its tables',
    (title) => {
      const tables = stack === 'Commerce' ? ['CommerceTable'] : ['ClaimsTable', 'AuditTable'];
      for (const table of tables) expect(JSON.stringify(graph(stack, title))).toContain(table);
    },
  );

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
    [...source.matchAll(/\b(?:addMetric|count)\('(\w+)'/g)].map(([, name]) => name),
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
    ['Audit log', ['audit_checkpoints_signed', 'audit_verification_failures', 'Invocations']],
    ['Clearinghouse', ['responses_taken', 'responses_passed_over', 'clearinghouse_failures']],
    ['Overdue', ['claims_overdue']],
  ])('%s', (title, names) => {
    expect(graph('Claims', title).map(([, name]) => name)).toEqual(names);
  });
});

const metricsSchema = z
  .array(
    z.looseObject({
      Expression: z.unknown().optional(),
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

const descriptionsOf = (stack: Stack) =>
  resourcesOfType(resources[stack], 'AWS::CloudWatch::Alarm').map(([, { Properties }]) =>
    String(Properties['AlarmDescription']),
  );

describe.each(stacks)('alarms of %s', (stack) => {
  const alarms = () => resourcesOfType(resources[stack], 'AWS::CloudWatch::Alarm');

  test.each([
    'The API responded with 5xx',
    'One request in a hundred',
    'DynamoDB throttled requests',
    'Queued messages failed in every attempt',
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

  test('one query watches all operations of every table', async () => {
    const tables = resourcesOfType((await synthesizedStacks('web'))('Data').resources, 'AWS::DynamoDB::Table')
      .map(([id]) => id)
      .filter((id) => (stack === 'Commerce') === id.startsWith('Commerce'));
    const queries = alarms().flatMap(([, { Properties }]) =>
      metricsSchema.parse(Properties['Metrics']).flatMap(({ Expression }) => Expression ?? []),
    );
    expect(queries).toHaveLength(1);
    const query = templateText(queries[0]);
    expect(query).toMatch(
      /^SELECT SUM\(ThrottledRequests\) FROM SCHEMA\("AWS\/DynamoDB", TableName, Operation\) WHERE /,
    );
    expect(query.match(/TableName = '/g)).toHaveLength(tables.length);
    for (const table of tables) expect(query).toMatch(new RegExp(`TableName = '<[^>]*${table}[^>]*>'`));
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

describe('alarms of background work', () => {
  test.each([
    ['Claims', 'Events failed in every attempt'],
    ['Claims', 'The audit log does not verify'],
    ['Claims', 'A file has been in the inbox'],
    ['Claims', 'The clearinghouse could not be reached'],
    ['Commerce', 'The search for due work failed'],
    ['Commerce', 'Background work fails'],
    ['Commerce', 'An event has waited'],
    ['Commerce', 'Lambda throttled functions'],
  ] as const)('%s: %s …', (stack, beginning) => {
    expect(descriptionsOf(stack).filter((text) => text.startsWith(beginning))).toHaveLength(1);
  });

  /** What a function measures does not show if it never runs, so each has an alarm that missing data starts. */
  test.each([
    ['Commerce', 'NoWork', 'FindWork', 10],
    ['Claims', 'NoExchange', 'ExchangeFiles', 30],
    ['Claims', 'NoCheckpoint', 'SignCheckpoint', 180],
  ] as const)('%s has %s, which starts when %s has not run for %d minutes', (stack, alarm, id, minutes) => {
    const [found, ...others] = resourcesOfType(resources[stack], 'AWS::CloudWatch::Alarm').filter(([name]) =>
      name.startsWith(`Alarms${alarm}`),
    );
    expect(others).toEqual([]);
    expect(found?.[1].Properties).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Invocations',
      Statistic: 'Sum',
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
    const { Dimensions, Period, EvaluationPeriods } = found?.[1].Properties ?? {};
    expect((Number(Period) * Number(EvaluationPeriods)) / 60).toBe(minutes);
    const [{ Value } = { Value: '' }] = z.array(z.object({ Value: z.unknown() })).parse(Dimensions);
    expect(templateText(Value)).toContain(id);
    const [rule] = resourcesOfType(resources[stack], 'AWS::Events::Rule').filter(([, { Properties }]) =>
      JSON.stringify(Properties['Targets']).includes(id),
    );
    expect(rule?.[1].Properties['State']).toBe('ENABLED');
  });

  test('all others stay silent without data, which functions write only if there is something to count', () => {
    const others = stacks.flatMap((stack) =>
      resourcesOfType(resources[stack], 'AWS::CloudWatch::Alarm').filter(
        ([id]) => !/^AlarmsNo[A-Z]/.test(id),
      ),
    );
    expect(others.length).toBeGreaterThan(10);
    expect(new Set(others.map(([, { Properties }]) => Properties['TreatMissingData']))).toEqual(
      new Set(['notBreaching']),
    );
  });
});

describe('npm run cost', () => {
  let all: TemplateResources;
  beforeAll(async () => {
    const app = await synthesizedStacks('defaults');
    all = Object.fromEntries(
      ['Data', ...stacks].flatMap((id) =>
        Object.entries(app(id).resources).map(([name, one]) => [`${id}/${name}`, one]),
      ),
    );
  });

  test('counts what a deployment with the default settings has', () => {
    const count = (type: string) => resourcesOfType(all, type).length;
    const metrics = resourcesOfType(all, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => {
      const { length } = metricsSchema.parse(Properties['Metrics']).filter(({ MetricStat }) => MetricStat);
      return Math.max(1, length);
    });
    expect({
      alarmMetrics: metrics.reduce((sum, one) => sum + one, 0),
      dashboards: count('AWS::CloudWatch::Dashboard'),
      polledQueues: count('AWS::Lambda::EventSourceMapping'),
      secrets: count('AWS::SecretsManager::Secret'),
      keys: count('AWS::KMS::Key'),
    }).toEqual(fixedResources);
  });

  test('counts the runs of every schedule', () => {
    const perHour = (expression: unknown) => {
      const [, rate, unit = ''] = /^rate\((\d+) (minute|hour)s?\)$/.exec(String(expression)) ?? [];
      return (unit === 'hour' ? 1 : 60) / Number(rate);
    };
    const rates = resourcesOfType(all, 'AWS::Events::Rule').map(([, { Properties }]) => [
      /(\w+?)Function\w{8}/.exec(JSON.stringify(Properties['Targets']))?.[1],
      perHour(Properties['ScheduleExpression']),
    ]);
    const expected = Object.entries(schedules).map(([name, { runsPerHour }]) => [
      expect.stringMatching(new RegExp(`${pascalCase(name.replace(/^\w+\//, ''))}$`)),
      runsPerHour,
    ]);
    expect(rates).toHaveLength(expected.length);
    expect(rates).toEqual(expect.arrayContaining(expected));
  });

  test('no run of a schedule or a queue is traced by itself', () => {
    const modes = Map.groupBy(
      resourcesOfType(all, 'AWS::Lambda::Function'),
      ([, { Properties }]) =>
        z.object({ Mode: z.string() }).default({ Mode: 'none' }).parse(Properties['TracingConfig']).Mode,
    );
    const inBackground = resourcesOfType(all, 'AWS::Lambda::EventInvokeConfig').length;
    expect(modes.get('PassThrough') ?? []).toHaveLength(inBackground);
  });
});
