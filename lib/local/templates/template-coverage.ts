import { isCustomType } from '../cloudformation/custom-resources.ts';
import type { Deployment } from '../cloudformation/deployment.ts';

/** Types that the runtime runs, and those that mean nothing on one machine: permissions, logs, alarms, metadata. */
const known = [
  /^AWS::ApiGateway::/,
  /^AWS::CDK::Metadata$/,
  /^AWS::CloudWatch::/,
  /^AWS::DynamoDB::/,
  /^AWS::Events::Rule$/,
  /^AWS::IAM::/,
  /^AWS::KMS::/,
  /^AWS::Lambda::(Function|Permission|EventInvokeConfig|EventSourceMapping|Version|Alias)$/,
  /^AWS::Logs::/,
  /^AWS::S3::(Bucket|BucketPolicy)$/,
  /^AWS::SNS::/,
  /^AWS::SQS::(Queue|QueuePolicy)$/,
  /^AWS::SSM::Parameter$/,
  /^AWS::Scheduler::/,
  /^AWS::SecretsManager::/,
  /^Custom::/,
];

/** The resource types of the templates that are left out here, each once, with how many there are. */
export function unsupportedTypes(deployment: Deployment): readonly string[] {
  const others = deployment.resourcesWhere(
    (type) => !known.some((pattern) => pattern.test(type)) && !isCustomType(type),
  );
  const byType = Map.groupBy(others, ({ type }) => type);
  return [...byType].map(([type, resources]) => `${type} (${resources.length})`);
}
