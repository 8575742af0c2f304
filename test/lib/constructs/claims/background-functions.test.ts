import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { purgedRecords } from '#claims/retention/contract.ts';
import { schemaVersion } from '#contract/claims/service.ts';
import { logicalIdOf, resourceAt } from '../../deployed-endpoint.ts';
import {
  resourcesOfType,
  synthesizedStacks,
  type TemplateResource,
  type TemplateResources,
  templateText,
} from '../../synthesis/template.ts';
import { permissionsFor, resourceName } from '../access/claims-permissions.ts';
import { permissionsOf } from '../access/permissions.ts';

let template: Template;
let resources: TemplateResources;
beforeAll(async () => {
  ({ template, resources } = (await synthesizedStacks('web'))('Claims'));
});

/** Permissions to receive messages and to request a later attempt. */
const takesFrom = (queue: string) =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes', 'ChangeMessageVisibility'].map(
    (action) => `sqs:${action} ${queue}`,
  );

const targetSchema = z.looseObject({ Arn: z.unknown() });

describe('background functions', () => {
  const functionOf = (id: string): TemplateResource => {
    const found = resourcesOfType(resources, 'AWS::Lambda::Function').find(([name]) => name.includes(id));
    if (!found) throw new Error(`There is no function ${id}`);
    return found[1];
  };
  const roleOf = (id: string) => resourceAt(resources, logicalIdOf(functionOf(id).Properties['Role']));
  const keepsFailures = 'sqs:SendMessage failures';
  const mappingsOf = (functionId: string, of: TemplateResources = resources) =>
    resourcesOfType(of, 'AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties)
      .filter(({ FunctionName }) => templateText(FunctionName).startsWith(`<${functionId}`));
  const takesOneByOne = (queueId: string, MaximumConcurrency: number) =>
    expect.objectContaining({
      BatchSize: 1,
      EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(`^${queueId}`), 'Arn'] },
      ScalingConfig: { MaximumConcurrency },
    });

  test('signs a checkpoint every hour', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
    });
    expect(permissionsOf(roleOf('SignCheckpoint'), resourceName)).toEqual(
      [
        ...permissionsFor({ data: 'none' }, ['audit-entries', 'checkpoints', 'signing']),
        keepsFailures,
      ].sort(),
    );
  });

  test('verifications and exports run for messages of the inbox queue', () => {
    expect(permissionsOf(roleOf('CarryOnAuditRun'), resourceName)).toEqual(
      [
        ...permissionsFor({ data: 'write' }, ['audit-entries', 'checkpoints', 'audit-runs', 'write-exports']),
        keepsFailures,
      ].sort(),
    );
    expect(mappingsOf('AuditCarryOnAuditRun')).toEqual([]);
  });

  test('bulk runs run for messages of the inbox queue', () => {
    expect(permissionsOf(roleOf('CarryOnBulkRun'), resourceName)).toEqual(
      [
        ...permissionsFor({ data: 'write', deletes: ['claim-contents', 'search-entries'] }, [
          'audit-append',
          'bulk-runs',
          'search-key',
        ]),
        keepsFailures,
      ].sort(),
    );
    expect(mappingsOf('BulkCarryOnBulkRun')).toEqual([]);
  });

  test('a run ends before the function that waits for it', () => {
    const timeout = (id: string) => Number(functionOf(id).Properties['Timeout']);
    for (const id of ['CarryOnAuditRun', 'CarryOnBulkRun'])
      expect(timeout(id)).toBeLessThan(timeout('IngestFile'));
  });

  test('only functions that continue through their own queue may call themselves', () => {
    const allowed = Object.keys(
      template.findResources('AWS::Lambda::Function', { Properties: { RecursiveLoop: 'Allow' } }),
    );
    expect(allowed.map((id) => id.replace(/Function.{8}$/, '')).toSorted()).toEqual([
      'AuditCarryOnAuditRun',
      'BulkCarryOnBulkRun',
      'IntakeIngestFile',
    ]);
  });

  test('a file in the inbox reaches its function through a queue', () => {
    template.hasResourceProperties('Custom::S3BucketNotifications', {
      BucketName: { 'Fn::ImportValue': Match.stringLikeRegexp('RefX12Bucket') },
      Managed: false,
      NotificationConfiguration: {
        LambdaFunctionConfigurations: Match.absent(),
        QueueConfigurations: [
          {
            Events: ['s3:ObjectCreated:*'],
            Filter: { Key: { FilterRules: [{ Name: 'prefix', Value: 'inbox/' }] } },
            QueueArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^IntakeInboxQueue'), 'Arn'] },
          },
        ],
      },
    });
    expect(mappingsOf('IntakeIngestFile')).toEqual([takesOneByOne('IntakeInboxQueue', 2)]);
    expect(permissionsOf(roleOf('IntakeIngestFile'), resourceName)).toEqual(
      [
        ...permissionsFor({ data: 'write', deletes: ['unmatched-payments'] }, [
          'audit-append',
          'files',
          'search-key',
        ]),
        ...takesFrom('inbox queue'),
        'sqs:SendMessage inbox queue',
        'lambda:InvokeFunction audit runs',
        'lambda:InvokeFunction bulk runs',
        keepsFailures,
      ].sort(),
    );
  });

  test.each([
    [
      'SchedulesExchangeFiles',
      [],
      ['audit-append', 'submissions', 'inbox-upload', 'clearhouse-key'],
      '1 minute',
    ],
    ['SchedulesMarkOverdue', ['unmatched-payments'], ['audit-append'], '15 minutes'],
  ] as const)('%s runs on schedule with its permissions', (id, deletes, uses, interval) => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: `rate(${interval})`,
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp(`^${id}`), 'Arn'] } })],
    });
    expect(permissionsOf(roleOf(id), resourceName)).toEqual(
      [...permissionsFor({ data: 'write', deletes }, uses), keepsFailures].sort(),
    );
  });

  test('purges run on schedule with their permissions', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(15 minutes)',
      Targets: [
        Match.objectLike({
          Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^PurgeRecords'), 'Arn'] },
        }),
      ],
    });
    const needs = { data: 'write', deletes: purgedRecords, writesInBatches: purgedRecords } as const;
    expect(permissionsOf(roleOf('PurgeRecords'), resourceName)).toEqual(
      [...permissionsFor(needs, ['audit-append', 'purged-files', 'search-key']), keepsFailures].sort(),
    );
  });

  test('alerts are raised every minute, with the permission to send and to read their secrets', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      Targets: [
        Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^AlertsRaiseAlerts'), 'Arn'] } }),
      ],
    });
    const permissions = permissionsOf(roleOf('RaiseAlerts'), resourceName);
    const needs = { data: 'write', readsSecrets: ['webhook-secrets'] } as const;
    expect(permissions.filter((one) => !one.startsWith('ses:'))).toEqual(
      [...permissionsFor(needs, ['audit-append']), keepsFailures].sort(),
    );
  });

  test.each([
    ['ExchangeFiles', 60],
    ['PurgeRecords', 900],
    ['MarkOverdue', 900],
  ])('neither EventBridge nor Lambda retries %s, and late events are dropped', (id, seconds) => {
    const [targets] = resourcesOfType(resources, 'AWS::Events::Rule')
      .map(([, { Properties }]) => z.array(targetSchema).parse(Properties['Targets']))
      .filter(([target]) => templateText(target?.Arn).includes(id));
    expect(targets).toMatchObject([{ RetryPolicy: { MaximumRetryAttempts: 0 } }]);
    const [invocations] = resourcesOfType(resources, 'AWS::Lambda::EventInvokeConfig').filter(
      ([, { Properties }]) => templateText(Properties['FunctionName']).includes(id),
    );
    expect(invocations?.[1].Properties).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: seconds,
    });
  });

  test('a release with a newer schema version migrates at deployment', () => {
    template.hasResourceProperties('Custom::ClaimsSchema', { SchemaVersion: schemaVersion });
    const uses = ['audit-append', 'configuration', 'first-configuration'] as const;
    expect(permissionsOf(roleOf('MigrationMigrateSchema'), resourceName)).toEqual(
      [
        ...permissionsFor({ data: 'write', writesInBatches: ['configuration'] }, uses),
        'cloudformation:DescribeStacks <AWS::StackId>',
      ].sort(),
    );
  });

  test('deploys the test payer only if the setting is on', async () => {
    const answering = 'IntakeAnswerAsPayer';
    const idsIn = (of: TemplateResources) =>
      resourcesOfType(of, 'AWS::Lambda::Function').map(([id]) => id.slice(0, answering.length));
    expect(idsIn(resources)).not.toContain(answering);
    const tried = (await synthesizedStacks('certificateInZone'))('Claims').resources;
    expect(idsIn(tried)).toContain(answering);
    const [, role] = resourcesOfType(tried, 'AWS::IAM::Role').find(([id]) => id.startsWith(answering)) ?? [];
    expect(role && permissionsOf(role, resourceName)).toEqual(
      [
        ...permissionsFor({ data: 'write' }, ['staged-answers']),
        ...takesFrom('staging queue'),
        keepsFailures,
      ].sort(),
    );
  });

  test.each([
    ['SignCheckpoint', 2],
    ['CarryOnAuditRun', 2],
    ['IngestFile', 2],
    ['ExchangeFiles', 0],
    ['MarkOverdue', 0],
    ['PurgeRecords', 0],
  ])('retries failed events of %s %d times, then keeps them', (id, MaximumRetryAttempts) => {
    const kept = resourcesOfType(resources, 'AWS::Lambda::EventInvokeConfig').filter(([, { Properties }]) =>
      templateText(Properties['FunctionName']).includes(id),
    );
    expect(kept.map(([, { Properties }]) => Properties)).toEqual([
      expect.objectContaining({
        MaximumRetryAttempts,
        DestinationConfig: {
          OnFailure: { Destination: { 'Fn::GetAtt': [expect.stringMatching(/^Failures/), 'Arn'] } },
        },
      }),
    ]);
  });
});
