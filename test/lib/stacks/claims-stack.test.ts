import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { schemaVersion } from '#contract/claims/schema-version.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { claimsPlan } from '#contract/plans.ts';
import type { TableNeeds } from '#lib/constructs/access/table-access.ts';
import { permissionsOf, tablePermissions } from '../constructs/access/permissions.ts';
import { deployedEndpoint, logicalIdOf, resourceAt } from '../deployed-endpoint.ts';
import {
  resourcesOf,
  resourcesOfType,
  stubApp,
  type TemplateResource,
  type TemplateResources,
  templateOf,
  templateText,
} from '../synthesized-app.ts';

let template: Template;
let resources: TemplateResources;
beforeAll(async () => {
  template = templateOf(await stubApp(), 'Claims');
  resources = resourcesOf(template);
});

const isPublic = ({ access }: EndpointDeclaration) => access.kind === 'public';

describe('every endpoint of the contract', () => {
  test.each(claimsEndpoints)('$method $path asks for what its access says', (endpoint) => {
    const { method } = deployedEndpoint(resources, endpoint);
    expect(method.Properties).toMatchObject({
      AuthorizationType: isPublic(endpoint) ? 'NONE' : 'CUSTOM',
      ApiKeyRequired: !isPublic(endpoint) && endpoint.unmetered !== true,
    });
  });

  test.each(claimsEndpoints)('$name is told what its environment schema asks for', (endpoint) => {
    const { Environment } = deployedEndpoint(resources, endpoint).function.Properties;
    const isPlain = endpoint.data === 'none' && endpoint.uses === undefined;
    const imported = (name: string) => ({ 'Fn::ImportValue': expect.stringContaining(name) });
    expect(Environment).toMatchObject({
      Variables: {
        POWERTOOLS_SERVICE_NAME: 'claims',
        ...(isPlain
          ? {}
          : {
              CLAIMS_TABLE: imported('RefClaimsTable'),
              AUDIT_TABLE: imported('RefAuditTable'),
              CHECKPOINT_BUCKET: imported('RefCheckpointBucket'),
              CHECKPOINT_KEY: imported('RefCheckpointKey'),
              EXPORT_BUCKET: imported('RefX12Bucket'),
              X12_BUCKET: imported('RefX12Bucket'),
              AUDIT_RUN_QUEUE: { Ref: expect.stringMatching(/^RunQueue/) },
            }),
      },
    });
  });
});

const log = ['logs:CreateLogStream own log', 'logs:PutLogEvents own log'];
const traces = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];
const reads = ['BatchGetItem', 'GetItem', 'Query'];
const indexes = ['by-entity-id', 'by-actor', 'by-event-type', 'by-entity-type'];

const readsOf = (...folders: string[]) =>
  folders.flatMap((folder) =>
    ['s3:GetObject', 's3:GetObjectVersion'].map((action) => `${action} x12/${folder}/*`),
  );
const writesOf = (...folders: string[]) => folders.map((folder) => `s3:PutObject x12/${folder}/*`);

/** What each use of the contract takes. The audit log is never updated and nothing in it deleted. */
const usePowers = {
  'audit-entries': reads.flatMap((action) =>
    ['', ...indexes.map((index) => `/index/${index}`)].map((index) => `dynamodb:${action} audit${index}`),
  ),
  'audit-append': [
    'dynamodb:GetItem audit',
    'dynamodb:PutItem audit if dynamodb:EnclosingOperation ForAnyValue:StringEquals TransactWriteItems' +
      ' if dynamodb:LeadingKeys ForAllValues:StringLike CHAIN#*',
  ],
  checkpoints: [
    's3:ListBucketVersions checkpoints',
    's3:GetObjectVersion checkpoints/checkpoints/*',
    'kms:GetPublicKey signing key',
  ],
  signing: [
    'kms:Sign signing key if kms:SigningAlgorithm StringEquals ECDSA_SHA_256',
    's3:PutObject checkpoints/checkpoints/*',
  ],
  'audit-runs': ['sqs:SendMessage run queue'],
  exports: ['s3:GetObject x12/audit-exports/*'],
  'write-exports': [
    's3:GetObject x12/audit-exports/*',
    's3:ListMultipartUploadParts x12/audit-exports/*',
    's3:PutObject x12/audit-exports/*',
  ],
  'inbox-upload': writesOf('inbox'),
  files: [
    ...readsOf('inbox'),
    ...writesOf('archive', 'quarantine', 'outbound'),
    's3:DeleteObject x12/inbox/*',
    's3:ListBucket x12',
  ],
  submissions: [
    ...readsOf('submissions', 'staging'),
    ...writesOf('submissions', 'staging'),
    's3:ListBucket x12',
  ],
  configuration: [...readsOf('config'), 's3:ListBucket x12'],
  'first-configuration': writesOf('config'),
  'staged-answers': [...readsOf('staging'), ...writesOf('inbox'), 's3:ListBucket x12'],
  'clearhouse-key': ['secretsmanager:GetSecretValue clearinghouse key'],
};

