import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { peoplePlan, plans } from '#contract/plans.ts';
import { commerceOutputs } from '#contract/stack-outputs.ts';
import { endpointThrottle, functionSettings } from '#lib/settings/settings.ts';
import { deployedEndpoint, logicalIdOf, methodAt, resourceAt } from '../deployed-endpoint.ts';
import {
  resourcesOf,
  resourcesOfType,
  stubApp,
  type TemplateResource,
  type TemplateResources,
  templateOf,
  templateText,
} from '../synthesized-app.ts';

let template: Template;
let resources: TemplateResources;

beforeAll(async () => {
  // Reading the template also fails where resources refer to each other in a circle: plans → stage → deployment →
  // methods → functions → plans is one that must stay open.
  template = templateOf(await stubApp({ corsOrigin: 'https://app.example' }), 'Commerce');
  resources = resourcesOf(template);
});

const isPublic = ({ access }: EndpointDeclaration) => access.kind === 'public';

describe('every endpoint of the contract', () => {
  test.each(commerceEndpoints)('$method $path asks for what its access says', (endpoint) => {
    const { method } = deployedEndpoint(resources, endpoint);
    expect(method.Properties).toMatchObject({
      AuthorizationType: isPublic(endpoint) ? 'NONE' : 'CUSTOM',
      ApiKeyRequired: !isPublic(endpoint) && endpoint.unmetered !== true,
    });
    const authorizer = method.Properties['AuthorizerId'];
    expect(authorizer === undefined ? 'none' : resourceAt(resources, logicalIdOf(authorizer)).Type).toBe(
      isPublic(endpoint) ? 'none' : 'AWS::ApiGateway::Authorizer',
    );
  });

  test('nothing but the gateway’s own answers and the public operations is open', () => {
    const open = resourcesOfType(resources, 'AWS::ApiGateway::Method').filter(
      ([, { Properties }]) =>
        Properties['HttpMethod'] !== 'ANY' && Properties['AuthorizationType'] === 'NONE',
    );
    // Each is a GET, which has a HEAD beside it.
    expect(open).toHaveLength(2 * commerceEndpoints.filter(isPublic).length);
  });

  test.each(commerceEndpoints.filter(({ method }) => method === 'GET'))(
    'HEAD $path leads to the function of the GET, and asks for the same',
    (endpoint) => {
      const asked = ({ Properties }: TemplateResource) => {
        const { HttpMethod, OperationName, ...rest } = Properties;
        return rest;
      };
      const { method } = deployedEndpoint(resources, endpoint);
      expect(asked(methodAt(resources, 'HEAD', endpoint.path))).toEqual(asked(method));
    },
  );

  test.each(commerceEndpoints)('$name runs on Node 24, arm64, traced, within its settings', (endpoint) => {
    const { memoryMegabytes, timeoutSeconds } = functionSettings(`commerce/${endpoint.name}`);
    expect(deployedEndpoint(resources, endpoint).function.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: memoryMegabytes,
      Timeout: timeoutSeconds,
      TracingConfig: { Mode: 'Active' },
    });
  });

  test.each(commerceEndpoints)('only this route of the live stage may invoke $name', (endpoint) => {
    const { functionId } = deployedEndpoint(resources, endpoint);
    const permissions = resourcesOfType(resources, 'AWS::Lambda::Permission').filter(
      ([, { Properties }]) => logicalIdOf(Properties['FunctionName']) === functionId,
    );
    expect(permissions).toHaveLength(1);
    expect(templateText(permissions[0]?.[1].Properties['SourceArn'])).toMatch(
      new RegExp(
        `/live/${endpoint.method === 'GET' ? '\\*' : endpoint.method}${endpoint.path.replaceAll(/\{\w+\}/g, '\\*')}$`,
      ),
    );
  });

  test.each(commerceEndpoints)('$name is told what its environment schema asks for', (endpoint) => {
    const { Environment } = deployedEndpoint(resources, endpoint).function.Properties;
    const always = { GRANARY_ENVIRONMENT: 'production', CORS_ORIGIN: 'https://app.example' };
    const table = { COMMERCE_TABLE: { 'Fn::ImportValue': expect.stringContaining('RefCommerceTable') } };
    const plan = { Ref: expect.stringMatching(/Plan/) };
    expect(Environment).toMatchObject({
      Variables: {
        ...always,
        ...(endpoint.data === 'none' ? {} : table),
        ...(endpoint.managesGatewayKeys
          ? { USAGE_PLAN_STARTER: plan, USAGE_PLAN_FARM: plan, USAGE_PLAN_ENTERPRISE: plan }
          : {}),
      },
    });
  });

  test.each(commerceEndpoints)('$method $path has its throttle on the stage', (endpoint) => {
    const { ratePerSecond, burst } = endpointThrottle(`commerce/${endpoint.name}`, endpoint.method);
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      MethodSettings: Match.arrayWith([
        Match.objectLike({
          ResourcePath: `/${endpoint.path.replaceAll('/', '~1')}`,
          HttpMethod: endpoint.method,
          ThrottlingRateLimit: ratePerSecond,
          ThrottlingBurstLimit: burst,
          // What an entry leaves out is off for its method, whatever the stage says.
          LoggingLevel: 'ERROR',
          DataTraceEnabled: false,
        }),
      ]),
    });
  });
});

