import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/** What encrypting and decrypting takes; the wildcards of AWS's examples would also allow key pairs. */
export const encryptionActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
] as const;

/**
 * The customer's own key over everything that Granary stores. Disabled or scheduled for deletion, the first
 * query fails: that is what the spec's optional encryption at rest asks for.
 */
export class CustomerKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Everything that Granary stores',
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.addToResourcePolicy(forLogGroups(this));
    // The topic of the alarms, and the queues that buckets send their notifications to, are encrypted with the key.
    this.addToResourcePolicy(forService('Alarms', 'cloudwatch.amazonaws.com'));
    this.addToResourcePolicy(forService('Notifications', 's3.amazonaws.com'));
  }
}

/** CloudWatch Logs uses the key by itself, for the log groups of this account and region only. */
const forLogGroups = (key: Key) =>
  new PolicyStatement({
    sid: 'LogGroups',
    effect: Effect.ALLOW,
    principals: [new ServicePrincipal(`logs.${Aws.REGION}.amazonaws.com`)],
    actions: [...encryptionActions],
    resources: ['*'],
    conditions: {
      ArnLike: {
        'kms:EncryptionContext:aws:logs:arn': Stack.of(key).formatArn({
          service: 'logs',
          resource: 'log-group:*',
        }),
      },
    },
  });

/** A service of AWS that uses the key by itself, for this account only. */
const forService = (sid: string, service: string) =>
  new PolicyStatement({
    sid,
    effect: Effect.ALLOW,
    principals: [new ServicePrincipal(service)],
    actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
    resources: ['*'],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  });