type Use = keyof typeof usePowers;

const powersFor = (needs: TableNeeds, uses: readonly Use[]) =>
  [...log, ...traces, ...tablePermissions(needs, 'claims'), ...uses.flatMap((use) => usePowers[use])].sort();

const nameOf = (arn: string) =>
  arn
    .replace(/^<Granary-Data:ExportsOutputFnGetAttClaimsTable[^>]*>/, 'claims')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttAuditTable[^>]*>/, 'audit')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttCheckpointBucket[^>]*>/, 'checkpoints')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttX12Bucket[^>]*>/, 'x12')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttCheckpointKey[^>]*>/, 'signing key')
    .replace(/^<Granary-Data:ExportsOutputRefClearinghouseKey[^>]*>/, 'clearinghouse key')
    .replace(/^<Failures\w+\.Arn>$/, 'failures')
    .replace(/^<RunQueue\w+\.Arn>$/, 'run queue')
    .replace(/^<IntakeInboxQueue\w+\.Arn>$/, 'inbox queue')
    .replace(/^<IntakeStagingQueue\w+\.Arn>$/, 'staging queue')
    .replace(/^<\w+Log\w+\.Arn>$/, 'own log');

/** What Lambda needs of the role to take messages, and the function to ask for a later attempt. */
const takesFrom = (queue: string) =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes', 'ChangeMessageVisibility'].map(
    (action) => `sqs:${action} ${queue}`,
  );

describe('a function may do what its endpoint needs, and nothing else', () => {
  test.each(claimsEndpoints)('$name', (endpoint) => {
    const { role } = deployedEndpoint(resources, endpoint);
    expect(permissionsOf(role, nameOf)).toEqual(powersFor(endpoint, endpoint.uses ?? []));
  });

  test('no function can update or delete in the audit table, or remove a checkpoint', () => {
    const own = resourcesOfType(resources, 'AWS::IAM::Role').filter(
      ([, { Properties }]) => 'Policies' in Properties,
    );
    const powers = own.flatMap(([, role]) => permissionsOf(role, nameOf));
    expect(powers.filter((power) => power.startsWith('dynamodb:PutItem audit if'))).not.toEqual([]);
    expect(
      powers.filter((power) =>
        /(Update|Delete|BatchWrite|PartiQL)\w* audit|PutItem audit(?! if dynamodb:EnclosingOperation)|s3:Bypass|s3:Delete\w* checkpoints/.test(
          power,
        ),
      ),
    ).toEqual([]);
  });
});

const targetSchema = z.looseObject({ Arn: z.unknown() });

