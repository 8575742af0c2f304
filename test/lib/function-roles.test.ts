import { beforeAll, describe, expect, test } from '@jest/globals';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { at, deployedEndpoint, idOf } from './deployed-endpoint.ts';
import { powersOf as allPowersOf } from './powers.ts';
import {
  ofType,
  type Resource,
  type Resources,
  resourcesOf,
  standInApp,
  templateOf,
  textOf,
} from './synthesized-app.ts';

let resources: Resources;
let encrypted: Resources;

beforeAll(async () => {
  resources = resourcesOf(templateOf(await standInApp(), 'Commerce'));
  encrypted = resourcesOf(templateOf(await standInApp({ encryption: 'customer-managed' }), 'Commerce'));
});

const powersOf = (role: Resource) => allPowersOf(role, nameOf);

const nameOf = (arn: string) =>
  arn
    .replace(/^<Granary-Data:ExportsOutputFnGetAttCommerceTable[^>]*>/, 'table')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttKey[^>]*>/, 'key')
    .replace(/^<\w+Log\w+\.Arn>$/, 'own log')
    .replace(/^arn:<AWS::Partition>:apigateway:<AWS::Region>::/, '')
    .replace(/<Rest(\w+)Plan\w+>/, (_, plan: string) => plan.toLowerCase());

const log = ['logs:CreateLogStream own log', 'logs:PutLogEvents own log'];
const traces = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];
const reading = ['BatchGetItem', 'GetItem', 'Query'].flatMap((action) =>
  ['table', 'table/index/gsi1', 'table/index/gsi2'].map((on) => `dynamodb:${action} ${on}`),
);
const writing = ['BatchWriteItem', 'ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'].map(
  (action) => `dynamodb:${action} table`,
);
const counting = 'dynamodb:UpdateItem table if dynamodb:LeadingKeys ForAllValues:StringLike RATE#*';
const recording = 'dynamodb:PutItem table if dynamodb:LeadingKeys ForAllValues:StringLike ACTIVITY#*';
const managingKeys = [
  'apigateway:GET /apikeys',
  'apigateway:POST /apikeys',
  ...['starter', 'farm', 'enterprise'].flatMap((plan) => [
    `apigateway:POST /usageplans/${plan}/keys`,
    `apigateway:DELETE /usageplans/${plan}/keys/*`,
    `apigateway:GET /usageplans/${plan}/keys/*`,
  ]),
];

/** The needs of an endpoint, read off its declaration. */
function needsOf({ data, limiter, recordsActivity, managesGatewayKeys }: EndpointDeclaration): string[] {
  const onTable = {
    none: [],
    read: [...reading, ...(limiter ? [counting] : []), ...(recordsActivity ? [recording] : [])],
    write: [...reading, ...writing],
  }[data];
  return [...log, ...traces, ...onTable, ...(managesGatewayKeys ? managingKeys : [])].sort();
}

describe('a function may do what its endpoint needs, and nothing else', () => {
  test.each(commerceEndpoints)('$name', (endpoint) => {
    expect(powersOf(deployedEndpoint(resources, endpoint).role)).toEqual(needsOf(endpoint));
  });

  test('authorizer: reads the table', () => {
    const [[, authorizer] = []] = ofType(resources, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('Authorizer'),
    );
    const role = at(resources, idOf(authorizer?.Properties['Role']));
    expect(powersOf(role)).toEqual([...log, ...traces, ...reading].sort());
  });

  // The table above follows the contract; these rows hold whatever the contract says.
  test.each([
    ['health', /dynamodb|apigateway/],
    ['get-order', /dynamodb:(Put|Update|Delete|ConditionCheck)/],
    ['list-products', /dynamodb:(Delete|ConditionCheck)|dynamodb:(Put|Update)Item table$/],
    ['create-order', /apigateway/],
    ['create-brand', /apigateway:(DELETE|PATCH|PUT) \/apikeys/],
  ])('%s can never %s', (name, forbidden) => {
    const endpoint = commerceEndpoints.find((candidate) => candidate.name === name);
    if (!endpoint) throw new Error(`The contract has no ${name}`);
    expect(powersOf(deployedEndpoint(resources, endpoint).role).join('\n')).not.toMatch(forbidden);
  });
});

describe('roles', () => {
  test('each function has one of its own', () => {
    const roles = ofType(resources, 'AWS::Lambda::Function').map(([, { Properties }]) =>
      idOf(Properties['Role']),
    );
    expect(new Set(roles).size).toBe(commerceEndpoints.length + 1);
  });

  test('no policy stands beside the roles, and none is managed by AWS', () => {
    expect(ofType(resources, 'AWS::IAM::Policy')).toEqual([]);
    expect(ofType(resources, 'AWS::IAM::ManagedPolicy')).toEqual([]);
    for (const [, { Properties }] of ofType(resources, 'AWS::IAM::Role')) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  test('no action is a wildcard, and only traces are for every resource', () => {
    const powers = ofType(resources, 'AWS::IAM::Role').flatMap(([, role]) => powersOf(role));
    expect(powers.length).toBeGreaterThan(100);
    expect(powers.filter((power) => /^[^ ]*\*/.test(power))).toEqual([]);
    expect(new Set(powers.filter((power) => / \*/.test(power)))).toEqual(new Set(traces));
  });
});

describe('-c encryption=customer-managed', () => {
  const through = ' if kms:ViaService StringEquals dynamodb.<AWS::Region>.amazonaws.com';
  const keyPowers = (endpoint: EndpointDeclaration) =>
    powersOf(deployedEndpoint(encrypted, endpoint).role).filter((power) => power.startsWith('kms:'));

  test.each(commerceEndpoints)('$name may use the key as far as it uses the table', (endpoint) => {
    const writes =
      endpoint.data === 'write' || endpoint.limiter !== undefined || endpoint.recordsActivity === true;
    const actions = ['Decrypt', 'DescribeKey'].concat(
      writes
        ? ['Encrypt', 'GenerateDataKey', 'GenerateDataKeyWithoutPlaintext', 'ReEncryptFrom', 'ReEncryptTo']
        : [],
    );
    const expected = actions.map((action) => `kms:${action} key${through}`);
    expect(keyPowers(endpoint)).toEqual(endpoint.data === 'none' ? [] : expected);
  });

  test('every log is encrypted with the key', () => {
    for (const [, { Properties }] of ofType(encrypted, 'AWS::Logs::LogGroup')) {
      expect(textOf(Properties['KmsKeyId'])).toMatch(/^<Granary-Data:ExportsOutputFnGetAttKey/);
    }
  });
});
