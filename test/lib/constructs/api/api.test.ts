import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { App, Stack } from 'aws-cdk-lib/core';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { exposedHeaders, securityHeaders } from '#contract/headers.ts';
import { functionName } from '#lib/constructs/api/api-body.ts';
import { RestService } from '#lib/constructs/api/rest-service.ts';
import { defaultThrottle, throttleOverrides } from '#lib/settings/settings.ts';
import { functionBehind, operationAt } from '../../deployed-endpoint.ts';
import { scratch } from '../../synthesis/scratch.ts';
import {
  type ApiDefinition,
  resourcesOfType,
  type SynthesizedStack,
  synthesizedStacks,
  templateText,
} from '../../synthesis/template.ts';

const endpoints: readonly EndpointDeclaration[] = [...commerceEndpoints, ...claimsEndpoints];
const methodsOf = ({ method }: EndpointDeclaration) => (method === 'GET' ? ['GET', 'HEAD'] : [method]);
const integration = 'x-amazon-apigateway-integration';

let stacks: Readonly<Record<EndpointDeclaration['service'], SynthesizedStack>>;
beforeAll(async () => {
  const app = await synthesizedStacks('certificate');
  stacks = { commerce: app('Commerce'), claims: app('Claims') };
});

const operation = ({ service, path: at }: EndpointDeclaration, method: string) =>
  operationAt(stacks[service].definition, method, at);

/** cdk-nag sees nothing inside a definition, so these show what its rules about methods would. */
describe('the definition of an API', () => {
  test.each(endpoints)('$method $path requires the credential that its access declares', (endpoint) => {
    const { access, unmetered } = endpoint;
    const required = access.kind === 'public' ? [] : unmetered ? ['authorizer'] : ['authorizer', 'api_key'];
    for (const method of methodsOf(endpoint)) {
      expect(operation(endpoint, method).security.flatMap(Object.keys)).toEqual(required);
    }
  });

  test('has exactly the operations of the contract, and a fallback for each path', () => {
    const served = (['commerce', 'claims'] as const).flatMap((service) =>
      Object.entries(stacks[service].definition.paths).flatMap(([at, operations]) =>
        Object.keys(operations).map((method) => `${service} ${method} ${at}`),
      ),
    );
    const declared = endpoints.flatMap((endpoint) =>
      [...methodsOf(endpoint).map((one) => one.toLowerCase()), 'x-amazon-apigateway-any-method'].map(
        (method) => `${endpoint.service} ${method} ${endpoint.path}`,
      ),
    );
    expect(new Set(served)).toEqual(new Set(declared));
    const ids = (definition: ApiDefinition) =>
      Object.values(definition.paths).flatMap((one) =>
        Object.values(one).flatMap(({ operationId = [] }) => operationId),
      );
    for (const service of ['commerce', 'claims'] as const) {
      const found = ids(stacks[service].definition);
      expect(new Set(found).size).toBe(endpoints.filter((one) => one.service === service).length);
    }
  });

  test.each(['commerce', 'claims'] as const)('of %s identifies callers by its own authorizer', (service) => {
    const { definition, resources, stackName } = stacks[service];
    expect(definition).toMatchObject({
      openapi: '3.0.1',
      'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
      'x-amazon-apigateway-minimum-compression-size': 1024,
    });
    const { authorizer, api_key } = Object(definition['components']).securitySchemes;
    expect(api_key).toEqual({ type: 'apiKey', in: 'header', name: 'x-api-key' });
    const { authorizerUri, ...rest } = authorizer['x-amazon-apigateway-authorizer'];
    // Results are not cached, and no header is required.
    expect(rest).toEqual({ type: 'request', authorizerResultTtlInSeconds: 0 });
    const [id, lambda] = functionBehind(resources, authorizerUri);
    expect(lambda.Properties['FunctionName']).toBe(`${stackName}-authorizer`);
    const [permission, ...others] = resourcesOfType(resources, 'AWS::Lambda::Permission').filter(
      ([, { Properties }]) => templateText(Properties['FunctionName']).startsWith(`<${id}.`),
    );
    expect(templateText(permission?.[1].Properties['SourceArn'])).toMatch(/:<RestApi\w+>\/authorizers\/\*$/);
    expect(others).toEqual([]);
  });

  test.each(endpoints.filter(({ method }) => method === 'GET'))(
    'HEAD $path has the function and the access of GET',
    (endpoint) => {
      const { operationId, ...get } = operation(endpoint, 'GET');
      expect(operation(endpoint, 'HEAD')).toEqual(get);
    },
  );

  test('fits into an import, which takes 6 MB', () => {
    for (const { definition } of Object.values(stacks)) {
      expect(JSON.stringify(definition).length).toBeLessThan(2_000_000);
    }
  });

  test('the stage throttles each method', () => {
    for (const endpoint of endpoints) {
      const [[, stage] = []] = resourcesOfType(stacks[endpoint.service].resources, 'AWS::ApiGateway::Stage');
      const settings: readonly Readonly<Record<string, unknown>>[] = Object(
        stage?.Properties['MethodSettings'],
      );
      const { ratePerSecond, burst } =
        throttleOverrides[`${endpoint.service}/${endpoint.name}`] ?? defaultThrottle;
      for (const method of methodsOf(endpoint)) {
        const isOwn = (one: Readonly<Record<string, unknown>>) =>
          one['HttpMethod'] === method && one['ResourcePath'] === `/${endpoint.path.replaceAll('/', '~1')}`;
        const ofAll = settings.find((one) => one['HttpMethod'] === '*' && one['ResourcePath'] === '/*');
        expect(settings.find(isOwn) ?? ofAll).toMatchObject({
          ThrottlingRateLimit: ratePerSecond,
          ThrottlingBurstLimit: burst,
          // Settings of a method replace those of the stage.
          LoggingLevel: 'ERROR',
          DataTraceEnabled: false,
        });
      }
    }
  });

  test('names functions that differ and are short enough for Lambda under the longest stack prefix', () => {
    const names = endpoints.map(({ service, name }) =>
      functionName(`${'P'.repeat(31)}-${service === 'commerce' ? 'Commerce' : 'Claims'}`, name),
    );
    expect(new Set(names).size).toBe(endpoints.length);
    expect(names.filter((name) => !/^[A-Za-z0-9-]{1,64}$/.test(name))).toEqual([]);
  });
});

