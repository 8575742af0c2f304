import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TokenBucket } from '#lib/local/api-gateway/keys/usage-plan-limiter.ts';
import { readApiBody } from '#lib/local/api-gateway/model/api-body.ts';
import { readStatusTemplate, statusOf } from '#lib/local/api-gateway/model/integration.ts';
import { evaluatePolicy, policySchema } from '#lib/local/api-gateway/processing/authorizers.ts';
import { StartError } from '#lib/local/start-error.ts';
import { callUrl, type Fixture, startFixture, until } from '../fixture/runtime.ts';

describe('gateway', () => {
  let fixture: Fixture;
  let call: Fixture['call'];

  beforeAll(async () => {
    fixture = await startFixture();
    call = fixture.call;
  });

  afterAll(() => fixture?.stop());

  describe('routes', () => {
    test('responds to an unknown path with MISSING_AUTHENTICATION_TOKEN in the API’s envelope', async () => {
      const { status, json, headers } = await call('/v1/nowhere', { headers: { 'x-asked': 'why' } });
      expect(status).toBe(403);
      expect(json).toMatchObject({
        error: 'Missing Authentication Token',
        type: 'MISSING_AUTHENTICATION_TOKEN',
      });
      expect(headers.get('x-request-id')).toBe(json.id);
      expect(headers.get('x-asked')).toBe('why');
      expect(headers.get('access-control-allow-origin')).toBe('*');
    });

    test('responds alike to a method that a path does not have, also HEAD', async () => {
      expect((await call('/v1/open', { method: 'DELETE' })).status).toBe(403);
      expect((await call('/v1/open', { method: 'HEAD' })).status).toBe(403);
    });

    test('keeps {name} and {name+} percent-encoded, and serves every method by ANY', async () => {
      const { json } = await call('/v1/echo/a%20b/c/d%2Fe', { method: 'PATCH' });
      expect(json.event.pathParameters).toEqual({ id: 'a%20b', rest: 'c/d%2Fe' });
      expect(json.event.resource).toBe('/v1/echo/{id}/{rest+}');
      expect(json.event.httpMethod).toBe('PATCH');
    });

    test('ignores a slash at the end', async () => {
      expect((await call('/v1/open/')).status).toBe(200);
    });

    test('serves two APIs at the base address, each with its own paths', async () => {
      const [first, second, shared] = await Promise.all([
        call('/v1/open'),
        call('/v2/echo'),
        call('/v1/second'),
      ]);
      expect(second.json.event.requestContext.apiId).not.toBe(first.json.event.requestContext.apiId);
      expect(shared.json.event.requestContext.apiId).toBe(second.json.event.requestContext.apiId);
    });
  });

  describe('proxy events', () => {
    test('have query, headers and body as on AWS', async () => {
      const { json } = await call('/v1/echo?a=1&a=2&b=%C3%A4+x', {
        method: 'POST',
        headers: { 'X-Forwarded-For': '10.1.2.3', 'x-own': 'me', 'Content-Type': 'application/json' },
        body: '{"ü":1}',
      });
      const { event } = json;
      expect(event.queryStringParameters).toEqual({ a: '2', b: 'ä x' });
      expect(event.multiValueQueryStringParameters).toEqual({ a: ['1', '2'], b: ['ä x'] });
      expect(event.headers['X-Forwarded-For']).toBe('10.1.2.3, 127.0.0.1');
      expect(event.headers['x-own']).toBe('me');
      expect(event.headers).not.toHaveProperty('connection');
      expect(event.body).toBe('{"ü":1}');
      expect(event.isBase64Encoded).toBe(false);
      expect(event.pathParameters).toBeNull();
      expect(event.requestContext).toMatchObject({
        stage: 'live',
        resourcePath: '/v1/echo',
        httpMethod: 'POST',
        path: '/v1/echo',
        protocol: 'HTTP/1.1',
        identity: { sourceIp: '127.0.0.1' },
      });
      expect(event.requestContext.requestTime).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    });

    test('reach a process with the template’s environment, not the parent’s', async () => {
      process.env['GRANARY_TEST_LEAK'] = 'leaked';
      const { json } = await call('/v1/open');
      const { environment, context } = json;
      expect(environment).toMatchObject({
        TABLE_NAME: fixture.runtime.tables['things'],
        BUCKET: fixture.runtime.buckets['files'],
        REGION_AND_STACK: 'us-east-1/Api',
        AWS_REGION: 'us-east-1',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      });
      expect(environment.SECRET_ARN).toMatch(/^arn:aws:secretsmanager:us-east-1:000000000000:secret:/);
      expect(environment).not.toHaveProperty('GRANARY_TEST_LEAK');
      expect(environment).not.toHaveProperty('NODE_OPTIONS');
      expect(context).toMatchObject({
        memoryLimitInMB: '128',
        functionName: environment.AWS_LAMBDA_FUNCTION_NAME,
      });
      expect(context.remaining).toBeGreaterThan(1_000);
      expect(context.remaining).toBeLessThanOrEqual(3_000);
    });

    test('reach a process with local addresses of the APIs in its environment', async () => {
      const { json } = await call('/v2/echo');
      expect(json.environment.FIRST_URL).toBe(`${fixture.runtime.baseUrl}/`);
    });

    test('reach a process with values of custom resources in its environment', async () => {
      const { json } = await call('/v1/greeting');
      expect(json.environment.GREETING).toBe('Create world');
    });
  });

  describe('responses', () => {
    test('keep several values of a header, and rename reserved headers', async () => {
      const { headers } = await call('/v1/open');
      expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(headers.get('x-amzn-remapped-server')).toBe('mine');
      expect(headers.get('x-amzn-remapped-date')).toBe('today');
      expect(headers.get('server')).toBeNull();
      expect(headers.get('content-type')).toBe('application/json');
    });

    test('have the status and content type of the function', async () => {
      const { status, text, headers } = await call('/v1/misbehave/status');
      expect([status, text, headers.get('content-type')]).toEqual([418, 'short and stout', 'text/plain']);
    });

    test('are compressed if large and the client accepts gzip', async () => {
      const large = await call('/v1/misbehave/large', { headers: { 'Accept-Encoding': 'gzip' } });
      expect(large.headers.get('content-encoding')).toBe('gzip');
      expect(large.json).toHaveLength(50_000);
      const refused = await call('/v1/misbehave/large', { headers: { 'Accept-Encoding': 'identity' } });
      expect(refused.headers.get('content-encoding')).toBeNull();
      expect((await call('/v1/misbehave/status')).headers.get('content-encoding')).toBeNull();
    });

    test.each(['malformed', 'nothing', 'throw'])('are 502 in the envelope after %s', async (how) => {
      const { status, json } = await call(`/v1/misbehave/${how}`);
      expect(status).toBe(502);
      expect(json).toMatchObject({ error: 'Internal server error' });
    });

    test('of a mock come from the template: status 204, headers, no body', async () => {
      const { status, headers, text } = await call('/v1/echo', { method: 'OPTIONS' });
      expect([status, text]).toEqual([204, '']);
      expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
      expect(headers.get('access-control-max-age')).toBe('86400');
      expect(headers.get('content-length')).toBeNull();
    });

    test('keep the connection alive', async () => {
      const { headers } = await call('/v1/misbehave/status');
      expect(headers.get('connection')).toBe('keep-alive');
    });

    test('of every server ask clients to close idle connections long before it does', async () => {
      const { baseUrl, controlPlane, endpoints } = fixture.runtime;
      for (const address of [baseUrl, controlPlane, endpoints.s3]) {
        const { headers } = await callUrl(`${address}/v1/misbehave/status`);
        expect([address, headers.get('keep-alive')]).toEqual([address, 'timeout=5']);
      }
    });
  });

  test('the access log has Lambda’s status beside that of the response', async () => {
    const { headers } = await call('/v1/misbehave/throw');
    const id = headers.get('x-request-id');
    const file = fixture.runtime.folder.file('logs', 'access-Api.log');
    const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
    await until(() => lines().some((line) => line.endsWith(`${id}`)));
    expect(lines()).toContain(`GET /v1/misbehave/{how} 502 200 ${id}`);
  });

  describe('the development issuer', () => {
    test('signs tokens that its discovery document and keys verify', async () => {
      const { createRemoteJWKSet, jwtVerify } = await import('jose');
      const issuer = `${fixture.runtime.baseUrl}/.local/oidc`;
      const { json } = await call('/.local/oidc/.well-known/openid-configuration');
      expect(json).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks.json` });
      const token = await fixture.runtime.token({ sub: 'me', granary_operator: true });
      const keys = createRemoteJWKSet(new URL(json.jwks_uri));
      const { payload } = await jwtVerify(token, keys, { issuer, audience: 'granary' });
      expect(payload).toMatchObject({ sub: 'me', granary_operator: true });
      expect((await call('/.local/oidc/jwks.json')).text).not.toContain('"d"');
      expect((await call('/.local/oidc/else')).status).toBe(404);
    });
  });
});

describe('policies', () => {
  const arn = 'arn:aws:execute-api:eu-west-1:000000000000:abc/live/GET/v1/orders/1';
  const policy = (...statements: readonly [string, string | string[], string?][]) =>
    policySchema.parse({
      Version: '2012-10-17',
      Statement: statements.map(([Effect, Resource, Action = 'execute-api:Invoke']) => ({
        Effect,
        Resource,
        Action,
      })),
    });

  test.each<[string, ReturnType<typeof policy>, string]>([
    ['the exact method', policy(['Allow', arn]), 'allow'],
    ['a wildcard over slashes', policy(['Allow', 'arn:aws:execute-api:*:*:abc/*/GET/*']), 'allow'],
    ['a question mark is one character', policy(['Allow', arn.replace('abc', 'a?c')]), 'allow'],
    ['a dot matches only a dot', policy(['Allow', arn.replace('abc', 'a.c')]), 'deny'],
    ['another method', policy(['Allow', arn.replace('GET', 'PUT')]), 'deny'],
    ['one of several', policy(['Allow', ['arn:none', arn]]), 'allow'],
    ['a deny wins over an allow', policy(['Allow', '*'], ['Deny', '*orders*']), 'explicit-deny'],
    ['a deny of something else', policy(['Allow', '*'], ['Deny', '*products*']), 'allow'],
    ['any action', policy(['Allow', '*', 'execute-api:*']), 'allow'],
    ['another action', policy(['Allow', '*', 's3:GetObject']), 'deny'],
    ['no statement', policy(), 'deny'],
  ])('evaluates %s', (_, document, expected) => {
    expect(evaluatePolicy(document, arn)).toBe(expected);
  });
});

describe('token bucket', () => {
  test('lets a burst pass at once, then requests at the rate', () => {
    const bucket = new TokenBucket({ rate: 2, burst: 3 }, 0);
    expect([0, 0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
    expect(bucket.take(400)).toBe(false);
    expect(bucket.take(500)).toBe(true);
    expect(bucket.take(600)).toBe(false);
  });

  test('holds the burst at most, and adds nothing when the clock goes back', () => {
    const bucket = new TokenBucket({ rate: 100, burst: 2 }, 0);
    expect([60_000, 60_000, 60_000, 0].map((now) => bucket.take(now))).toEqual([true, true, false, false]);
  });
});

const statusFor = (template: string, method: string) => {
  const read = readStatusTemplate(template);
  return read && statusOf(read, (name) => (name === 'context.httpMethod' ? method : undefined));
};

describe('the request template of a mock', () => {
  test.each([
    ['{"statusCode":204}', 204],
    ['{"statusCode": "204"}', 204],
    ['{}', 200],
  ])('%s asks for one status', (template, status) => {
    expect(statusFor(template, 'GET')).toBe(status);
  });

  test.each(['#else\n', '#{else}'])('one comparison decides between two (%p)', (otherwise) => {
    const template = `#if($context.httpMethod == "OPTIONS")\n{"statusCode":204}\n${otherwise}{"statusCode":405}\n#end`;
    expect([statusFor(template, 'OPTIONS'), statusFor(template, 'PATCH')]).toEqual([204, 405]);
  });

  test.each(['#set($x = 1){"statusCode":204}', '#if($context.stage == "a")#if($b)#end#else{}#end'])(
    'any other directive is not supported: %s',
    (template) => {
      expect(readStatusTemplate(template)).toBeUndefined();
    },
  );
});

describe('the definition of an API', () => {
  const lambda = (name: string) =>
    `arn:aws:apigateway:a:lambda:path/2015-03-31/functions/${arn(name)}/invocations`;
  const arn = (name: string) => `arn:aws:lambda:a:1:function:${name}`;
  const proxy = (more: object = {}) => ({
    responses: {},
    'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: lambda('f') },
    ...more,
  });
  const mock = (integration: object, declared: object = {}) => ({
    responses: { 204: { description: '', headers: declared } },
    'x-amazon-apigateway-integration': { type: 'mock', ...integration },
  });
  const authorizer = (more: object = {}) => ({
    type: 'apiKey',
    in: 'header',
    name: 'Unused',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'request',
      authorizerUri: lambda('who'),
      authorizerResultTtlInSeconds: 0,
      ...more,
    },
  });
  const definition = (paths: object, more: object = {}) => ({
    openapi: '3.0.1',
    info: { title: 'API', version: '1' },
    paths,
    components: {
      securitySchemes: { who: authorizer(), key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
    ...more,
  });
  const throttles = [{ path: '/a/{id}', httpMethod: 'GET', throttle: { rate: 1, burst: 2 } }];
  const read = (body: object) =>
    readApiBody(JSON.stringify(body), {
      stage: { apiId: 'api', name: 'live', deploymentId: '', accessLogFormat: undefined, throttles },
      refusal: (place, reason) => new StartError(`${place}: ${reason}`),
    });

  test('makes a tree of routes, with the access and throttle of each method', () => {
    const { root, ...api } = read(
      definition({
        '/a': { get: proxy(), 'x-amazon-apigateway-any-method': mock({}) },
        '/a/{id}': {
          get: proxy({ security: [{ who: [] }] }),
          head: proxy({ security: [{ who: [] }, { key: [] }] }),
        },
        '/a/{id}/{rest+}': { post: proxy() },
      }),
    );
    const a = root.literals.get('a');
    expect([...(a?.methods.keys() ?? [])]).toEqual(['GET', 'ANY']);
    expect(a?.parameter).toMatchObject({
      name: 'id',
      node: { resourcePath: '/a/{id}', greedy: { name: 'rest', node: { resourcePath: '/a/{id}/{rest+}' } } },
    });
    const methodsOfId = a?.parameter?.node.methods;
    expect(methodsOfId?.get('GET')).toMatchObject({
      authorizerArn: arn('who'),
      apiKeyRequired: false,
      throttle: { rate: 1, burst: 2 },
      integration: { kind: 'lambda', functionArn: arn('f'), timeoutMilliseconds: 29_000 },
    });
    expect(methodsOfId?.get('HEAD')).toMatchObject({ authorizerArn: arn('who'), apiKeyRequired: true });
    expect(a?.methods.get('GET')).toMatchObject({ authorizerArn: undefined, apiKeyRequired: false });
    expect(api).toMatchObject({ executeApiEndpoint: true, minimumCompressionSize: undefined });
  });

  const header = { 'method.response.header.Allow': "'GET'" };
  test.each<[string, object]>([
    ['openapi: API Gateway imports OpenAPI 3.0', definition({}, { openapi: '3.1.0' })],
    ['Unrecognized key', definition({}, { 'x-amazon-apigateway-policy': {} })],
    ['paths /a', definition({ '/a': { parameters: [] } })],
    ['paths /a get: Unrecognized key', definition({ '/a': { get: proxy({ parameters: [] }) } })],
    [
      'GET /a security: there is no scheme none',
      definition({ '/a': { get: proxy({ security: [{ none: [] }] }) } }),
    ],
    [
      'paths /a get x-amazon-apigateway-integration type: the local runtime supports aws_proxy to a function and mock',
      definition({ '/a': { get: proxy({ 'x-amazon-apigateway-integration': { type: 'http' } }) } }),
    ],
    [
      'ANY /a responses: 204 does not declare method.response.header.Allow',
      definition({
        '/a': {
          'x-amazon-apigateway-any-method': mock({
            responses: { default: { statusCode: '204', responseParameters: header } },
          }),
        },
      }),
    ],
    [
      'GET /a requestTemplates: the local runtime supports one #if',
      definition({ '/a': { get: mock({ requestTemplates: { 'a/b': '#foreach($a in $b)#end' } }) } }),
    ],
    [
      '/a/{b}: API Gateway accepts one variable in this place, which is {a}',
      definition({ '/a/{a}': { get: proxy() }, '/a/{b}/c': { get: proxy() } }),
    ],
    [
      'components securitySchemes who: the local runtime supports API keys, and request authorizers',
      definition(
        {},
        { components: { securitySchemes: { who: authorizer({ authorizerResultTtlInSeconds: 60 }) } } },
      ),
    ],
  ])('is refused with the place of what does not run here: %s', (message, body) => {
    expect(() => read(body)).toThrow(message);
  });
});
