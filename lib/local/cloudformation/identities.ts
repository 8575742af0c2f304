import { createHash } from 'node:crypto';
import type { Identity } from './intrinsic-functions.ts';
import type { TemplateJson } from './json.ts';

/** Where a resource stands; identities are made from this alone, so that they stay the same over restarts. */
export interface ResourceDescription {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  readonly region: string;
  readonly account: string;
  /** Base address of the control plane; queue addresses begin with it. */
  readonly controlPlaneUrl: string;
  /** A property of the resource as text, resolved; undefined when the template leaves it out. */
  readonly property: (name: string) => string | undefined;
}

/** Gives a resource the names that CloudFormation would have chosen at deployment. */
export function identityOf(place: ResourceDescription): Identity {
  const make = makers[place.type];
  return make === undefined ? unknownType(place) : make(place);
}

const makers: Readonly<Record<string, (place: ResourceDescription) => Identity>> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::S3::Bucket': (place) => {
    const name = place.property('BucketName') ?? physicalName(place, 63).toLowerCase();
    const domain = `${name}.s3.amazonaws.com`;
    return named(name, {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: domain,
      RegionalDomainName: domain,
    });
  },
  'AWS::SecretsManager::Secret': (place) => {
    const hash = digest(place);
    // CloudFormation makes these names of two parts, and the CDK takes the ARN apart by that.
    const name = place.property('Name') ?? `${place.logicalId}-${hash.slice(6, 18)}`;
    const secretArn = `${arn(place, 'secretsmanager')}:secret:${name}-${hash.slice(0, 6)}`;
    return named(secretArn, { Id: secretArn, Arn: secretArn });
  },
  'AWS::KMS::Key': (place) => {
    const hash = digest(place);
    const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
    return named(id, { Arn: `${arn(place, 'kms')}:key/${id}`, KeyId: id });
  },
  'AWS::KMS::Alias': (place) => named(place.property('AliasName') ?? `alias/${place.logicalId}`, {}),
  'AWS::Lambda::Function': (place) => {
    const name = place.property('FunctionName') ?? physicalName(place, 64);
    return named(name, { Arn: `${arn(place, 'lambda')}:function:${name}` });
  },
  'AWS::Lambda::Version': (place) => named(`${place.property('FunctionName')}:1`, { Version: '1' }),
  'AWS::Lambda::Alias': (place) => named(`${place.property('FunctionName')}:${place.property('Name')}`, {}),
  'AWS::SQS::Queue': (place) => {
    const name = place.property('QueueName') ?? physicalName(place, 80);
    const url = `${place.controlPlaneUrl}/${place.account}/${name}`;
    return named(url, { Arn: `${arn(place, 'sqs')}:${name}`, QueueName: name, QueueUrl: url });
  },
  'AWS::SNS::Topic': (place) => {
    const name = place.property('TopicName') ?? physicalName(place, 80);
    const topicArn = `${arn(place, 'sns')}:${name}`;
    return named(topicArn, { TopicArn: topicArn, TopicName: name });
  },
  'AWS::SSM::Parameter': (place) =>
    named(place.property('Name') ?? physicalName(place, 120), { Value: place.property('Value') ?? '' }),
  'AWS::Events::Rule': (place) => {
    const name = place.property('Name') ?? physicalName(place, 64);
    return named(name, { Arn: `${arn(place, 'events')}:rule/${name}` });
  },
  'AWS::Scheduler::Schedule': (place) => {
    const name = place.property('Name') ?? physicalName(place, 64);
    const group = place.property('GroupName') ?? 'default';
    return named(name, { Arn: `${arn(place, 'scheduler')}:schedule/${group}/${name}` });
  },
  'AWS::IAM::Role': (place) => {
    const name = place.property('RoleName') ?? physicalName(place, 64);
    return named(name, { Arn: `arn:aws:iam::${place.account}:role/${name}`, RoleId: shortId(place) });
  },
  'AWS::Logs::LogGroup': (place) => {
    const name = place.property('LogGroupName') ?? physicalName(place, 120);
    return named(name, { Arn: `${arn(place, 'logs')}:log-group:${name}:*` });
  },
  'AWS::ApiGateway::RestApi': (place) => {
    const id = shortId(place);
    return named(id, { RestApiId: id, RootResourceId: rootResourceId(id) });
  },
  'AWS::ApiGateway::Stage': (place) => named(place.property('StageName') ?? 'prod', {}),
  'AWS::ApiGateway::Resource': (place) => idAs(place, 'ResourceId'),
  'AWS::ApiGateway::Authorizer': (place) => idAs(place, 'AuthorizerId'),
  'AWS::ApiGateway::ApiKey': (place) => idAs(place, 'APIKeyId'),
  'AWS::ApiGateway::UsagePlan': (place) => idAs(place, 'Id'),
  'AWS::ApiGateway::Deployment': (place) => idAs(place, 'DeploymentId'),
  'AWS::ApiGateway::RequestValidator': (place) => idAs(place, 'RequestValidatorId'),
  'AWS::ApiGateway::DomainName': (place) => {
    const name = place.property('DomainName') ?? physicalName(place, 64).toLowerCase();
    const target = `d-${shortId(place)}.execute-api.${place.region}.amazonaws.com`;
    return named(name, { RegionalDomainName: target, RegionalHostedZoneId: 'Z1UJRXOUMOOFQ8' });
  },
  'AWS::CloudFront::Distribution': (place) =>
    named(shortId(place), { Id: shortId(place), DomainName: `${shortId(place)}.cloudfront.net` }),
};

/** The id of the resource "/" of a REST API. */
export function rootResourceId(restApiId: string): string {
  return `${restApiId}-root`;
}

function table(place: ResourceDescription): Identity {
  const name = place.property('TableName') ?? physicalName(place, 120);
  return named(name, { Arn: `${arn(place, 'dynamodb')}:table/${name}`, TableId: shortId(place) });
}

/** Types that the runtime does not run still need a Ref and an Arn, because others mention them. */
function unknownType(place: ResourceDescription): Identity {
  const id = physicalName(place, 120);
  const [, service = 'custom'] = place.type.toLowerCase().split('::');
  return {
    ref: id,
    attribute: (name) => (name.endsWith('Arn') ? `${arn(place, service)}:${id}` : undefined),
  };
}

function named(ref: string, attributes: Readonly<Record<string, TemplateJson>>): Identity {
  return { ref, attribute: (name) => attributes[name] };
}

function idAs(place: ResourceDescription, attribute: string): Identity {
  return named(shortId(place), { [attribute]: shortId(place) });
}

function arn(place: ResourceDescription, service: string): string {
  return `arn:aws:${service}:${place.region}:${place.account}`;
}

/** Stack and logical id, cut to the length that the service allows and then told apart by a digest. */
function physicalName(place: ResourceDescription, longest: number): string {
  const name = `${place.stackName}-${place.logicalId}`;
  return name.length <= longest ? name : `${name.slice(0, longest - 9)}-${digest(place).slice(0, 8)}`;
}

/** Ten characters, as API Gateway's own ids. */
function shortId(place: ResourceDescription): string {
  return BigInt(`0x${digest(place).slice(0, 16)}`)
    .toString(36)
    .slice(0, 10);
}

function digest(place: ResourceDescription): string {
  return createHash('sha256').update(`${place.stackName}/${place.logicalId}`).digest('hex');
}