describe('a deployment of an API', () => {
  const [first, second] = commerceEndpoints.filter(({ access }) => access.kind === 'brand');
  const deploymentOf = (declared: readonly (EndpointDeclaration | undefined)[], corsOrigin = '*') => {
    const app = new App({ outdir: mkdtempSync(path.join(scratch, 'api-')) });
    const stack = new Stack(app, 'Commerce');
    new RestService(stack, 'Rest', {
      name: 'API',
      description: 'API',
      endpoints: declared.filter((one) => one !== undefined),
      authorizer: LambdaFunction.fromFunctionName(stack, 'Authorizer', 'authorizer'),
      corsOrigin,
      executeApiEndpoint: 'on',
      key: undefined,
    });
    return Object.keys(Template.fromStack(stack).findResources('AWS::ApiGateway::Deployment'));
  };

  test('is another one exactly after a change of the definition', () => {
    const before = deploymentOf([first]);
    expect(before).toHaveLength(1);
    expect(deploymentOf([first])).toEqual(before);
    const changed = [
      deploymentOf([first, second]),
      deploymentOf([first && { ...first, access: { kind: 'public' } }]),
      deploymentOf([first && { ...first, unmetered: true }]),
      deploymentOf([first], 'https://app.example'),
    ];
    expect(new Set([before, ...changed].flat()).size).toBe(5);
  });
});

