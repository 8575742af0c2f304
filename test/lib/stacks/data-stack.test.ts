import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { auditIndexes, auditIndexKeys } from '#claims/audit/index-fields.ts';
import { namedRoles } from '#contract/role-names.ts';
import { resourcesOfType, synthesizedStacks, type TemplateResources } from '../synthesis/template.ts';

let data: Template;
let dataResources: TemplateResources;
let encrypted: Template;
let encryptedResources: TemplateResources;

beforeAll(async () => {
  ({ template: data, resources: dataResources } = (await synthesizedStacks('web'))('Data'));
  ({ template: encrypted, resources: encryptedResources } = (await synthesizedStacks('certificate'))('Data'));
});

describe('stored data', () => {
  // CloudFormation replaces a resource whose logical id changes with a new, empty one.
  test.each([
    ['CommerceTable6CC80189', 'AWS::DynamoDB::Table'],
    ['ClaimsTableD23EAB22', 'AWS::DynamoDB::Table'],
    ['AuditTableB07F8EEB', 'AWS::DynamoDB::Table'],
    ['CheckpointBucketDFE4871A', 'AWS::S3::Bucket'],
    ['X12Bucket643DA320', 'AWS::S3::Bucket'],
    ['CheckpointKey6ED5B60F', 'AWS::KMS::Key'],
    ['ClearinghouseKeyD4E177BB', 'AWS::SecretsManager::Secret'],
    ['PaymentKeysFF0DE8B8', 'AWS::SecretsManager::Secret'],
  ])('%s keeps its logical id', (id, type) => {
    expect(dataResources[id]?.Type).toBe(type);
  });

  test('the key keeps its logical id', () => {
    expect(encryptedResources['Key961B73FD']?.Type).toBe('AWS::KMS::Key');
  });

  test('retains tables, buckets and keys, unless their creation is rolled back', () => {
    for (const type of [
      'AWS::DynamoDB::Table',
      'AWS::KMS::Key',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
    ]) {
      encrypted.allResources(type, { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
  });

  test('an output names the secret for the clearinghouse’s key', () => {
    data.hasOutput('ClearinghouseKeyName', {});
  });

  test('protects the stack against deletion if the setting is on', async () => {
    // Not from the start: a protected stack whose creation failed could not be replaced.
    expect((await synthesizedStacks('defaults'))('Data').isProtected).toBe(false);
    expect((await synthesizedStacks('certificateInZone'))('Data').isProtected).toBe(true);
  });
});

describe('the user pool', () => {
  test('is kept, and lets in only people whom an operator invites, with an authenticator app', () => {
    data.hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        DeletionProtection: 'ACTIVE',
        MfaConfiguration: 'ON',
        EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
        Policies: { PasswordPolicy: Match.objectLike({ MinimumLength: 12, RequireSymbols: true }) },
        UsernameAttributes: ['email'],
        UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
        UserPoolTier: 'ESSENTIALS',
      },
    });
  });

  test('has a group for each role', () => {
    const groups = resourcesOfType(dataResources, 'AWS::Cognito::UserPoolGroup');
    expect(groups.map(([, { Properties }]) => Properties['GroupName'])).toEqual(namedRoles);
    expect(groups.map(([, { DeletionPolicy }]) => DeletionPolicy)).toEqual(
      namedRoles.map(() => 'RetainExceptOnCreate'),
    );
  });

  test('is not there with an external provider', () => {
    encrypted.resourceCountIs('AWS::Cognito::UserPool', 0);
  });
});

test('there is no secret that the settings do not need', async () => {
  const secrets = resourcesOfType(
    (await synthesizedStacks('defaults'))('Data').resources,
    'AWS::SecretsManager::Secret',
  );
  expect(secrets.map(([id]) => id)).toEqual(['SearchKeyC844E5EA']);
});

test('tables whose items are kept for years have the class for rare reads', () => {
  const classes = resourcesOfType(dataResources, 'AWS::DynamoDB::Table').map(([id, { Properties }]) => [
    id.replace(/\w{8}$/, ''),
    Properties['TableClass'],
  ]);
  expect(Object.fromEntries(classes)).toEqual({
    CommerceTable: undefined,
    ClaimsTable: 'STANDARD_INFREQUENT_ACCESS',
    AuditTable: 'STANDARD_INFREQUENT_ACCESS',
  });
});

