import { createHash } from 'node:crypto';
import type { Identity } from './intrinsic-functions.ts';
import type { TemplateJson } from './json.ts';

/** What the names of a resource are made from; names stay the same over restarts because nothing else counts. */
export interface ResourceDescription {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  readonly region: string;
  readonly account: string;
  readonly controlPlaneUrl: string;
  /** Returns a resolved property as text; undefined when the template leaves it out. */
  readonly property: (name: string) => string | undefined;
}

export function identityOf(resource: ResourceDescription): Identity {
  const plain = plainTypes[resource.type];
  if (plain === undefined) return (makers[resource.type] ?? otherType)(resource);
  const [property, maxLength, arnPrefix] = plain;
  const name = resource.property(property) ?? physicalName(resource, maxLength);
  return named(name, { Arn: `${arn(resource, arnPrefix)}${name}` });
}

/** Types whose Ref is a name: its property, its maximum length, and the ARN between account and name. */
const plainTypes: Readonly<Record<string, readonly [string, number, string]>> = {
  'AWS::DynamoDB::Table': ['TableName', 120, 'dynamodb:table/'],
  'AWS::Events::Rule': ['Name', 64, 'events:rule/'],
  'AWS::Lambda::Function': ['FunctionName', 64, 'lambda:function:'],
};

const makers: Readonly<Record<string, (resource: ResourceDescription) => Identity>> = {
  'AWS::S3::Bucket': (resource) => {
    const name = resource.property('BucketName') ?? physicalName(resource, 63).toLowerCase();
    return named(name, { Arn: `arn:aws:s3:::${name}` });
  },
  'AWS::SecretsManager::Secret': (resource) => {
    const hash = digest(resource);
    // CloudFormation makes these names of two parts, which the CDK expects when it parses the ARN.
    const name = resource.property('Name') ?? `${resource.logicalId}-${hash.slice(6, 18)}`;
    const secretArn = `${arn(resource, 'secretsmanager:secret:')}${name}-${hash.slice(0, 6)}`;
    return named(secretArn, { Id: secretArn, Arn: secretArn });
  },
  'AWS::KMS::Key': (resource) => {
    const hash = digest(resource);
    const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
    return named(id, { Arn: `${arn(resource, 'kms:key/')}${id}`, KeyId: id });
  },
  'AWS::SQS::Queue': (resource) => {
    const name = resource.property('QueueName') ?? physicalName(resource, 80);
    const url = `${resource.controlPlaneUrl}/${resource.account}/${name}`;
    return named(url, { Arn: `${arn(resource, 'sqs')}${name}`, QueueName: name, QueueUrl: url });
  },
  'AWS::SNS::Topic': (resource) => {
    const name = resource.property('TopicName') ?? physicalName(resource, 80);
    const topicArn = `${arn(resource, 'sns')}${name}`;
    return named(topicArn, { TopicArn: topicArn, TopicName: name });
  },
  'AWS::IAM::Role': (resource) => {
    const name = resource.property('RoleName') ?? physicalName(resource, 64);
    return named(name, { Arn: `arn:aws:iam::${resource.account}:role/${name}` });
  },
  'AWS::ApiGateway::RestApi': (resource) => {
    const id = shortId(resource);
    return named(id, { RestApiId: id });
  },
  'AWS::ApiGateway::Stage': (resource) => named(resource.property('StageName') ?? 'prod', {}),
  'AWS::ApiGateway::DomainName': (resource) => {
    const name = resource.property('DomainName') ?? physicalName(resource, 64).toLowerCase();
    const target = `d-${shortId(resource)}.execute-api.${resource.region}.amazonaws.com`;
    return named(name, { RegionalDomainName: target, RegionalHostedZoneId: 'Z1UJRXOUMOOFQ8' });
  },
};

/** Types that the runtime does not run still need a Ref and an Arn, because other resources name them. */
function otherType(resource: ResourceDescription): Identity {
  if (resource.type.startsWith('AWS::ApiGateway::')) return named(shortId(resource), {});
  const id = physicalName(resource, 120);
  const [, service = 'custom'] = resource.type.toLowerCase().split('::');
  return {
    ref: id,
    attribute: (name) => (name.endsWith('Arn') ? `${arn(resource, service)}${id}` : undefined),
  };
}

const named = (ref: string, attributes: Readonly<Record<string, TemplateJson>>): Identity => ({
  ref,
  attribute: (name) => attributes[name],
});

/** `path` is the service and, after a colon, the beginning of the resource. */
function arn({ region, account }: ResourceDescription, path: string): string {
  const [service, resource = ''] = path.split(/:(.*)/s);
  return `arn:aws:${service}:${region}:${account}:${resource}`;
}

/** Joins stack and logical id; a digest replaces the end of a name that is longer than the service allows. */
function physicalName(resource: ResourceDescription, maxLength: number): string {
  const name = `${resource.stackName}-${resource.logicalId}`;
  return name.length <= maxLength ? name : `${name.slice(0, maxLength - 9)}-${digest(resource).slice(0, 8)}`;
}

/** Ten characters, like API Gateway's own ids. */
const shortId = (resource: ResourceDescription): string =>
  BigInt(`0x${digest(resource).slice(0, 16)}`)
    .toString(36)
    .slice(0, 10);

const digest = ({ stackName, logicalId }: ResourceDescription): string =>
  createHash('sha256').update(`${stackName}/${logicalId}`).digest('hex');
