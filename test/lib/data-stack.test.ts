import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import type { App } from 'aws-cdk-lib/core';
import { resourcesOf, standInApp, templateOf } from './synthesized-app.ts';

let app: App;
let data: Template;
let encrypted: Template;

beforeAll(async () => {
  app = await standInApp();
  data = templateOf(app, 'Data');
  encrypted = templateOf(await standInApp({ encryption: 'customer-managed' }), 'Data');
});

describe('what must survive', () => {
  // A logical id is a promise: CloudFormation replaces a resource whose id changed by a new, empty one.
  test.each([['CommerceTable6CC80189', 'AWS::DynamoDB::Table']])('%s keeps its logical id', (id, type) => {
    expect(resourcesOf(data)[id]?.Type).toBe(type);
  });

  test('the key keeps its logical id', () => {
    expect(resourcesOf(encrypted)['Key961B73FD']?.Type).toBe('AWS::KMS::Key');
  });

  test.each(['DeletionPolicy', 'UpdateReplacePolicy'])('%s of tables and keys is Retain', (policy) => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::KMS::Key']) {
      encrypted.allResources(type, { [policy]: 'Retain' });
    }
  });

  test('the stack is protected against deletion', () => {
    expect(app.node.findChild('Data')).toHaveProperty('terminationProtection', true);
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

  test('without it there is no key to pay for', () => {
    data.resourceCountIs('AWS::KMS::Key', 0);
  });
});
