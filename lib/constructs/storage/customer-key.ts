import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/** Actions to encrypt and decrypt. The wildcards of AWS's examples would also allow creating key pairs. */
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
 * The customer-managed key for all data that Granary stores. While it is disabled or scheduled for deletion, every query
 * fails, as the spec requires of optional encryption at rest.
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
    // CloudWatch publishes to the encrypted topic of the alarms, S3 sends notifications to encrypted queues.
    this.addToResourcePolicy(forService('Alarms', 'cloudwatch.amazonaws.com'));
    this.addToResourcePolicy(forService('Notifications', 's3.amazonaws.com'));
    // SES and AWS End User Messaging publish to an encrypted topic, which sends to an encrypted queue.
    for (const service of ['ses', 'sms-voice', 'sns'])
      this.addToResourcePolicy(
        forService(`MessageEvents${service}`.replace('-', ''), `${service}.amazonaws.com`),
      );
  }
}

/** Lets CloudWatch Logs use the key for log groups of this account and region only. */
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

/** Lets an AWS service use the key for this account only. */
const forService = (sid: string, service: string) =>
  new PolicyStatement({
    sid,
    effect: Effect.ALLOW,
    principals: [new ServicePrincipal(service)],
    actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
    resources: ['*'],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  });
