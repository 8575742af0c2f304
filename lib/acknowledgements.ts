import { Validations } from 'aws-cdk-lib/core';
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
    'HIPAA.Security-LambdaInsideVPC':
      'The function talks to AWS services alone, over TLS and as its own IAM role, and nothing can connect to it; a VPC would add network addresses, not a boundary.',
  },
  'unreserved-concurrency': {
    'HIPAA.Security-LambdaConcurrency':
      'Method throttles and usage plans bound the load; reserving for each of many functions would exceed the quota of a new account. settings.ts can reserve for one.',
  },
  table: {
    'HIPAA.Security-DynamoDBInBackupPlan':
      'Continuous backups restore the table to any second of the last 35 days; how long to keep copies beyond that is the customer’s policy.',
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
export function acknowledge(construct: IConstruct, about: keyof typeof acknowledgements): void {
  const rules: Acknowledgements = acknowledgements[about];
  Validations.of(construct).acknowledge(...Object.entries(rules).map(([id, reason]) => ({ id, reason })));
}
