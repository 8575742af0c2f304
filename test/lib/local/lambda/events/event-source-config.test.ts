import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { Deployment } from '#lib/local/cloudformation/deployment.ts';
import type { JsonObject, TemplateJson } from '#lib/local/cloudformation/json.ts';
import { readEventSources } from '#lib/local/lambda/events/event-source-config.ts';
import { readFunctions } from '#lib/local/lambda/function-config.ts';
import { Functions } from '#lib/local/lambda/functions.ts';
import { Queues } from '#lib/local/sqs/queues.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';

const directory = mkdtempSync(join(tmpdir(), 'granary-sources-'));
const folder = DataFolder.take(directory);
afterAll(() => rmSync(directory, { recursive: true }));

const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const role = (actions: readonly string[]): JsonObject => ({
  Policies: [
    {
      PolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: [...actions], Resource: arn('Queue') }],
      },
    },
  ],
});
const polling = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

interface Changes {
  readonly mapping?: JsonObject;
  readonly queue?: JsonObject;
  readonly actions?: readonly string[];
}

/** Reads a mapping of a valid template with these changes. */
function read({ mapping = {}, queue = {}, actions = polling }: Changes) {
  const resource = (Type: string, Properties: Record<string, TemplateJson>) => ({
    Type,
    Properties,
    Metadata: {},
  });
  const Resources = {
    Queue: resource('AWS::SQS::Queue', { VisibilityTimeout: 60, ...queue }),
    Role: resource('AWS::IAM::Role', role(actions)),
    Work: resource('AWS::Lambda::Function', {
      Code: { S3Key: 'code' },
      Runtime: 'nodejs24.x',
      Timeout: 60,
      Role: arn('Role'),
    }),
    Mapping: resource('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: arn('Queue'),
      FunctionName: { Ref: 'Work' },
      ...mapping,
    }),
  };
  const template = { Resources, Outputs: {} };
  const assets = new Map([['code', directory]]);
  const deployment = new Deployment([{ name: 'Test', template, assets }], {
    region: 'us-east-1',
    account: '000000000000',
    controlPlaneUrl: 'http://127.0.0.1:1',
  });
  const functions = new Functions(readFunctions(deployment), {
    folder,
    region: 'us-east-1',
    maxInstances: 8,
    idleMilliseconds: 1_000,
    maxProcesses: 8,
    concurrentExecutions: undefined,
    sharedVariables: () => ({}),
    localize: (value) => value,
    onLog: () => {},
  });
  const queues = new Queues(deployment, folder);
  try {
    return readEventSources(deployment, functions, queues);
  } finally {
    queues.close();
  }
}

test('reads the properties of the template, with the defaults of Lambda', () => {
  expect(read({})).toEqual([
    expect.objectContaining({ batchSize: 10, maxConcurrency: undefined, reportsFailures: false }),
  ]);
  const mapping = {
    BatchSize: 1,
    ScalingConfig: { MaximumConcurrency: 2 },
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  };
  expect(read({ mapping })).toEqual([
    expect.objectContaining({ batchSize: 1, maxConcurrency: 2, reportsFailures: true }),
  ]);
});

test('leaves out a disabled mapping', () => {
  expect(read({ mapping: { Enabled: false } })).toEqual([]);
});

test.each<[string, Changes, RegExp]>([
  [
    'a filter',
    { mapping: { FilterCriteria: {} } },
    /property FilterCriteria: the local runtime does not support it\.$/,
  ],
  [
    'a window',
    { mapping: { MaximumBatchingWindowInSeconds: 5 } },
    /property MaximumBatchingWindowInSeconds: the local runtime does not support it\.$/,
  ],
  ['a batch larger than a receive', { mapping: { BatchSize: 100 } }, /property BatchSize: /],
  [
    'a concurrency below the minimum of Lambda',
    { mapping: { ScalingConfig: { MaximumConcurrency: 1 } } },
    /property ScalingConfig\.MaximumConcurrency: /,
  ],
  [
    'a source that is not a queue',
    { mapping: { EventSourceArn: 'arn:aws:kinesis:us-east-1:000000000000:stream/one' } },
    /property EventSourceArn: the local runtime takes events only from queues of the templates\.$/,
  ],
  [
    'a function of another app',
    { mapping: { FunctionName: 'other' } },
    /property FunctionName: the templates have no such function\.$/,
  ],
  [
    'a visibility timeout shorter than the function may run',
    { queue: { VisibilityTimeout: 59 } },
    /property EventSourceArn: the queue hides a message for 59 s, less than the function may run \(60 s\)\.$/,
  ],
  ...polling.map((missing): [string, Changes, RegExp] => [
    `a role without ${missing}`,
    { actions: polling.filter((action) => action !== missing) },
    new RegExp(`property FunctionName: the role of .* does not allow ${missing} on arn:aws:sqs:`),
  ]),
])('refuses %s in one sentence', (_, changes, reason) => {
  expect(() => read(changes)).toThrow(reason);
  expect(() => read(changes)).toThrow(/^Stack Test, resource Mapping, property [^\n]*$/);
});
