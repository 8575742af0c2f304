import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { workers } from '#contract/commerce/work.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { peoplePlan, plans } from '#contract/plans.ts';
import { commerceOutputs } from '#contract/stack-outputs.ts';
import { endpointThrottle, functionSettings } from '#lib/settings/settings.ts';
import { deployedEndpoint, logicalIdOf, resourceAt } from '../deployed-endpoint.ts';
import {
  resourcesOfType,
  synthesizedStacks,
  type TemplateResources,
  templateText,
} from '../synthesis/template.ts';

let template: Template;
let resources: TemplateResources;

beforeAll(async () => {
  // Reading the template also fails for circular references, such as
  // plans → stage → deployment → methods → functions → plans.
  ({ template, resources } = (await synthesizedStacks('certificate'))('Commerce'));
});

const isPublic = ({ access }: EndpointDeclaration) => access.kind === 'public';

describe('every endpoint of the contract', () => {
  test.each(commerceEndpoints)(
    '$method $path requires the credential that its access declares',
    (endpoint) => {
      const { method } = deployedEndpoint(resources, endpoint);
      expect(method.Properties).toMatchObject({
        AuthorizationType: isPublic(endpoint) ? 'NONE' : 'CUSTOM',
        ApiKeyRequired: !isPublic(endpoint) && endpoint.unmetered !== true,
      });
      const authorizer = method.Properties['AuthorizerId'];
      expect(authorizer === undefined ? 'none' : resourceAt(resources, logicalIdOf(authorizer)).Type).toBe(
        isPublic(endpoint) ? 'none' : 'AWS::ApiGateway::Authorizer',
      );
    },
  );

  test('only public operations and mock responses need no credential', () => {
    const open = resourcesOfType(resources, 'AWS::ApiGateway::Method').filter(
      ([, { Properties }]) =>
        Properties['HttpMethod'] !== 'ANY' && Properties['AuthorizationType'] === 'NONE',
    );
    // A GET has a HEAD beside it.
    const methods = commerceEndpoints.filter(isPublic).map(({ method }) => (method === 'GET' ? 2 : 1));
    expect(open).toHaveLength(methods.reduce((sum: number, count) => sum + count, 0));
  });

  test.each(commerceEndpoints)(
    '$name runs on Node 24 and arm64 with tracing and its own size',
    (endpoint) => {
      const { memoryMegabytes, timeoutSeconds } = functionSettings(`commerce/${endpoint.name}`);
      expect(deployedEndpoint(resources, endpoint).function.Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: memoryMegabytes,
        Timeout: timeoutSeconds,
        TracingConfig: { Mode: 'Active' },
      });
    },
  );

  test('only its route can invoke a function', () => {
    const permissions = Map.groupBy(
      resourcesOfType(resources, 'AWS::Lambda::Permission').map(([, { Properties }]) => Properties),
      ({ FunctionName }) => logicalIdOf(FunctionName),
    );
    for (const endpoint of commerceEndpoints) {
      const { method, name, path } = endpoint;
      const own = permissions.get(deployedEndpoint(resources, endpoint).functionId) ?? [];
      const route = `/live/${method === 'GET' ? '*' : method}${path.replaceAll(/\{\w+\}/g, '*')}`;
      expect([
        name,
        own.map(({ SourceArn }) => templateText(SourceArn).replace(/^.*?(?=\/live\/)/, '')),
      ]).toEqual([name, [route]]);
    }
  });

  test.each(commerceEndpoints)('$name has the environment variables of its schema', (endpoint) => {
    const { Environment } = deployedEndpoint(resources, endpoint).function.Properties;
    const always = { GRANARY_ENVIRONMENT: 'staging', CORS_ORIGIN: 'https://app.example.com' };
    const table = { COMMERCE_TABLE: { 'Fn::ImportValue': expect.stringContaining('RefCommerceTable') } };
    expect(Environment).toMatchObject({
      Variables: {
        ...always,
        ...(endpoint.data === 'none' ? {} : table),
      },
    });
  });

  test('the stage throttles each method', () => {
    const [[, stage] = []] = resourcesOfType(resources, 'AWS::ApiGateway::Stage');
    const settings: readonly Readonly<Record<string, unknown>>[] = Object(
      stage?.Properties['MethodSettings'],
    );
    const byMethod = new Map(settings.map((one) => [`${one['HttpMethod']} ${one['ResourcePath']}`, one]));
    for (const { name, method, path } of commerceEndpoints) {
      const { ratePerSecond, burst } = endpointThrottle(`commerce/${name}`, method);
      expect(byMethod.get(`${method} /${path.replaceAll('/', '~1')}`)).toMatchObject({
        ThrottlingRateLimit: ratePerSecond,
        ThrottlingBurstLimit: burst,
        // Settings of a method replace those of the stage.
        LoggingLevel: 'ERROR',
        DataTraceEnabled: false,
      });
    }
  });
});

describe('the API', () => {
  test('takes the usage-plan key from the authorizer, without caching', () => {
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

  test('has outputs with the resources of its functions, for the operator command', () => {
    const [[, settling] = []] = resourcesOfType(resources, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('SettleBilling'),
    );
    const Environment = settling?.Properties['Environment'];
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

  test('one key without quota meters people whose request names no brand of theirs', () => {
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

  test('both authorizers have the settings of bearer tokens', async () => {
    const app = await synthesizedStacks('certificate');
    for (const stackName of ['Commerce', 'Claims']) {
      app(stackName).template.hasResourceProperties('AWS::Lambda::Function', {
        Environment: {
          Variables: Match.objectLike({
            TOKEN_ISSUER: 'https://login.example.com',
            TOKEN_AUDIENCE: 'granary',
            TOKEN_BRANDS_CLAIM: 'https://example.com/brands',
            TOKEN_CLAIMS_ROLES_CLAIM: 'roles',
            TOKEN_OPERATOR_CLAIM: 'operator',
            TOKEN_ROLE_NAMES: 'Billing Team=biller,Compliance=auditor',
          }),
        },
      });
    }
  });

  test('logs errors without data, and requests without query string and headers', () => {
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

  test('every log has a retention', () => {
    const logs = resourcesOfType(resources, 'AWS::Logs::LogGroup');
    // One per function (endpoints, authorizer, workers, the search for work and the intake of uploads), the access log and the execution log.
    expect(logs).toHaveLength(commerceEndpoints.length + workers.length + 5);
    for (const [, { Properties }] of logs) expect(Properties['RetentionInDays']).toBeGreaterThanOrEqual(90);
  });
});