describe('the API', () => {
  test('takes the usage-plan key from the authorizer, which is asked each time', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      ApiKeySourceType: 'AUTHORIZER',
      MinimumCompressionSize: 1024,
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
      Type: 'REQUEST',
      AuthorizerResultTtlInSeconds: 0,
      IdentitySource: '',
    });
  });

  test('has outputs for the operator’s command that name what its functions work with', () => {
    const create = commerceEndpoints.find(({ name }) => name === 'create-brand');
    if (!create) throw new Error('There is no create-brand');
    const { Environment } = deployedEndpoint(resources, create).function.Properties;
    const { Outputs } = template.toJSON();
    const outputNamed = (name: string) => Outputs[name]?.Value;
    expect(Object.keys(commerceOutputs.shape).filter((name) => outputNamed(name) === undefined)).toEqual([]);
    expect(Environment).toMatchObject({
      Variables: {
        GRANARY_ENVIRONMENT: outputNamed('EnvironmentName'),
        COMMERCE_TABLE: outputNamed('CommerceTableName'),
        USAGE_PLAN_STARTER: outputNamed('StarterPlanId'),
        USAGE_PLAN_FARM: outputNamed('FarmPlanId'),
        USAGE_PLAN_ENTERPRISE: outputNamed('EnterprisePlanId'),
      },
    });
  });

  test.each(Object.entries(plans))('plan %s is metered by its own usage plan', (_, plan) => {
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      Throttle: { RateLimit: plan.ratePerSecond, BurstLimit: plan.burst },
      Quota: { Limit: plan.monthlyQuota, Period: 'MONTH' },
      ApiStages: [Match.objectLike({ Stage: { Ref: Match.stringLikeRegexp('DeploymentStage') } })],
    });
  });

  test('people whose request names no brand of theirs are metered by one key, without a quota', () => {
    template.hasResourceProperties('AWS::ApiGateway::ApiKey', { Value: 'Granary-Commerce-meter-people' });
    template.resourceCountIs('AWS::ApiGateway::UsagePlanKey', 1);
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      Throttle: { RateLimit: peoplePlan.ratePerSecond, BurstLimit: peoplePlan.burst },
      Quota: Match.absent(),
    });
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ PEOPLE_KEY: 'Granary-Commerce-meter-people' }) },
    });
  });

  test('both authorizers are given the settings of bearer tokens', async () => {
    const app = await stubApp({
      issuer: 'https://login.example.com',
      audience: 'granary api://granary',
      brandsClaim: 'https://granary.example/brands',
      claimsRolesClaim: 'realm_access.roles',
      operatorClaim: 'roles',
      roleNames: 'Billing Team=biller',
    });
    for (const stackName of ['Commerce', 'Claims']) {
      templateOf(app, stackName).hasResourceProperties('AWS::Lambda::Function', {
        Environment: {
          Variables: Match.objectLike({
            TOKEN_ISSUER: 'https://login.example.com',
            TOKEN_AUDIENCE: 'granary api://granary',
            TOKEN_BRANDS_CLAIM: 'https://granary.example/brands',
            TOKEN_CLAIMS_ROLES_CLAIM: 'realm_access.roles',
            TOKEN_OPERATOR_CLAIM: 'roles',
            TOKEN_ROLE_NAMES: 'Billing Team=biller',
          }),
        },
      });
    }
  });

  test('logs errors of execution without data, and every request without query string or header', () => {
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      TracingEnabled: true,
      MethodSettings: Match.arrayWith([
        Match.objectLike({
          ResourcePath: '/*',
          HttpMethod: '*',
          LoggingLevel: 'ERROR',
          DataTraceEnabled: false,
        }),
      ]),
    });
    const [[, stage] = []] = resourcesOfType(resources, 'AWS::ApiGateway::Stage');
    const { Format } = Object(stage?.Properties['AccessLogSetting']);
    expect(JSON.parse(Format)).toMatchObject({
      request_id: '$context.requestId',
      route: '$context.resourcePath',
    });
    expect(Format).not.toMatch(/querystring|header|\$context\.path|userAgent|authorizer\.principal\b/i);
  });

  test('every log ends some day', () => {
    const logs = resourcesOfType(resources, 'AWS::Logs::LogGroup');
    // One per function, the authorizer's among them, the access log and the execution log.
    expect(logs).toHaveLength(commerceEndpoints.length + 3);
    for (const [, { Properties }] of logs) expect(Properties['RetentionInDays']).toBeGreaterThanOrEqual(90);
  });

  test('has room for more: well under CloudFormation’s 500 resources', () => {
    expect(Object.keys(resources).length).toBeLessThan(300);
  });
});