describe('CommerceTable', () => {
  test('has point-in-time recovery, deletion protection, on-demand billing and TTL', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    });
  });

  test.each([
    ['CommerceTable', ['gsi1', 'gsi2']],
    ['ClaimsTable', ['gsi1', 'gsi2', 'gsi3']],
  ])('%s has string keys pk and sk, and general indexes', (id, indexes) => {
    const keys = (prefix: string) => [
      { AttributeName: `${prefix}pk`, KeyType: 'HASH' },
      { AttributeName: `${prefix}sk`, KeyType: 'RANGE' },
    ];
    const index = (IndexName: string) => ({
      IndexName,
      KeySchema: keys(IndexName),
      Projection: { ProjectionType: 'ALL' },
    });
    const [properties] = resourcesOfType(dataResources, 'AWS::DynamoDB::Table').flatMap(
      ([logicalId, { Properties }]) => (logicalId.startsWith(id) ? [Properties] : []),
    );
    expect(properties).toMatchObject({
      KeySchema: keys(''),
      GlobalSecondaryIndexes: indexes.map(index),
      AttributeDefinitions: ['', ...indexes]
        .flatMap((prefix) => [`${prefix}pk`, `${prefix}sk`])
        .map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    });
  });

  test('has no stream', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', { StreamSpecification: Match.absent() });
  });
});

describe('AuditTable', () => {
  test('its entries never expire, and its indexes hold keys only', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: Match.absent(),
      GlobalSecondaryIndexes: Object.entries(auditIndexKeys).map(([field, [partition, sort]]) => ({
        IndexName: auditIndexes[field as keyof typeof auditIndexes],
        KeySchema: [
          { AttributeName: partition, KeyType: 'HASH' },
          { AttributeName: sort, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    });
  });

  test('its policy denies all changes except puts in transactions, and no management', () => {
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
          {
            ...everyone,
            Sid: 'NothingBesideTheChain',
            Action: 'dynamodb:PutItem',
            Condition: {
              'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': ['CHAIN#main', 'CHAIN#main#*'] },
            },
          },
        ],
      },
    });
  });
});

describe('CheckpointBucket', () => {
  test('locks every object in compliance mode, by default for six years', () => {
    const locked = (Days: number) => ({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days } } },
      VersioningConfiguration: { Status: 'Enabled' },
    });
    data.hasResourceProperties('AWS::S3::Bucket', locked(2192));
    encrypted.hasResourceProperties('AWS::S3::Bucket', locked(3650));
  });

  test('denies deleting, hiding and replacing a checkpoint', () => {
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

  test('its key can only sign', () => {
    data.hasResourceProperties('AWS::KMS::Key', { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
  });
});

describe('buckets', () => {
  test('are private, keep versions, and require TLS', () => {
    const buckets = resourcesOfType(dataResources, 'AWS::S3::Bucket');
    expect(buckets).toHaveLength(4);
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
    expect(policies).toHaveLength(4);
    for (const policy of policies) expect(policy).toContain('aws:SecureTransport');
  });
});

describe('-c encryption=customer-managed', () => {
  test('encrypts the table with a key that rotates', () => {
    encrypted.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true, PendingWindowInDays: 30 });
    encrypted.hasResourceProperties('AWS::DynamoDB::Table', {
      SSESpecification: {
        SSEEnabled: true,
        SSEType: 'KMS',
        KMSMasterKeyId: { 'Fn::GetAtt': ['Key961B73FD', 'Arn'] },
      },
    });
  });

  test('CloudWatch Logs can use the key for log groups of this account and region only', () => {
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

  test('alarms of this account can publish to the encrypted topic', () => {
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

  test('encrypts the clearinghouse’s key', () => {
    encrypted.hasResourceProperties('AWS::SecretsManager::Secret', {
      KmsKeyId: { 'Fn::GetAtt': ['Key961B73FD', 'Arn'] },
    });
  });

  test('without it, the signing key is the only key', () => {
    data.resourceCountIs('AWS::KMS::Key', 1);
  });

  test('encrypts buckets except that of the access logs, which S3 cannot deliver otherwise', () => {
    for (const [id, { Properties }] of resourcesOfType(encryptedResources, 'AWS::S3::Bucket')) {
      const text = JSON.stringify(Properties['BucketEncryption']);
      if (id.startsWith('AccessLogBucket')) expect(text).toContain('AES256');
      else expect(text).toContain('Key961B73FD');
    }
  });
});
