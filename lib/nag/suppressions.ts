import { Stack, Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/** Rule of cdk-nag, and the reason why its finding stands. */
type Acknowledgements = { readonly [rule: string]: string };

const planKeys = 'A key id is only known once a brand exists; the statement reaches keys of this one plan.';

/**
 * Every finding of cdk-nag that is explained rather than fixed, by the kind of construct it is about. A test
 * fails on an entry that no longer explains anything.
 */
const acknowledgements = {
  'function-role': {
    'AwsSolutions-IAM5[Resource::*]':
      'X-Ray has no resources to restrict its two write actions to; no other statement of the role names *.',
    'HIPAA.Security-IAMNoInlinePolicy':
      'The policy is the need of exactly one function: it is read, changed and deleted together with its role.',
  },
  'synchronous-function': {
    'HIPAA.Security-LambdaDLQ':
      'API Gateway invokes the function synchronously and hands its failure to the caller; nothing is queued that could be lost.',
  },
  'failure-destination': {
    'HIPAA.Security-LambdaDLQ':
      'Failed events go to a queue as the function’s on-failure destination, which also tells what failed and why; a dead-letter queue would not.',
  },
  'failure-queue': {
    'AwsSolutions-SQS3':
      'The queue is where failures end, as the destination of the functions that failed; nothing takes messages from it but an operator.',
  },
  'outside-vpc': {
    'HIPAA.Security-LambdaInsideVPC':
      'The function talks to AWS services alone, over TLS and as its own IAM role, and nothing can connect to it; a VPC would add network addresses, not a boundary.',
  },
  'unreserved-concurrency': {
    'HIPAA.Security-LambdaConcurrency':
      'Method throttles and usage plans bound the load; a reservation fails in a new account, which has to keep all of its 10 executions unreserved; what takes work from a queue is bounded there.',
  },
  table: {
    'HIPAA.Security-DynamoDBInBackupPlan':
      'Continuous backups restore the table to any second of the last 35 days; how long to keep copies beyond that is the customer’s policy.',
  },
  bucket: {
    'HIPAA.Security-S3BucketReplicationEnabled':
      'Every version is kept, in at least three zones of the region; a copy in another region is the customer’s choice, and cost.',
  },
  'aws-owned-bucket-key': {
    'HIPAA.Security-S3DefaultEncryptionKMS':
      'S3 encrypts every object with a key of its own; -c encryption=customer-managed puts the customer’s key in its place.',
  },
  'access-log-bucket': {
    'HIPAA.Security-S3DefaultEncryptionKMS':
      'The log service of S3 delivers to buckets with keys of S3 alone; what it logs are keys of objects and who asked.',
  },
  'checkpoint-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttCheckpointBucketDFE4871AArn263F8C5B/checkpoints/*]':
      'Each checkpoint is an object of its own, named by its entry; the statement reaches these objects and no other prefix.',
  },
  'audit-exports-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttX12Bucket643DA320ArnC2C7CBB0/audit-exports/*]':
      'Each export is an object of its own, named by its run; the statement reaches these objects and no other prefix.',
  },
  'inbox-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttX12Bucket643DA320ArnC2C7CBB0/inbox/*]':
      'Files come under names that their senders choose; the statement reaches this folder of the bucket and no other.',
  },
  'archive-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttX12Bucket643DA320ArnC2C7CBB0/archive/*]':
      'A file that was applied is kept by its day and its own name; the statement reaches this folder of the bucket and no other.',
  },
  'quarantine-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttX12Bucket643DA320ArnC2C7CBB0/quarantine/*]':
      'A file that cannot be applied is kept by its day and its own name; the statement reaches this folder of the bucket and no other.',
  },
  'outbound-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttX12Bucket643DA320ArnC2C7CBB0/outbound/*]':
      'Each acknowledgment is named after the file that it answers; the statement reaches this folder of the bucket and no other.',
  },
  'submissions-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttX12Bucket643DA320ArnC2C7CBB0/submissions/*]':
      'What is sent is kept by its submission; the statement reaches this folder of the bucket and no other.',
  },
  'staging-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttX12Bucket643DA320ArnC2C7CBB0/staging/*]':
      'What the stub transport stages is kept by its payer and its own name; the statement reaches this folder of the bucket and no other.',
  },
  'config-objects': {
    'AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAttX12Bucket643DA320ArnC2C7CBB0/config/*]':
      'The configuration is one file today, and its folder is for nothing else; the statement reaches this folder of the bucket and no other.',
  },
  'notifications-handler': {
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
      'The function and its role are the CDK’s own; the policy lets it write its log, and CloudFormation alone calls it.',
  },
  'notifications-policy': {
    'HIPAA.Security-IAMNoInlinePolicy':
      'The CDK gives its function the right to set notifications of this one bucket, in a policy that goes when the bucket’s notifications go.',
  },
  'provider-framework': {
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
      'The function and its role are the CDK’s own; the policy lets it write its log, and CloudFormation alone calls it.',
    'AwsSolutions-IAM5[Resource::<MigrationMigrateSchemaFunction535BED96.Arn>:*]':
      'The framework calls the function of the migrations, in whatever version; the statement reaches no other function.',
    'HIPAA.Security-IAMNoInlinePolicy':
      'The policy is what the framework of this one custom resource needs: it goes when the resource goes.',
    'HIPAA.Security-LambdaConcurrency':
      'CloudFormation calls the framework once for each deployment; there is nothing to bound.',
    'HIPAA.Security-LambdaDLQ':
      'CloudFormation waits for the answer of the framework, and a failure ends the deployment: no event can be lost.',
    'HIPAA.Security-LambdaInsideVPC':
      'The framework calls Lambda and answers CloudFormation, over TLS and as its own role; nothing can connect to it.',
  },
  'clearinghouse-key': {
    'AwsSolutions-SMG4':
      'The key’s other half is at the clearinghouse, which takes a new one by its own procedure; a rotation from here would lock us out.',
    'HIPAA.Security-SecretsManagerRotationEnabled':
      'The key’s other half is at the clearinghouse, which takes a new one by its own procedure; a rotation from here would lock us out.',
  },
  'aws-owned-secret-key': {
    'HIPAA.Security-SecretsManagerUsingKMSKey':
      'Secrets Manager encrypts every secret with a key of the account; -c encryption=customer-managed puts the customer’s key in its place.',
  },
  'unencrypted-topic': {
    'HIPAA.Security-SNSEncryptedKMS':
      'An alarm names a function or a queue and a count, and no record of a person; -c encryption=customer-managed encrypts the topic with the customer’s key.',
  },
  'aws-owned-key': {
    'HIPAA.Security-CloudWatchLogGroupEncrypted':
      'CloudWatch encrypts the log with a key of its own, and no record contains PHI; -c encryption=customer-managed puts the customer’s key in its place.',
  },
  'unvalidated-api': {
    'AwsSolutions-APIG2':
      'Every input is validated by the function, after its limiter, as the specification orders, and a fault is answered with its place; a validator of the gateway would answer first, with neither.',
  },
  stage: {
    'AwsSolutions-APIG3':
      'Each request is authorized and throttled, and its input validated, without a firewall; a web ACL, billed monthly, is the customer’s choice.',
    'HIPAA.Security-APIGWCacheEnabledAndEncrypted':
      'Answers belong to one caller and change with every write: a cache would keep a second copy of tenants’ data and serve it stale.',
    'HIPAA.Security-APIGWSSLEnabled':
      'A client certificate is for HTTP back ends; this API only invokes Lambda functions, by IAM permission.',
  },
  'public-method': {
    'AwsSolutions-APIG4': 'The contract declares the operation public, and it answers with no tenant’s data.',
  },
  'refused-method': {
    'AwsSolutions-APIG4':
      'API Gateway answers 204 to OPTIONS and 405 to the rest by itself; no function and no data is behind it.',
    'AwsSolutions-COG4':
      'A preflight has no credential, and a method that no path serves needs none to be refused.',
  },
  'not-cognito': {
    'AwsSolutions-COG4':
      'Callers hold API keys of ours or tokens of the identity provider that the customer already has; a Lambda authorizer checks both.',
  },
  'gateway-keys': {
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/usageplans/<RestStarterPlanC8538DA5>/keys/*]':
      planKeys,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/usageplans/<RestFarmPlan79111D59>/keys/*]':
      planKeys,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/usageplans/<RestEnterprisePlanDAD56A3A>/keys/*]':
      planKeys,
  },
  'gateway-logging-role': {
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
      'API Gateway asks for this very policy of the role that its account setting names, and AWS keeps it current.',
  },
} as const satisfies { readonly [about: string]: Acknowledgements };

/** Acknowledges the explained findings of cdk-nag about this kind of construct. */
export function suppress(construct: IConstruct, about: keyof typeof acknowledgements): void {
  const rules: Acknowledgements = acknowledgements[about];
  const entries = Object.entries(rules).map(([id, reason]) => ({
    id: id.replace('Granary-Data:', `${dataStackName(construct)}:`),
    reason,
  }));
  Validations.of(construct).acknowledge(...entries);
}

/** Findings name the exports of the Data stack, whose name begins with setting `stackPrefix`. */
function dataStackName({ node }: IConstruct): string {
  const data = node.root.node.tryFindChild('Data');
  return Stack.isStack(data) ? data.stackName : 'Granary-Data';
}
