import { afterEach, expect, test } from '@jest/globals';
import * as z from 'zod';
import { Clock } from '#lib/local/clock/clock-routes.ts';
import type { StackTemplate } from '#lib/local/cloudformation/assembly.ts';
import { Deployment } from '#lib/local/cloudformation/deployment.ts';
import type { TemplateJson } from '#lib/local/cloudformation/json.ts';
import { Schedules } from '#lib/local/events/schedules.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { DurableMap } from '#lib/local/state/durable-map.ts';
import { newFolder, removeFolder, until } from '../fixture/runtime.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanups.splice(0).reverse()) cleanUp();
});

interface Delivered {
  readonly arn: string;
  readonly event: { readonly [name: string]: unknown };
}

type RuleProperties = Readonly<Record<string, TemplateJson>>;

const rule = (ScheduleExpression: string, more: RuleProperties = {}): RuleProperties => ({
  ScheduleExpression,
  ...more,
});

function schedulesOf(rules: Readonly<Record<string, RuleProperties>>, lastRuns: object = {}) {
  const path = newFolder();
  const folder = DataFolder.take(path);
  const stored = DurableMap.open(folder.file('state', 'schedules.ndjson'), z.number());
  for (const [id, moment] of Object.entries(lastRuns)) stored.set(id, moment);
  stored.close();
  const template: StackTemplate = {
    name: 'Main',
    assets: new Map(),
    template: {
      Outputs: {},
      Resources: Object.fromEntries(
        Object.entries(rules).map(([id, properties]) => {
          const Properties = { ...properties, Targets: [{ Id: 'Target0', Arn: `arn:${id}` }] };
          return [id, { Type: 'AWS::Events::Rule', Properties, Metadata: {} }];
        }),
      ),
    },
  };
  const place = { region: 'us-east-1', account: '000000000000' };
  const deployment = new Deployment([template], { ...place, controlPlaneUrl: '' });
  const delivered: Delivered[] = [];
  const clock = new Clock(folder);
  const schedules = new Schedules(deployment, {
    ...place,
    folder,
    clock,
    deliver: (arn, payload) => delivered.push({ arn, event: JSON.parse(payload) }),
  });
  cleanups.push(
    () => removeFolder(path),
    () => schedules.stop(),
  );
  return { clock, schedules, delivered };
}

test('an overdue schedule runs once, soon after the start', async () => {
  const { schedules, delivered } = schedulesOf(
    {
      Due: rule('rate(1 hour)'),
      AlsoDue: rule('rate(2 hours)'),
      Fresh: rule('rate(1 hour)'),
      Long: rule('rate(40 days)'),
      Off: rule('rate(1 minute)', { State: 'DISABLED' }),
    },
    { 'Main/Due': Date.now() - 4_000_000, 'Main/AlsoDue': 0, 'Main/Off': 0, 'Main/Long': Date.now() - 1 },
  );
  schedules.start();
  await until(() => delivered.length === 2);
  expect(delivered.map(({ arn }) => arn).toSorted()).toEqual(['arn:AlsoDue', 'arn:Due']);
  expect(delivered.find(({ arn }) => arn === 'arn:Due')?.event).toMatchObject({
    source: 'aws.events',
    'detail-type': 'Scheduled Event',
    resources: ['arn:aws:events:us-east-1:000000000000:rule/Main-Due'],
  });
});

test('a clock that moves on by a year runs each rule that it passes once', async () => {
  const { clock, schedules, delivered } = schedulesOf({
    Often: rule('rate(1 minute)'),
    Daily: rule('rate(1 day)'),
    Later: rule('rate(400 days)'),
  });
  schedules.start();
  clock.advance(365 * 86_400_000);
  expect(delivered.map(({ arn }) => arn)).toEqual(['arn:Often', 'arn:Daily']);
  expect(Date.parse(String(delivered[0]?.event['time']))).toBeGreaterThan(Date.now() + 364 * 86_400_000);
  clock.advance(61_000);
  expect(delivered.map(({ arn }) => arn)).toEqual(['arn:Often', 'arn:Daily', 'arn:Often']);
});

test.each([
  'now and then',
  'rate(0 minutes)',
  'rate(5 weeks)',
  'cron(0 12 * * ? *)',
  'at(2026-11-21T12:00:00)',
])('%s is refused with its place in the template', (expression) => {
  expect(() => schedulesOf({ Odd: rule(expression) })).toThrow(
    `Stack Main, resource Odd, property ScheduleExpression: the local runtime supports rate(…), not ${expression}.`,
  );
});
