import { Stack, Validations } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/** Reasons by the id of a cdk-nag rule, or of one of its findings. */
type Reasons = { readonly [rule: string]: string };

const policyOf = (name: string) =>
  `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/${name}]`;

/** The finding about access to all objects of one folder. Its id names the export of the Data stack. */
const objectsOf = (bucketExport: string, folder: string, reason: string): Reasons => ({
  [`AwsSolutions-IAM5[Resource::Granary-Data:ExportsOutputFnGetAtt${bucketExport}/${folder}/*]`]: `${reason} The statement covers this folder only.`,
});
const x12Objects = (folder: string, reason: string) =>
  objectsOf('X12Bucket643DA320ArnC2C7CBB0', folder, reason);

const mediaObjects = (folder: string, reason: string) =>
  objectsOf('MediaBucketBCBB02BAArnB94B784B', folder, reason);

const keysOfPlan = (plan: string): Reasons => ({
  [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/usageplans/<Rest${plan}>/keys/*]`]:
    'The id of a key is known only after its brand exists; the statement covers keys of this plan only.',
});

/** The CDK grants its function the files of the app in both buckets, by prefixes of actions. */
const siteDeploymentAccess: Reasons = Object.fromEntries(
  [
    'Action::s3:Abort*',
    'Action::s3:DeleteObject*',
    'Action::s3:GetBucket*',
    'Action::s3:GetObject*',
    'Action::s3:List*',
    'Resource::<SiteBucket397A1860.Arn>/*',
    'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
  ].map((id) => [
    `AwsSolutions-IAM5[${id}]`,
    'The CDK writes this policy: it copies files of the web app from the bucket of its assets to the bucket of the app, and reaches no other bucket.',
  ]),
);

const keyRotation =
  'The clearinghouse holds the public key and replaces it by its own procedure; a rotation on our side would lock us out.';

const keptSignatures =
  'The key signs links in mailboxes, which laws require to work for months; a rotation would break them.';

const keptHashes =
  'The search index consists of hashes with this key; a rotation would hide every claim until the index is built again.';

const paymentKeyRotation =
  'The payment provider issues the keys; an operator rolls them there and stores the new ones, with an overlap at the provider.';

/**
 * Suppressed findings of cdk-nag with their reasons, by kind of construct. A test fails for an entry that matches no
 * finding.
 */
const suppressions = {
  'function-role': {
    'AwsSolutions-IAM5[Resource::*]':
      'X-Ray has no resources to restrict its two write actions to; no other statement of the role names *.',
    'HIPAA.Security-IAMNoInlinePolicy':
      'The policy belongs to exactly one function: it is read, changed and deleted together with its role.',
  },
  'synchronous-function': {
    'HIPAA.Security-LambdaDLQ':
      'API Gateway or Cognito invokes the function synchronously and returns its failure to the caller; no event can be lost.',
  },
  'failure-destination': {
    'HIPAA.Security-LambdaDLQ':
      'Failed events go to a queue through the on-failure destination, which also records the error; a dead-letter queue would not.',
  },
  'failure-queue': {
    'AwsSolutions-SQS3':
      'The queue is the failure destination of the functions; only an operator receives messages from it.',
  },
  'outside-vpc': {
    'HIPAA.Security-LambdaInsideVPC':
      'The function calls AWS services only, over TLS and with its own role, and accepts no connections; a VPC would add no boundary.',
  },
  'unreserved-concurrency': {
    'HIPAA.Security-LambdaConcurrency':
      'Method throttles, usage plans and event sources limit the load; a reservation fails in a new account, whose 10 executions must stay unreserved.',
  },
  people: {
    'AwsSolutions-COG8':
      'The Plus plan bills each person for its protection against stolen passwords; everyone signs in with an authenticator app.',
  },
  table: {
    'HIPAA.Security-DynamoDBInBackupPlan':
      'Continuous backups restore the table to any second of the last 35 days; the customer decides about longer retention.',
  },
  bucket: {
    'HIPAA.Security-S3BucketReplicationEnabled':
      'S3 keeps every version in at least three zones of the region; the customer decides about a copy in another region.',
  },
  'aws-owned-bucket-key': {
    'HIPAA.Security-S3DefaultEncryptionKMS':
      'S3 encrypts every object with an S3-managed key; -c encryption=customer-managed uses the customer-managed key instead.',
  },
  'access-log-bucket': {
    'HIPAA.Security-S3DefaultEncryptionKMS':
      'S3 delivers access logs only to buckets with an S3-managed key; the logs hold object keys and requesters.',
  },
  'site-bucket': {
    'HIPAA.Security-S3DefaultEncryptionKMS':
      'The bucket holds the files of the web app, which everyone can download, and no data; S3 encrypts them with its own key.',
  },
  'site-deployment': {
    [policyOf('AWSLambdaBasicExecutionRole')]:
      'The CDK provides the function and its role; the policy only lets the function write its log, and only CloudFormation calls it.',
    ...siteDeploymentAccess,
    'AwsSolutions-L1':
      'A version of the CDK fixes the runtime of this function, which copies the files of the app once in each deployment.',
    'HIPAA.Security-IAMNoInlinePolicy':
      'The CDK attaches the policy to the role of this one function; both are deleted together.',
    'HIPAA.Security-LambdaConcurrency':
      'CloudFormation calls the function once for each deployment, so there is no load to limit.',
    'HIPAA.Security-LambdaDLQ':
      'CloudFormation waits for the result of the function, and a failure fails the deployment: no event can be lost.',
    'HIPAA.Security-LambdaInsideVPC':
      'The function calls S3 only, over TLS and with its own role, and accepts no connections; a VPC would add no boundary.',
  },
  distribution: {
    'AwsSolutions-CFR1':
      'Farms and billing offices travel; the identity provider decides who may sign in, and from where.',
    'AwsSolutions-CFR2':
      'Each request of an API is authorized and throttled without a firewall; a web ACL costs a monthly fee, so the customer decides about it.',
    'AwsSolutions-CFR3':
      'Logs of CloudFront hold query strings, which may be search terms with names; API Gateway logs each request of an API without them.',
  },
  'distribution-without-domain': {
    'AwsSolutions-CFR4':
      'CloudFront chooses the TLS versions of *.cloudfront.net names; the setting webDomainName requires TLS 1.2.',
  },
  'checkpoint-objects': objectsOf(
    'CheckpointBucketDFE4871AArn263F8C5B',
    'checkpoints',
    'Each checkpoint is an object named by its entry.',
  ),
  'audit-exports-objects': x12Objects('audit-exports', 'Each export is an object named by its run.'),
  'inbox-objects': x12Objects('inbox', 'Senders choose the names of files.'),
  'archive-objects': x12Objects('archive', 'An applied file is archived by its day and its own name.'),
  'quarantine-objects': x12Objects(
    'quarantine',
    'A file in quarantine is stored by its day and its own name.',
  ),
  'outbound-objects': x12Objects(
    'outbound',
    'Each acknowledgment is named after the file that it acknowledges.',
  ),
  'submissions-objects': x12Objects('submissions', 'Each interchange is stored by its submission.'),
  'staging-objects': x12Objects('staging', 'A staged interchange is stored by its payer and its own name.'),
  'config-objects': x12Objects('config', 'The folder holds the configuration file and its versions.'),
  'product-imports-objects': mediaObjects('product-imports', 'Each import is an object named by its id.'),
  'product-uploads-objects': mediaObjects('product-uploads', 'Each upload is an object named by its image.'),
  'product-images-objects': mediaObjects('product-images', 'Each size of an image is an object.'),
  'brand-exports-objects': mediaObjects('brand-exports', 'Each archive is an object named by its export.'),
  'notifications-handler': {
    [policyOf('AWSLambdaBasicExecutionRole')]:
      'The CDK provides the function and its role; the policy only lets the function write its log, and only CloudFormation calls it.',
  },
  'notifications-policy': {
    'HIPAA.Security-IAMNoInlinePolicy':
      'The policy lets a function of the CDK set the notifications of this bucket and is deleted with them.',
  },
  'provider-framework': {
    [policyOf('AWSLambdaBasicExecutionRole')]:
      'The CDK provides the function and its role; the policy lets it write its log, and only CloudFormation calls it.',
    'AwsSolutions-IAM5[Resource::<MigrationMigrateSchemaFunction535BED96.Arn>:*]':
      'The framework calls any version of the function of the migrations; the statement covers no other function.',
    'HIPAA.Security-IAMNoInlinePolicy':
      'The policy belongs to the framework of this one custom resource and is deleted with the resource.',
    'HIPAA.Security-LambdaConcurrency':
      'CloudFormation calls the framework once for each deployment, so there is no load to limit.',
    'HIPAA.Security-LambdaDLQ':
      'CloudFormation waits for the result of the framework, and a failure fails the deployment: no event can be lost.',
    'HIPAA.Security-LambdaInsideVPC':
      'The framework calls Lambda and CloudFormation, over TLS and with its own role, and accepts no connections.',
  },
  'clearinghouse-key': {
    'AwsSolutions-SMG4': keyRotation,
    'HIPAA.Security-SecretsManagerRotationEnabled': keyRotation,
  },
  'unsubscribe-key': {
    'AwsSolutions-SMG4': keptSignatures,
    'HIPAA.Security-SecretsManagerRotationEnabled': keptSignatures,
  },
  'search-key': {
    'AwsSolutions-SMG4': keptHashes,
    'HIPAA.Security-SecretsManagerRotationEnabled': keptHashes,
  },
  'payment-keys': {
    'AwsSolutions-SMG4': paymentKeyRotation,
    'HIPAA.Security-SecretsManagerRotationEnabled': paymentKeyRotation,
  },
  'aws-owned-secret-key': {
    'HIPAA.Security-SecretsManagerUsingKMSKey':
      'Secrets Manager encrypts every secret with the AWS-managed key of the account; -c encryption=customer-managed uses the customer-managed key instead.',
  },
  'unencrypted-topic': {
    'HIPAA.Security-SNSEncryptedKMS':
      'An alarm holds the name of a function or queue and a count, no personal data; -c encryption=customer-managed encrypts the topic.',
  },
  'unencrypted-event-topic': {
    'HIPAA.Security-SNSEncryptedKMS':
      'SNS encrypts messages in transit and keeps none after delivery to the encrypted queue; -c encryption=customer-managed encrypts the topic.',
  },
  'aws-owned-key': {
    'HIPAA.Security-CloudWatchLogGroupEncrypted':
      'CloudWatch encrypts the log with a CloudWatch-managed key, and no record contains PHI; -c encryption=customer-managed uses the customer-managed key instead.',
  },
  'unvalidated-api': {
    'AwsSolutions-APIG2':
      'The function validates all input after its limiter, as the specification requires; a validator of the gateway would run first and name no field.',
  },
  stage: {
    'AwsSolutions-APIG3':
      'Each request is authorized, throttled and validated without a firewall; a web ACL costs a monthly fee, so the customer decides about it.',
    'HIPAA.Security-APIGWCacheEnabledAndEncrypted':
      'Responses belong to one caller and change with every write; a cache would hold a second copy of tenant data and return stale responses.',
    'HIPAA.Security-APIGWSSLEnabled':
      'Client certificates are for HTTP back ends; this API only invokes Lambda functions, by IAM permission.',
  },
  'gateway-keys': {
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/tags/arn%3A<AWS::Partition>%3Aapigateway%3A<AWS::Region>%3A%3A%2Fapikeys%2F*]':
      'API Gateway asks for this permission when a key is created with tags; the id of the key is not known before.',
    ...keysOfPlan('StarterPlanC8538DA5'),
    ...keysOfPlan('FarmPlan79111D59'),
    ...keysOfPlan('EnterprisePlanDAD56A3A'),
  },
  'removed-gateway-keys': {
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]':
      'Each brand has gateway keys of its own; a condition limits the statement to keys with the tag of the installation.',
  },
  'gateway-logging-role': {
    [policyOf('AmazonAPIGatewayPushToCloudWatchLogs')]:
      'API Gateway requires this policy for the role in its account settings, and AWS keeps the policy current.',
  },
} as const satisfies { readonly [kind: string]: Reasons };

export function suppress(construct: IConstruct, kind: keyof typeof suppressions): void {
  const reasons: Reasons = suppressions[kind];
  const entries = Object.entries(reasons).map(([id, reason]) => ({
    id: id.replace('Granary-Data:', `${dataStackName(construct)}:`),
    reason,
  }));
  Validations.of(construct).acknowledge(...entries);
}

/** Suppresses findings about the function of the CDK that sets the notifications of buckets. */
export function suppressNotificationsHandler(stack: Stack): void {
  const handler = stack.node.children.find(({ node }) => node.id.startsWith('BucketNotificationsHandler'));
  if (handler) suppress(handler, 'notifications-handler');
}

/** Findings quote the exports of the Data stack, whose name begins with the setting `stackPrefix`. */
function dataStackName({ node }: IConstruct): string {
  const data = node.root.node.tryFindChild('Data');
  return Stack.isStack(data) ? data.stackName : 'Granary-Data';
}