describe('preflights', () => {
  const allowed = (path: string) => {
    const { Properties } = methodAt(resources, 'ANY', path);
    const { IntegrationResponses, RequestTemplates } = Object(Properties['Integration']);
    const [response, refusal] = IntegrationResponses;
    return { Properties, RequestTemplates, response, refusal, headers: response.ResponseParameters };
  };
  const header = (name: string) => `method.response.header.${name}`;

  test('/api/v1: GET, POST, PUT, DELETE, OPTIONS; Content-Type, Authorization, X-API-Key; 86400 seconds', () => {
    expect(allowed('/api/v1').headers).toMatchObject({
      [header('Access-Control-Allow-Methods')]: "'GET, POST, PUT, DELETE, OPTIONS'",
      [header('Access-Control-Allow-Headers')]: "'Content-Type, Authorization, X-API-Key'",
      [header('Access-Control-Max-Age')]: "'86400'",
    });
  });

  test('/api/v1/water-logs: GET, POST, OPTIONS; Content-Type, Authorization; max age not given', () => {
    const { headers } = allowed('/api/v1/water-logs');
    expect(headers).toMatchObject({
      [header('Access-Control-Allow-Methods')]: "'GET, POST, OPTIONS'",
      [header('Access-Control-Allow-Headers')]: "'Content-Type, Authorization'",
    });
    expect(headers).not.toHaveProperty([header('Access-Control-Max-Age')]);
  });

  test('other routes allow their own methods and the headers they use', () => {
    expect(allowed('/api/v1/products/{id}').headers).toMatchObject({
      [header('Access-Control-Allow-Methods')]: "'GET, PUT, DELETE, OPTIONS'",
      [header('Access-Control-Allow-Headers')]:
        "'Content-Type, Authorization, X-API-Key, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'",
      [header('Access-Control-Max-Age')]: "'7200'",
    });
  });

  const paths = [...new Set(commerceEndpoints.map(({ path }) => path))];

  test.each(paths)('%s answers 204 with no credential', (path) => {
    const { Properties, RequestTemplates, response, headers } = allowed(path);
    expect(Properties).toMatchObject({
      AuthorizationType: 'NONE',
      ApiKeyRequired: false,
      Integration: { Type: 'MOCK', PassthroughBehavior: 'NEVER' },
    });
    for (const template of Object.values(RequestTemplates)) {
      expect(template).toBe(
        '#if($context.httpMethod == "OPTIONS")\n{"statusCode":204}\n#else\n{"statusCode":405}\n#end',
      );
    }
    expect(response).toMatchObject({ StatusCode: '204', SelectionPattern: '204' });
    expect(headers).toMatchObject({
      [header('Access-Control-Allow-Origin')]: "'https://app.example'",
      [header('Vary')]: "'Origin'",
      [header('Content-Security-Policy')]: "'default-src 'none'; frame-ancestors 'none''",
      [header('Strict-Transport-Security')]: "'max-age=63072000; includeSubDomains'",
      [header('X-Content-Type-Options')]: "'nosniff'",
      [header('X-Request-Id')]: 'context.requestId',
    });
    // A header that the method response does not declare never leaves API Gateway.
    const [{ ResponseParameters }] = Object(Properties['MethodResponses']);
    expect(Object.keys(ResponseParameters)).toEqual(Object.keys(headers));
  });

  test.each(paths)('%s answers 405 with Allow to any other method', (path) => {
    const { Properties, refusal } = allowed(path);
    const methods = commerceEndpoints
      .filter((endpoint) => endpoint.path === path)
      .map(({ method }) => method);
    const served = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    expect(refusal).toMatchObject({ StatusCode: '405' });
    expect(refusal).not.toHaveProperty('SelectionPattern');
    expect(refusal.ResponseParameters).toMatchObject({
      [header('Allow')]: `'${[...served, 'OPTIONS'].join(', ')}'`,
      [header('Access-Control-Allow-Origin')]: "'https://app.example'",
      [header('X-Content-Type-Options')]: "'nosniff'",
    });
    expect(JSON.parse(refusal.ResponseTemplates['application/json'])).toEqual({
      error: 'Method not allowed for this path; see the Allow header',
      code: 'method_not_allowed',
      request_id: '$context.requestId',
    });
    const [, { ResponseParameters }] = Object(Properties['MethodResponses']);
    expect(Object.keys(ResponseParameters)).toEqual(Object.keys(refusal.ResponseParameters));
  });
});