describe('preflights', () => {
  const fallback = (at: string, service: EndpointDeclaration['service'] = 'commerce') => {
    const any = operationAt(stacks[service].definition, 'ANY', at);
    const { requestTemplates, responses, ...mock } = Object(any[integration]);
    const { 204: response, default: refusal } = responses;
    return { any, mock, requestTemplates, response, refusal, headers: response.responseParameters };
  };
  const header = (name: string) => `method.response.header.${name}`;

  test('/api/v1: GET, POST, PUT, DELETE, OPTIONS; Content-Type, Authorization, X-API-Key; 86400 seconds', () => {
    expect(fallback('/api/v1').headers).toMatchObject({
      [header('Access-Control-Allow-Methods')]: "'GET, POST, PUT, DELETE, OPTIONS'",
      [header('Access-Control-Allow-Headers')]: "'Content-Type, Authorization, X-API-Key'",
      [header('Access-Control-Max-Age')]: "'86400'",
    });
  });

  test('/api/v1/water-logs: GET, POST, OPTIONS; Content-Type, Authorization; no max age', () => {
    const { headers } = fallback('/api/v1/water-logs');
    expect(headers).toMatchObject({
      [header('Access-Control-Allow-Methods')]: "'GET, POST, OPTIONS'",
      [header('Access-Control-Allow-Headers')]: "'Content-Type, Authorization'",
    });
    expect(headers).not.toHaveProperty([header('Access-Control-Max-Age')]);
  });

  test('other routes allow their own methods and the headers they use', () => {
    expect(fallback('/api/v1/products/{id}').headers).toMatchObject({
      [header('Access-Control-Allow-Methods')]: "'GET, PUT, PATCH, DELETE, OPTIONS'",
      [header('Access-Control-Allow-Headers')]:
        "'Content-Type, Authorization, X-API-Key, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'",
      [header('Access-Control-Max-Age')]: "'7200'",
    });
  });

  const paths = [...Map.groupBy(endpoints, ({ path: at }) => at)];

  test.each(paths)('%s responds to OPTIONS with 204 without a credential', (at, [endpoint]) => {
    const { any, mock, requestTemplates, response, refusal, headers } = fallback(at, endpoint?.service);
    expect(headers[header('Allow')]).toBe(refusal.responseParameters[header('Allow')]);
    expect(any.security).toEqual([]);
    expect(mock).toEqual({ type: 'mock', passthroughBehavior: 'never' });
    for (const template of Object.values(requestTemplates)) {
      expect(template).toBe(
        '#if($context.httpMethod == "OPTIONS")\n{"statusCode":204}\n#else\n{"statusCode":405}\n#end',
      );
    }
    expect(response).toMatchObject({ statusCode: '204' });
    expect(headers).toMatchObject({
      [header('Access-Control-Allow-Origin')]: "'https://app.example.com'",
      [header('Vary')]: "'Origin'",
      [header('Content-Security-Policy')]: "'default-src 'none'; frame-ancestors 'none''",
      [header('Strict-Transport-Security')]: "'max-age=63072000; includeSubDomains'",
      [header('X-Content-Type-Options')]: "'nosniff'",
      [header('X-Request-Id')]: 'context.requestId',
    });
    // API Gateway maps no header that the response of the method does not declare.
    const declared = Object.keys(any.responses['204']?.headers ?? {});
    expect(declared.map(header)).toEqual(Object.keys(headers));
  });

  test.each(paths)('%s responds to other methods with 405 and Allow', (at, of) => {
    const { any, refusal } = fallback(at, of[0]?.service);
    expect(refusal).toMatchObject({ statusCode: '405' });
    expect(refusal.responseParameters).toMatchObject({
      [header('Allow')]: `'${[...of.flatMap(methodsOf), 'OPTIONS'].join(', ')}'`,
      [header('Access-Control-Allow-Origin')]: "'https://app.example.com'",
      [header('X-Content-Type-Options')]: "'nosniff'",
    });
    expect(JSON.parse(refusal.responseTemplates['application/json'])).toEqual({
      error: 'Method not allowed for this path; see the Allow header',
      code: 'method_not_allowed',
      request_id: '$context.requestId',
    });
    const declared = Object.keys(any.responses['405']?.headers ?? {});
    expect(declared.map(header)).toEqual(Object.keys(refusal.responseParameters));
  });
});

