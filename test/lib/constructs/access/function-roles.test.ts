import { beforeAll, describe, expect, test } from '@jest/globals';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { deployedEndpoint, logicalIdOf, resourceAt } from '../../deployed-endpoint.ts';
import {
  resourcesOfType,
  synthesizedStacks,
  type TemplateResource,
  type TemplateResources,
  templateText,
} from '../../synthesis/template.ts';
import { permissionsOf as allPowersOf, tablePermissions } from './permissions.ts';

let resources: TemplateResources;
let encrypted: TemplateResources;

beforeAll(async () => {
  resources = (await synthesizedStacks('defaults'))('Commerce').resources;
  encrypted = (await synthesizedStacks('certificate'))('Commerce').resources;
});

const powersOf = (role: TemplateResource) => allPowersOf(role, nameOf);

const nameOf = (arn: string) =>
  arn
    .replace(/^<Granary-Data:ExportsOutputFnGetAttCommerceTable[^>]*>/, 'table')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttKey[^>]*>/, 'key')
    .replace(/^<\w+Log\w+\.Arn>$/, 'own log')
    .replace(/^arn:<AWS::Partition>:apigateway:<AWS::Region>::/, '')
    .replace(/<Rest(\w+)Plan\w+>/, (_, plan: string) => plan.toLowerCase());

const log = ['logs:CreateLogStream own log', 'logs:PutLogEvents own log'];
const traces = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];
const managingKeys = [
  'apigateway:GET /apikeys',
  'apigateway:POST /apikeys',
  ...['starter', 'farm', 'enterprise'].flatMap((plan) => [
    `apigateway:POST /usageplans/${plan}/keys`,
    `apigateway:DELETE /usageplans/${plan}/keys/*`,
    `apigateway:GET /usageplans/${plan}/keys/*`,
  ]),
];

/** Permissions that the declaration of an endpoint implies. */
const needsOf = (endpoint: EndpointDeclaration) =>
  [
    ...log,
    ...traces,
    ...tablePermissions(endpoint, 'table'),
    ...(endpoint.managesGatewayKeys ? managingKeys : []),
  ].sort();

describe('a function has the permissions of its endpoint only', () => {
  test.each(commerceEndpoints)('$name', (endpoint) => {
    expect(powersOf(deployedEndpoint(resources, endpoint).role)).toEqual(needsOf(endpoint));
  });

  test('authorizer: reads the table', () => {
    const [[, authorizer] = []] = resourcesOfType(resources, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('Authorizer'),
    );
    const role = resourceAt(resources, logicalIdOf(authorizer?.Properties['Role']));
    expect(powersOf(role)).toEqual(
      [...log, ...traces, ...tablePermissions({ data: 'read' }, 'table')].sort(),
    );
  });

  // The test above derives permissions from the contract. These rows hold for any contract.
  test.each([
    ['health', /dynamodb|apigateway/],
    ['get-order', /^dynamodb:(Put|Update|Delete|ConditionCheck)/m],
    ['list-products', /^dynamodb:(Delete|ConditionCheck)|^dynamodb:(Put|Update)Item table$/m],
    ['create-order', /apigateway|^dynamodb:(Delete|BatchWrite|PartiQL)/m],
    ['create-campaign', /^dynamodb:(Delete|BatchWrite|PartiQL)/m],
    ['update-product', /^dynamodb:(Delete|BatchWrite|PartiQL)/m],
    ['delete-product', /^dynamodb:DeleteItem table(?! if .* BRAND#\*$)/m],
    ['update-order-status', /^dynamodb:DeleteItem table(?! if .* ROLLUP#\*$)/m],
    ['create-api-key', /^dynamodb:(Delete|BatchWrite|PartiQL)/m],
    ['create-brand', /apigateway:(DELETE|PATCH|PUT) \/apikeys/],
  ])('%s can never %s', (name, forbidden) => {
    const endpoint = commerceEndpoints.find((candidate) => candidate.name === name);
    if (!endpoint) throw new Error(`The contract has no ${name}`);
    expect(powersOf(deployedEndpoint(resources, endpoint).role).join('\n')).not.toMatch(forbidden);
  });
});

describe('credentials', () => {
  const manages = (kept: RegExp) =>
    commerceEndpoints
      .filter(({ data }) => data !== 'none')
      .filter(
        (endpoint) =>
          !powersOf(deployedEndpoint(resources, endpoint).role).some(
            (power) => power.startsWith('deny dynamodb:PutItem table if') && kept.test(power),
          ),
      )
      .map(({ name }) => name);

  test('only functions that manage API keys can write them', () => {
    expect(manages(/APIKEY#\*,APIKEYS,APIKEYS#\*/)).toEqual(['create-api-key', 'revoke-api-key']);
  });

  test('only create-brand can write memberships', () => {
    expect(manages(/MEMBER#\*/)).toEqual(['create-brand']);
  });
});

describe('roles', () => {
  test('each function has its own role', () => {
    const roles = resourcesOfType(resources, 'AWS::Lambda::Function').map(([, { Properties }]) =>
      logicalIdOf(Properties['Role']),
    );
    expect(new Set(roles).size).toBe(commerceEndpoints.length + 1);
  });

  test('roles have inline policies only', () => {
    expect(resourcesOfType(resources, 'AWS::IAM::Policy')).toEqual([]);
    expect(resourcesOfType(resources, 'AWS::IAM::ManagedPolicy')).toEqual([]);
    for (const [, { Properties }] of resourcesOfType(resources, 'AWS::IAM::Role')) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  test('allows no wildcard action, and only traces on all resources', () => {
    const powers = resourcesOfType(resources, 'AWS::IAM::Role').flatMap(([, role]) => powersOf(role));
    expect(powers.length).toBeGreaterThan(100);
    expect(powers.filter((power) => /^(deny )?[^ ]*\*/.test(power))).toEqual([]);
    expect(new Set(powers.filter((power) => /^(deny )?[^ ]+ \*/.test(power)))).toEqual(new Set(traces));
  });
});

describe('-c encryption=customer-managed', () => {
  const viaDynamo = ' if kms:ViaService StringEquals dynamodb.<AWS::Region>.amazonaws.com';
  const keyPowers = (endpoint: EndpointDeclaration) =>
    powersOf(deployedEndpoint(encrypted, endpoint).role).filter((power) => power.startsWith('kms:'));

  test.each(commerceEndpoints)('$name can use the key only as far as it uses the table', (endpoint) => {
    const writes =
      endpoint.data === 'write' || endpoint.limiter !== undefined || endpoint.recordsActivity === true;
    const actions = ['Decrypt', 'DescribeKey'].concat(
      writes
        ? ['Encrypt', 'GenerateDataKey', 'GenerateDataKeyWithoutPlaintext', 'ReEncryptFrom', 'ReEncryptTo']
        : [],
    );
    const expected = actions.map((action) => `kms:${action} key${viaDynamo}`);
    expect(keyPowers(endpoint)).toEqual(endpoint.data === 'none' ? [] : expected);
  });

  test('every log is encrypted with the key', () => {
    for (const [, { Properties }] of resourcesOfType(encrypted, 'AWS::Logs::LogGroup')) {
      expect(templateText(Properties['KmsKeyId'])).toMatch(/^<Granary-Data:ExportsOutputFnGetAttKey/);
    }
  });
});
