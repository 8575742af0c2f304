import { afterEach, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { StackTemplate } from '#lib/local/cloudformation/assembly.ts';
import { Deployment } from '#lib/local/cloudformation/deployment.ts';
import type { TemplateJson } from '#lib/local/cloudformation/json.ts';
import { Schedules } from '#lib/local/events/schedules.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { DurableMap } from '#lib/local/state/durable-map.ts';
import { newFolder, removeFolder, until } from '../fixture/runtime.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0).reverse()) end();
});

interface Delivered {
  readonly arn: string;
  readonly event: { readonly [name: string]: unknown };
}

function schedulesOf(
  resources: Readonly<Record<string, [string, Record<string, TemplateJson>]>>,
  lastRuns: object = {},
) {
  const path = newFolder();
  const folder = DataFolder.take(path);
  const journal = DurableMap.open(folder.file('state', 'schedules.ndjson'), z.number());
  for (const [id, moment] of Object.entries(lastRuns)) journal.set(id, moment);
  journal.close();
  const template: StackTemplate = {
    name: 'Main',
    region: undefined,
    assets: new Map(),
    template: {
      Parameters: {},
      Mappings: {},
      Conditions: {},
      Outputs: {},
      Resources: Object.fromEntries(
        Object.entries(resources).map(([id, [Type, Properties]]) => [id, { Type, Properties, Metadata: {} }]),
      ),
    },
  };
  const place = { region: 'us-east-1', account: '000000000000' };
  const deployment = new Deployment([template], { ...place, controlPlaneUrl: '' });
  const delivered: Delivered[] = [];
  const schedules = new Schedules(deployment, {
    ...place,
    folder,
    deliver: (arn, payload) => delivered.push({ arn, event: JSON.parse(payload) }),
  });
  endings.push(
    () => removeFolder(path),
    () => schedules.stop(),
  );
  return { schedules, delivered };
}

test('what became due while nothing ran comes soon after the start, once; what is not due does not', async () => {
  const { schedules, delivered } = schedulesOf(
    {
      Due: ['AWS::Events::Rule', { ScheduleExpression: 'rate(1 hour)', Targets: [{ Arn: 'arn:due' }] }],
      Fresh: ['AWS::Events::Rule', { ScheduleExpression: 'rate(1 hour)', Targets: [{ Arn: 'arn:fresh' }] }],
      Off: [
        'AWS::Events::Rule',
        { ScheduleExpression: 'rate(1 minute)', State: 'DISABLED', Targets: [{ Arn: 'arn:off' }] },
      ],
      Scheduled: [
        'AWS::Scheduler::Schedule',
        {
          ScheduleExpression: 'rate(1 hour)',
          Target: { Arn: 'arn:scheduled', Input: '{"at":"<aws.scheduler.scheduled-time>"}' },
        },
      ],
    },
    { 'Main/Due': Date.now() - 4_000_000, 'Main/Off': 0, 'Main/Scheduled': 0 },
  );
  schedules.start();
  await until(() => delivered.length === 2);
  expect(delivered.map(({ arn }) => arn).toSorted()).toEqual(['arn:due', 'arn:scheduled']);
  expect(delivered.find(({ arn }) => arn === 'arn:due')?.event).toMatchObject({
    source: 'aws.events',
    'detail-type': 'Scheduled Event',
    resources: ['arn:aws:events:us-east-1:000000000000:rule/Main-Due'],
  });
  const scheduled = delivered.find(({ arn }) => arn === 'arn:scheduled');
  expect(scheduled?.event['at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('an expression that is not understood names its place', () => {
  const rule = { ScheduleExpression: 'now and then', Targets: [] };
  expect(() => schedulesOf({ Odd: ['AWS::Events::Rule', rule] })).toThrow(
    'Stack Main, resource Odd, property ScheduleExpression: now and then is not understood.',
  );
});