describe('errors of API Gateway itself', () => {
  let responses: ApiDefinition['x-amazon-apigateway-gateway-responses'];

  beforeAll(async () => {
    const { definition } = (await synthesizedStacks('defaults'))('Commerce');
    responses = definition['x-amazon-apigateway-gateway-responses'];
  });

  const responseTo = (type: string) => responses[type];

  /** Renders the template with a request id, as API Gateway does. */
  const bodyOf = (type: string) =>
    JSON.parse(
      Object(responseTo(type)?.['responseTemplates'])
        ['application/json'].replace('$context.requestId', 'id-1')
        .replace('$context.error.messageString', '"text of AWS"'),
    );

  // Errors of API Gateway itself in the envelope of the service: type, status, code, text.
  const rows = [
    ['INVALID_API_KEY', '403', 'forbidden', 'Your role does not permit this operation'],
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'not_found', 'Not found'],
    ['RESOURCE_NOT_FOUND', '404', 'not_found', 'Not found'],
    ['UNAUTHORIZED', '401', 'unauthorized', 'A valid API key or bearer token is required'],
    ['ACCESS_DENIED', '403', 'forbidden', 'Your role does not permit this operation'],
    ['EXPIRED_TOKEN', '403', 'forbidden', 'Your role does not permit this operation'],
    ['INVALID_SIGNATURE', '403', 'forbidden', 'Your role does not permit this operation'],
    ['WAF_FILTERED', '403', 'forbidden', 'Your role does not permit this operation'],
    ['THROTTLED', '429', 'rate_limited', 'Too many requests'],
    ['QUOTA_EXCEEDED', '429', 'quota_exceeded', "The monthly quota of the brand's plan is used up"],
    ['REQUEST_TOO_LARGE', '413', 'payload_too_large', 'The request is too large'],
    [
      'UNSUPPORTED_MEDIA_TYPE',
      '405',
      'method_not_allowed',
      'Method not allowed for this path; see the Allow header',
    ],
    ['BAD_REQUEST_BODY', '400', 'validation_failed', 'Validation failed'],
    ['BAD_REQUEST_PARAMETERS', '400', 'validation_failed', 'Validation failed'],
    ['INTEGRATION_TIMEOUT', '504', 'timed_out', 'The service took too long to answer'],
    [
      'INTEGRATION_FAILURE',
      '504',
      'unavailable',
      'The service is temporarily unavailable; try again in a few seconds',
    ],
    [
      'AUTHORIZER_FAILURE',
      '503',
      'unavailable',
      'The service is temporarily unavailable; try again in a few seconds',
    ],
    [
      'AUTHORIZER_CONFIGURATION_ERROR',
      '503',
      'unavailable',
      'The service is temporarily unavailable; try again in a few seconds',
    ],
    ['API_CONFIGURATION_ERROR', '500', 'internal', 'Internal server error'],
  ] as const;

  test.each(rows)('%s: %s %s', (type, status, code, error) => {
    expect(responseTo(type)?.['statusCode']).toBe(status);
    expect(bodyOf(type)).toEqual({ error, code, request_id: 'id-1' });
  });

  test.each([
    ['DEFAULT_4XX', 'bad_request'],
    ['DEFAULT_5XX', 'internal'],
  ])('%s keeps its status and has our envelope', (type, code) => {
    expect(responseTo(type)).not.toHaveProperty('statusCode');
    expect(bodyOf(type)).toEqual({ error: 'text of AWS', code, request_id: 'id-1' });
  });

  test.each([...rows.map(([type]) => type), 'DEFAULT_4XX', 'DEFAULT_5XX'])(
    '%s has security headers, CORS headers and the request id',
    (type) => {
      const parameters = Object(responseTo(type)?.['responseParameters']);
      const constants = {
        ...securityHeaders,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': exposedHeaders.join(', '),
      };
      for (const [name, value] of Object.entries(constants)) {
        expect(parameters[`gatewayresponse.header.${name}`]).toBe(`'${value}'`);
      }
      expect(parameters['gatewayresponse.header.X-Request-Id']).toBe('context.requestId');
    },
  );

  test('throttled and unauthenticated callers get Retry-After', () => {
    const later = Object.entries(responses).flatMap(([type, { responseParameters }]) => {
      const seconds = Object(responseParameters)['gatewayresponse.header.Retry-After'];
      return seconds === undefined ? [] : [[type, seconds]];
    });
    expect(Object.fromEntries(later)).toEqual({
      AUTHORIZER_CONFIGURATION_ERROR: "'2'",
      AUTHORIZER_FAILURE: "'2'",
      THROTTLED: "'1'",
    });
  });

  // Only fallback methods respond to unknown media types; their OPTIONS lists the methods.
  test('a refused method with an unknown media type gets Allow', () => {
    expect(responseTo('UNSUPPORTED_MEDIA_TYPE')).toMatchObject({
      responseParameters: { 'gatewayresponse.header.Allow': "'OPTIONS'" },
    });
  });

  test('unauthorized callers get WWW-Authenticate', () => {
    expect(responseTo('UNAUTHORIZED')).toMatchObject({
      responseParameters: { 'gatewayresponse.header.WWW-Authenticate': `'Bearer realm="granary"'` },
    });
  });
});
