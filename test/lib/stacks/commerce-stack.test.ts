import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { workers } from '#contract/commerce/work.ts';
import { peoplePlan, plans } from '#contract/plans.ts';
import { commerceOutputs } from '#contract/stack-outputs.ts';
import { functionSettings } from '#lib/settings/settings.ts';
import { deployedEndpoint, logicalIdOf } from '../deployed-endpoint.ts';
import {
  resourcesOfType,
  type SynthesizedStack,
  synthesizedStacks,
  type TemplateResources,
  templateText,
} from '../synthesis/template.ts';

let stack: SynthesizedStack;
let template: Template;
let resources: TemplateResources;

beforeAll(async () => {
  stack = (await synthesizedStacks('certificate'))('Commerce');
  // Reading the template also fails for circular references, such as
  // plans → stage → deployment → functions → plans.
  ({ template, resources } = stack);
});

describe('every endpoint of the contract', () => {
  test.each(commerceEndpoints)(
    '$name runs on Node 24 and arm64 with tracing and its own size',
    (endpoint) => {
      const { memoryMegabytes, timeoutSeconds } = functionSettings(`commerce/${endpoint.name}`);
      expect(deployedEndpoint(stack, endpoint).function.Properties).toMatchObject({
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
      const own = permissions.get(deployedEndpoint(stack, endpoint).functionId) ?? [];
      const route = `/live/${method === 'GET' ? '*' : method}${path.replaceAll(/\{\w+\}/g, '*')}`;
      expect([
        name,
        own.map(({ SourceArn }) => templateText(SourceArn).replace(/^.*?(?=\/live\/)/, '')),
      ]).toEqual([name, [route]]);
    }
  });

  test.each(commerceEndpoints)('$name has the environment variables of its schema', (endpoint) => {
    const { Environment } = deployedEndpoint(stack, endpoint).function.Properties;
    const always = { GRANARY_ENVIRONMENT: 'staging', CORS_ORIGIN: 'https://app.example.com' };
    const table = { COMMERCE_TABLE: { 'Fn::ImportValue': expect.stringContaining('RefCommerceTable') } };
    expect(Environment).toMatchObject({
      Variables: {
        ...always,
        ...(endpoint.data === 'none' ? {} : table),
      },
    });
  });
});

describe('the API', () => {
  test('is regional', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      Name: 'Granary-Commerce API',
      EndpointConfiguration: { Types: ['REGIONAL'] },
      Parameters: { endpointConfigurationTypes: 'REGIONAL' },
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

  test.each([
    ['defaults', []],
    ['hostedZone', ['AWS::SES::ConfigurationSet', 'AWS::SES::ConfigurationSetEventDestination']],
    [
      'certificate',
      [
        'AWS::SES::ConfigurationSet',
        'AWS::SES::ConfigurationSetEventDestination',
        'AWS::SMSVOICE::ConfigurationSet',
      ],
    ],
  ] as const)('with the settings %s, only channels with a sender have resources', async (settings, types) => {
    const { resources: all } = (await synthesizedStacks(settings))('Commerce');
    const found = Object.values(all).flatMap(({ Type }) => (/^AWS::(SES|SMSVOICE)/.test(Type) ? [Type] : []));
    expect(found.toSorted()).toEqual(types);
    // The topic of the alarms, and that of the events of messages.
    expect(resourcesOfType(all, 'AWS::SNS::Topic')).toHaveLength(types.length === 0 ? 1 : 2);
  });

  test('every log has a retention', () => {
    const logs = resourcesOfType(resources, 'AWS::Logs::LogGroup');
    // One per function (endpoints, authorizer, workers and the search for work), the access log and the execution log.
    expect(logs).toHaveLength(commerceEndpoints.length + workers.length + 4);
    for (const [, { Properties }] of logs) expect(Properties['RetentionInDays']).toBeGreaterThanOrEqual(90);
  });
});