describe('in the background', () => {
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

  test('a checkpoint is signed every hour', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
    });
    expect(permissionsOf(roleOf('SignCheckpoint'), nameOf)).toEqual(
      [...powersFor({ data: 'none' }, ['audit-entries', 'checkpoints', 'signing']), keepsFailures].sort(),
    );
  });

  test('work on the audit log that a caller asks for waits in a queue, two runs at a time', () => {
    expect(permissionsOf(roleOf('CarryOnAuditRun'), nameOf)).toEqual(
      [
        ...powersFor({ data: 'write' }, ['audit-entries', 'checkpoints', 'audit-runs', 'write-exports']),
        ...takesFrom('run queue'),
        keepsFailures,
      ].sort(),
    );
    expect(mappingsOf('AuditCarryOnAuditRun')).toEqual([takesOneByOne('RunQueue', 2)]);
    expect(functionOf('CarryOnAuditRun').Properties).toMatchObject({
      FunctionName: 'Granary-Claims-carry-on-audit-run',
      Timeout: 900,
    });
  });

  test('a function that continues through its own queue is not stopped as a loop, every other one is', () => {
    const allowed = Object.values(
      template.findResources('AWS::Lambda::Function', { Properties: { RecursiveLoop: 'Allow' } }),
    );
    expect(allowed.map(({ Properties }) => Properties.FunctionName).toSorted()).toEqual([
      'Granary-Claims-carry-on-audit-run',
      'Granary-Claims-ingest-file',
    ]);
  });

  test('a file in the inbox goes to a queue, and from there to the function that applies it', () => {
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
    expect(permissionsOf(roleOf('IntakeIngestFile'), nameOf)).toEqual(
      [
        ...powersFor({ data: 'write', deletes: ['unmatched-payments'] }, ['audit-append', 'files']),
        ...takesFrom('inbox queue'),
        'sqs:SendMessage inbox queue',
        keepsFailures,
      ].sort(),
    );
    expect(functionOf('IntakeIngestFile').Properties).toMatchObject({
      FunctionName: 'Granary-Claims-ingest-file',
    });
  });

  test.each([
    [
      'SchedulesExchangeFiles',
      'reservations',
      ['audit-append', 'submissions', 'inbox-upload', 'clearhouse-key'],
      5,
    ],
    ['SchedulesMarkOverdue', 'unmatched-payments', ['audit-append'], 15],
  ] as const)('%s runs by the clock, and may do what it needs', (id, deleted, uses, minutes) => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: `rate(${minutes} minutes)`,
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp(`^${id}`), 'Arn'] } })],
    });
    expect(permissionsOf(roleOf(id), nameOf)).toEqual(
      [...powersFor({ data: 'write', deletes: [deleted] }, uses), keepsFailures].sort(),
    );
  });

  test.each([
    ['ExchangeFiles', 300],
    ['MarkOverdue', 900],
  ])('neither EventBridge nor Lambda repeats %s, and a late event is dropped', (id, seconds) => {
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

  test('a release that knows a newer schema migrates to it when it is deployed', () => {
    template.hasResourceProperties('Custom::ClaimsSchema', { SchemaVersion: schemaVersion });
    const uses = ['audit-entries', 'audit-append', 'configuration', 'first-configuration'] as const;
    expect(permissionsOf(roleOf('MigrationMigrateSchema'), nameOf)).toEqual(
      powersFor({ data: 'write', writesInBatches: ['configuration'] }, uses),
    );
  });

  test('the test payer is there only when it is asked for', async () => {
    const answering = 'IntakeAnswerAsPayer';
    const idsIn = (of: TemplateResources) =>
      resourcesOfType(of, 'AWS::Lambda::Function').map(([id]) => id.slice(0, answering.length));
    expect(idsIn(resources)).not.toContain(answering);
    const tried = resourcesOf(templateOf(await stubApp({ testPayer: 'on' }), 'Claims'));
    expect(idsIn(tried)).toContain(answering);
    const [, role] = resourcesOfType(tried, 'AWS::IAM::Role').find(([id]) => id.startsWith(answering)) ?? [];
    expect(role && permissionsOf(role, nameOf)).toEqual(
      [
        ...powersFor({ data: 'write' }, ['staged-answers']),
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
  ])('what %s fails at is repeated %d times, and then kept', (id, MaximumRetryAttempts) => {
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

test('what an operator has to know of has a name that stays', () => {
  template.hasOutput('FailuresUrl', {});
  template.hasOutput('DeadLettersUrl', {});
  template.hasOutput('AlarmsTopicArn', {});
});

describe('callers', () => {
  test('each role, and nobody in particular, is metered by one key each in one plan', () => {
    const values = resourcesOfType(resources, 'AWS::ApiGateway::ApiKey').map(
      ([, { Properties }]) => Properties['Value'],
    );
    expect(values.sort()).toEqual(
      ['admin', 'auditor', 'biller', 'no-role'].map((name) => `Granary-Claims-meter-${name}`),
    );
    template.resourceCountIs('AWS::ApiGateway::UsagePlanKey', 4);
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      Throttle: { RateLimit: claimsPlan.ratePerSecond, BurstLimit: claimsPlan.burst },
      Quota: { Limit: claimsPlan.monthlyQuota, Period: 'MONTH' },
    });
  });

  test('the authorizer reads the claims table alone', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ GATEWAY_KEY_PREFIX: 'Granary-Claims-meter' }) },
    });
    const [[, authorizer] = []] = resourcesOfType(resources, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('Authorizer'),
    );
    const role = resourceAt(resources, logicalIdOf(authorizer?.Properties['Role']));
    expect(permissionsOf(role, nameOf)).toEqual(powersFor({ data: 'read' }, []));
    expect(templateText(authorizer?.Properties['Role'])).toContain('Authorizer');
  });
});
