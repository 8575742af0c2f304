import type { Deployment } from './deployment.ts';

/** Types that the runtime runs, and types that have no effect on one machine: permissions, logs, alarms. */
const supported = [
  /^AWS::ApiGateway::(Account|ApiKey|BasePathMapping|Deployment|DomainName|RestApi|Stage|UsagePlan|UsagePlanKey)$/,
  /^AWS::CloudWatch::/,
  /^AWS::DynamoDB::/,
  /^AWS::Events::Rule$/,
  /^AWS::IAM::/,
  /^AWS::KMS::Key$/,
  /^AWS::Lambda::(Function|Permission|EventInvokeConfig|EventSourceMapping)$/,
  /^AWS::Logs::/,
  /^AWS::S3::(Bucket|BucketPolicy)$/,
  /^AWS::SES::/,
  /^AWS::SMSVOICE::/,
  /^AWS::SNS::/,
  /^AWS::SQS::(Queue|QueuePolicy)$/,
  /^AWS::SecretsManager::/,
  /^Custom::/,
];

/** Returns the resource types of the templates that do not run here, each with its number of resources. */
export function unsupportedTypes(deployment: Deployment): readonly string[] {
  const others = deployment.resourcesWhere((type) => !supported.some((pattern) => pattern.test(type)));
  const byType = Map.groupBy(others, ({ type }) => type);
  return [...byType].map(([type, resources]) => `${type} (${resources.length})`);
}
