import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { auditIndexes } from '#contract/claims/audit/indexes.ts';
import { resourcesOfType, synthesizedStacks, type TemplateResources } from '../synthesis/template.ts';

let data: Template;
let dataResources: TemplateResources;
let encrypted: Template;
let encryptedResources: TemplateResources;

beforeAll(async () => {
  ({ template: data, resources: dataResources } = (await synthesizedStacks('defaults'))('Data'));
  ({ template: encrypted, resources: encryptedResources } = (await synthesizedStacks('certificate'))('Data'));
});

describe('what must survive', () => {
  // A logical id is a promise: CloudFormation replaces a resource whose id changed by a new, empty one.
  test.each([
    ['CommerceTable6CC80189', 'AWS::DynamoDB::Table'],
    ['ClaimsTableD23EAB22', 'AWS::DynamoDB::Table'],
    ['AuditTableB07F8EEB', 'AWS::DynamoDB::Table'],
    ['CheckpointBucketDFE4871A', 'AWS::S3::Bucket'],
    ['X12Bucket643DA320', 'AWS::S3::Bucket'],
    ['CheckpointKey6ED5B60F', 'AWS::KMS::Key'],
    ['ClearinghouseKeyD4E177BB', 'AWS::SecretsManager::Secret'],
  ])('%s keeps its logical id', (id, type) => {
    expect(dataResources[id]?.Type).toBe(type);
  });

  test('the key keeps its logical id', () => {
    expect(encryptedResources['Key961B73FD']?.Type).toBe('AWS::KMS::Key');
  });

  test('tables, buckets and keys are retained, unless their own creation is rolled back', () => {
    for (const type of [
      'AWS::DynamoDB::Table',
      'AWS::KMS::Key',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
    ]) {
      encrypted.allResources(type, { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
  });

  test('the secret for the clearinghouse’s key is told by a name that stays', () => {
    data.hasOutput('ClearinghouseKeyName', {});
  });

  test('the stack is protected against deletion where the setting says so', async () => {
    // Not from the start: a protected stack whose creation failed could not be replaced.
    expect((await synthesizedStacks('defaults'))('Data').isProtected).toBe(false);
    expect((await synthesizedStacks('certificateInZone'))('Data').isProtected).toBe(true);
  });
});

describe('CommerceTable', () => {
  test('point-in-time recovery, deletion protection, on demand, TTL', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    });
  });

  test('string keys pk and sk, and two indexes over everything', () => {
    const keys = (prefix: string) => [
      { AttributeName: `${prefix}pk`, KeyType: 'HASH' },
      { AttributeName: `${prefix}sk`, KeyType: 'RANGE' },
    ];
    const index = (IndexName: string) => ({
      IndexName,
      KeySchema: keys(IndexName),
      Projection: { ProjectionType: 'ALL' },
    });
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: keys(''),
      GlobalSecondaryIndexes: [index('gsi1'), index('gsi2')],
      AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
    });
  });

  test('no stream: the design does without', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', { StreamSpecification: Match.absent() });
  });
});

describe('AuditTable', () => {
  test('nothing in it expires, and its indexes hold keys alone, by fields of the entry itself', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: Match.absent(),
      GlobalSecondaryIndexes: Object.entries(auditIndexes).map(([field, IndexName]) => ({
        IndexName,
        KeySchema: [
          { AttributeName: field, KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    });
  });

  test('its policy denies everyone all changes but puts in transactions, and no action that manages it', () => {
    const [policy] = resourcesOfType(dataResources, 'AWS::DynamoDB::Table').flatMap(
      ([, { Properties }]) => Properties['ResourcePolicy'] ?? [],
    );
    const everyone = { Effect: 'Deny', Principal: { AWS: '*' }, Resource: '*' };
    expect(policy).toEqual({
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            ...everyone,
            Sid: 'NothingIsUpdatedOrDeleted',
            Action: [
              'dynamodb:BatchWriteItem',
              'dynamodb:DeleteItem',
              'dynamodb:PartiQLDelete',
              'dynamodb:PartiQLInsert',
              'dynamodb:PartiQLUpdate',
              'dynamodb:UpdateItem',
            ],
          },
          {
            ...everyone,
            Sid: 'PutsAreInTransactions',
            Action: 'dynamodb:PutItem',
            Condition: { StringNotEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' } },
          },
        ],
      },
    });
  });
});

describe('CheckpointBucket', () => {
  test('locks every object in compliance mode, for six years unless the settings say otherwise', () => {
    const locked = (Days: number) => ({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days } } },
      VersioningConfiguration: { Status: 'Enabled' },
    });
    data.hasResourceProperties('AWS::S3::Bucket', locked(2192));
    encrypted.hasResourceProperties('AWS::S3::Bucket', locked(3650));
  });

  test('nobody may delete, hide or replace a checkpoint', () => {
    data.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Principal: { AWS: '*' },
            Action: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
          }),
          Match.objectLike({
            Effect: 'Deny',
            Principal: { AWS: '*' },
            Action: 's3:PutObject',
            Condition: { Null: { 's3:if-none-match': 'true' } },
          }),
        ]),
      },
    });
  });

  test('its key signs, and does nothing else', () => {
    data.hasResourceProperties('AWS::KMS::Key', { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
  });
});

describe('buckets', () => {
  test('are private, keep versions, and answer over TLS alone', () => {
    const buckets = resourcesOfType(dataResources, 'AWS::S3::Bucket');
    expect(buckets).toHaveLength(3);
    const all = {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    };
    for (const [, { Properties }] of buckets) {
      expect(Properties).toMatchObject({
        PublicAccessBlockConfiguration: all,
        VersioningConfiguration: { Status: 'Enabled' },
      });
    }
    const policies = resourcesOfType(dataResources, 'AWS::S3::BucketPolicy').map(([, policy]) =>
      JSON.stringify(policy),
    );
    expect(policies).toHaveLength(3);
    for (const policy of policies) expect(policy).toContain('aws:SecureTransport');
  });
});

describe('-c encryption=customer-managed', () => {
  test('the table is encrypted with a key that rotates', () => {
    encrypted.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true, PendingWindowInDays: 30 });
    encrypted.hasResourceProperties('AWS::DynamoDB::Table', {
      SSESpecification: {
        SSEEnabled: true,
        SSEType: 'KMS',
        KMSMasterKeyId: { 'Fn::GetAtt': ['Key961B73FD', 'Arn'] },
      },
    });
  });

  test('CloudWatch Logs may use it for log groups of this account and region, and for nothing else', () => {
    encrypted.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Sid: 'LogGroups',
            Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': Match.anyValue() } },
          }),
        ]),
      },
    });
  });

  test('alarms of this account may be told through a topic that it encrypts', () => {
    encrypted.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Sid: 'Alarms',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ]),
      },
    });
  });

  test('the clearinghouse’s key is encrypted with it', () => {
    encrypted.hasResourceProperties('AWS::SecretsManager::Secret', {
      KmsKeyId: { 'Fn::GetAtt': ['Key961B73FD', 'Arn'] },
    });
  });

  test('without it there is no key to pay for but the one that signs', () => {
    data.resourceCountIs('AWS::KMS::Key', 1);
  });

  test('buckets are encrypted with it, but for the access logs, which S3 delivers with its own', () => {
    for (const [id, { Properties }] of resourcesOfType(encryptedResources, 'AWS::S3::Bucket')) {
      const text = JSON.stringify(Properties['BucketEncryption']);
      if (id.startsWith('AccessLogBucket')) expect(text).toContain('AES256');
      else expect(text).toContain('Key961B73FD');
    }
  });
});
