import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requestAddressed } from '../../../http/stack/addressed-client.ts';
import { type Called, callUrl, type Fixture, startFixture, until } from '../fixture/runtime.ts';

let fixture: Fixture;
let call: Fixture['call'];

beforeAll(async () => {
  fixture = await startFixture();
  call = fixture.call;
});

afterAll(() => fixture?.stop());

const as = (word: string, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { Authorization: word, ...headers },
});

describe('routes', () => {
  test('a path that no API has is MISSING_AUTHENTICATION_TOKEN, in the API’s own envelope', async () => {
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

  test('a method that a path does not have is the same, HEAD included', async () => {
    expect((await call('/v1/open', { method: 'DELETE' })).status).toBe(403);
    expect((await call('/v1/open', { method: 'HEAD' })).status).toBe(403);
  });

  test('{name} and {name+} stay percent-encoded, ANY takes every method', async () => {
    const { json } = await call('/v1/echo/a%20b/c/d%2Fe', { method: 'PATCH' });
    expect(json.event.pathParameters).toEqual({ id: 'a%20b', rest: 'c/d%2Fe' });
    expect(json.event.resource).toBe('/v1/echo/{id}/{rest+}');
    expect(json.event.httpMethod).toBe('PATCH');
  });

  test('a slash at the end makes no difference', async () => {
    expect((await call('/v1/open/')).status).toBe(200);
  });

  test('two APIs share the base address, each with its own paths', async () => {
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
  test('query, headers and body arrive as on AWS', async () => {
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

  test('a binary media type arrives as base64', async () => {
    const { json } = await call('/v1/echo', {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array([0, 255, 128]),
    });
    expect(json.event).toMatchObject({ body: 'AP+A', isBase64Encoded: true });
  });

  test('the environment is the template’s, with values of other stacks, and not the parent’s', async () => {
    process.env['GRANARY_TEST_LEAK'] = 'leaked';
    const { json } = await call('/v1/open');
    const { environment, context } = json;
    expect(environment).toMatchObject({
      TABLE_NAME: fixture.runtime.tables['things'],
      BUCKET: fixture.runtime.buckets['files'],
      REGION_AND_STACK: 'us-east-1/Api',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_ENDPOINT_URL_DYNAMODB: fixture.runtime.endpoints.dynamodb,
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

  test('an address of an API in the environment becomes the local one', async () => {
    const { json } = await call('/v2/echo');
    expect(json.environment.FIRST_URL).toBe(`${fixture.runtime.baseUrl}/`);
  });

  test('a value of a custom resource reaches the environment', async () => {
    const { json } = await call('/v1/greeting');
    expect(json.environment.GREETING).toBe('Create world');
  });
});

describe('addresses as API Gateway gives them', () => {
  const address = (stack: string, kind: number) => fixture.runtime.addresses[stack]?.[kind] ?? '';
  const port = () => new URL(fixture.runtime.baseUrl).port;

  test('at the stage: the stage is in requestContext.path alone', async () => {
    const { status, body } = await requestAddressed(`${address('Api', 0)}/v1/echo/a%20b/c/d%2Fe`);
    expect([status, body.event.path]).toEqual([200, '/v1/echo/a%20b/c/d%2Fe']);
    expect(body.event).toMatchObject({
      resource: '/v1/echo/{id}/{rest+}',
      pathParameters: { id: 'a%20b', rest: 'c/d%2Fe' },
      requestContext: {
        path: '/live/v1/echo/a%20b/c/d%2Fe',
        resourcePath: '/v1/echo/{id}/{rest+}',
        stage: 'live',
        domainName: expect.stringMatching(/^[a-z0-9]{10}\.execute-api\.us-east-1\.localhost:\d+$/),
        domainPrefix: body.event.requestContext.apiId,
      },
    });
  });

  test.each([
    ['first', 1],
    ['first/deep', 2],
  ])('under a custom domain: base path %s is in path and requestContext.path', async (basePath, kind) => {
    const url = address('Api', kind);
    expect(url).toBe(`http://api.example.test:${port()}/${basePath}`);
    const { status, body } = await requestAddressed(`${url}/v1/open?a=1`);
    expect(status).toBe(200);
    expect(body.event).toMatchObject({
      path: `/${basePath}/v1/open`,
      resource: '/v1/open',
      queryStringParameters: { a: '1' },
      requestContext: {
        path: `/${basePath}/v1/open`,
        resourcePath: '/v1/open',
        stage: 'live',
        domainPrefix: 'api',
      },
    });
  });

  test('an authorizer is asked about the method without the base path', async () => {
    const { status } = await requestAddressed(`${address('Api', 1)}/v1/echo`, {
      headers: { Authorization: 'only-echo domain' },
    });
    expect(status).toBe(200);
  });

  test.each([
    ['a stage that is not there', () => address('Api', 0).replace(/live$/, 'v1/open')],
    ['an API that is not there', () => address('Api', 0).replace(/\/\/\w+\./, '//abcdefghij.')],
    ['a base path that is not there', () => `http://api.example.test:${port()}/second/v1/open`],
    ['a base path that only begins so', () => `http://api.example.test:${port()}/firstly/v1/open`],
  ])('%s: 403 of API Gateway itself', async (_, url) => {
    const { status, text, headers } = await requestAddressed(url());
    expect([status, text]).toEqual([403, '{"message":"Forbidden"}']);
    expect(headers.get('x-amzn-errortype')).toBe('ForbiddenException');
  });

  test('an API without this endpoint answers 403 there', async () => {
    const { json } = await call('/v2/echo');
    const host = `${json.event.requestContext.apiId}.execute-api.us-east-1.localhost:${port()}`;
    expect((await requestAddressed(`http://${host}/prod/v2/echo`)).status).toBe(403);
  });

  test('a path that the API does not have is its own gateway response', async () => {
    const { status, body } = await requestAddressed(`${address('Api', 0)}/v1/nowhere`);
    expect([status, body.type]).toEqual([403, 'MISSING_AUTHENTICATION_TOKEN']);
  });
});

describe('answers', () => {
  test('several values of one header, and names that API Gateway keeps for itself', async () => {
    const { headers } = await call('/v1/open');
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(headers.get('x-amzn-remapped-server')).toBe('mine');
    expect(headers.get('x-amzn-remapped-date')).toBe('today');
    expect(headers.get('server')).toBeNull();
    expect(headers.get('content-type')).toBe('application/json');
  });

  test('status and type are the function’s', async () => {
    const { status, text, headers } = await call('/v1/misbehave/status');
    expect([status, text, headers.get('content-type')]).toEqual([418, 'short and stout', 'text/plain']);
  });

  test('base64 is decoded only for a client that accepts a binary type first', async () => {
    const plain = await fetch(`${fixture.runtime.baseUrl}/v1/misbehave/binary`);
    expect(await plain.text()).toBe('AP8B/g==');
    const binary = await fetch(`${fixture.runtime.baseUrl}/v1/misbehave/binary`, {
      headers: { Accept: 'application/octet-stream' },
    });
    expect([...new Uint8Array(await binary.arrayBuffer())]).toEqual([0, 255, 1, 254]);
  });

  test('large answers are compressed for clients that take gzip, small ones are not', async () => {
    const large = await call('/v1/misbehave/large', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(large.headers.get('content-encoding')).toBe('gzip');
    expect(large.json).toHaveLength(50_000);
    const refused = await call('/v1/misbehave/large', { headers: { 'Accept-Encoding': 'identity' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
    expect((await call('/v1/misbehave/status')).headers.get('content-encoding')).toBeNull();
  });

  test.each(['malformed', 'nothing', 'throw'])('%s: 502 in the envelope', async (how) => {
    const { status, json } = await call(`/v1/misbehave/${how}`);
    expect(status).toBe(502);
    expect(json).toMatchObject({ error: 'Internal server error' });
  });

  test('a mock answers from the template alone: status 204, headers, no body', async () => {
    const { status, headers, text } = await call('/v1/echo', { method: 'OPTIONS' });
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(headers.get('access-control-max-age')).toBe('86400');
    expect(headers.get('content-length')).toBeNull();
  });

  test('connections are kept alive', async () => {
    const { headers } = await call('/v1/misbehave/status');
    expect(headers.get('connection')).toBe('keep-alive');
  });

  test('every server asks its clients to close idle connections long before it does', async () => {
    const { baseUrl, controlPlane, endpoints } = fixture.runtime;
    for (const address of [baseUrl, controlPlane, endpoints.s3]) {
      const { headers } = await callUrl(`${address}/v1/misbehave/status`);
      expect([address, headers.get('keep-alive')]).toEqual([address, 'timeout=5']);
    }
  });
});

describe('limits', () => {
  test('a body of 10 MB and a byte is REQUEST_TOO_LARGE, and the client gets to read it', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1, 'x');
    const { status, json } = await call('/v1/echo', { method: 'POST', body });
    expect([status, json.type]).toEqual([413, 'REQUEST_TOO_LARGE']);
  });

  test('what Lambda does not take from a caller is too large as well', async () => {
    for (const body of ['x'.repeat(6 * 1024 * 1024), 'ü'.repeat(3 * 1024 * 1024)]) {
      const { status } = await call('/v1/echo', { method: 'POST', body });
      expect(status).toBe(413);
    }
  });

  test('a URL of more than 10,240 characters', async () => {
    expect((await call(`/v1/open?q=${'x'.repeat(10_300)}`)).status).toBe(414);
  });

  test('headers of more than 10 KB', async () => {
    expect((await call('/v1/open', { headers: { 'x-large': 'y'.repeat(10_300) } })).status).toBe(431);
  });

  test('an integration that takes longer than its time-out is INTEGRATION_TIMEOUT', async () => {
    const { status, json } = await call('/v1/impatient?ms=2000');
    expect([status, json.type, json.error]).toEqual([
      504,
      'INTEGRATION_TIMEOUT',
      'Endpoint request timed out',
    ]);
  });

  test('so is one that still waits for a free instance', async () => {
    const instances = Array.from({ length: 8 }, () => call('/v1/slow?ms=2800'));
    // On a busy machine it takes a moment until each of them has its instance.
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect((await call('/v1/impatient?ms=1')).json.type).toBe('INTEGRATION_TIMEOUT');
    await Promise.all(instances);
  });

  test('a missing required parameter is named', async () => {
    const { status, json } = await call('/v1/required?q=1');
    expect([status, json.error]).toEqual([400, 'Missing required request parameters: [X-Must]']);
    expect((await call('/v1/required?q=1', { headers: { 'x-must': 'yes' } })).status).toBe(200);
  });

  test('a client that goes away in the middle of its body harms nobody', async () => {
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${fixture.runtime.baseUrl}/v1/echo`, {
        method: 'POST',
        headers: { 'Content-Length': '1000' },
      });
      request.on('error', () => resolve());
      request.write('half', () => setTimeout(() => request.destroy(), 20));
      request.on('close', () => resolve());
    });
    expect((await call('/v1/misbehave/status')).status).toBe(418);
  });
});

describe('authorizer', () => {
  test('who is allowed gets through, with the context as strings', async () => {
    const { status, json } = await call('/v1/echo', as('allow ann'));
    expect(status).toBe(200);
    expect(json.event.requestContext.authorizer).toMatchObject({ principalId: 'allow ann', admin: 'true' });
    expect(typeof json.event.requestContext.authorizer.calls).toBe('string');
  });

  test('a verdict is kept for its time to live, and for its identity only', async () => {
    const ask = async (word: string) =>
      (await call('/v1/echo', as(word))).json.event.requestContext.authorizer.calls as string;
    let first = '';
    // On a busy machine the time to live may be over before the second request comes.
    await until(async () => {
      const before = performance.now();
      first = await ask('allow cached');
      const isKept = (await ask('allow cached')) === first;
      if (performance.now() - before < 2_000) expect(isKept).toBe(true);
      return isKept;
    });
    expect(await ask('allow other')).not.toBe(first);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await ask('allow cached')).not.toBe(first);
  });

  test('a kept policy that covers one path only refuses another', async () => {
    expect((await call('/v1/echo', as('only-echo me'))).status).toBe(200);
    const { status, json } = await call('/v1/keyed', as('only-echo me'));
    expect([status, json.type]).toEqual([403, 'ACCESS_DENIED']);
  });

  test('without the identity source the function is not even asked', async () => {
    const asked = fixture.reports.length;
    const { status, json } = await call('/v1/echo');
    expect([status, json.type]).toEqual([401, 'UNAUTHORIZED']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fixture.reports.slice(asked).filter((one) => one.functionName.includes('Authorizer'))).toEqual([]);
  });

  test.each([
    ['unauthorized', 401, 'UNAUTHORIZED'],
    ['deny', 403, 'ACCESS_DENIED'],
    ['garbage', 500, 'AUTHORIZER_CONFIGURATION_ERROR'],
    ['object-context', 500, 'AUTHORIZER_CONFIGURATION_ERROR'],
    ['anything else', 500, 'AUTHORIZER_FAILURE'],
  ])('%s: %d %s', async (word, expected, type) => {
    const { status, json } = await call('/v1/echo', as(word));
    expect([status, json.type]).toEqual([expected, type]);
  });
});

describe('usage plans', () => {
  test('a key that does not exist is INVALID_API_KEY, with the status of the template', async () => {
    const { status, json } = await call('/v1/keyed', as('allow 1', { 'x-plan-key': 'there-is-no-such-key' }));
    expect([status, json.type]).toEqual([401, 'INVALID_API_KEY']);
    expect((await call('/v1/keyed', as('allow 2'))).status).toBe(401);
  });

  test('a plan’s burst passes, and then THROTTLED; other keys are not touched', async () => {
    const ask = () => call('/v1/keyed', as('allow 3', { 'x-plan-key': 'template-key-0123456789' }));
    const answers: Called[] = [];
    for (let index = 0; index < 5; index += 1) answers.push(await ask());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[4]?.json).toMatchObject({ type: 'THROTTLED', error: 'Too Many Requests' });
    expect(answers[0]?.json.event.requestContext.identity).toMatchObject({
      apiKey: 'template-key-0123456789',
    });
  });

  test('a throttle of the stage for one method', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await call('/v1/stage-throttled')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('what is told', () => {
  test('one report for each request, without query values, cold or warm', async () => {
    await call('/v1/open?secret=1');
    const line = fixture.requests.findLast(({ path }) => path === '/v1/open');
    expect(line).toMatchObject({ method: 'GET', path: '/v1/open', status: 200, cold: false });
    expect(JSON.stringify(fixture.requests)).not.toContain('secret=1');
  });

  test('an invocation that failed comes with what it printed and its source-mapped stack', async () => {
    await call('/v1/misbehave/throw');
    await until(() => fixture.reports.some(({ outcome }) => outcome?.ok === false));
    const report = fixture.reports.findLast(
      ({ outcome }) => outcome?.ok === false && outcome.error.trace.length > 0,
    );
    if (report?.outcome?.ok !== false) throw new Error('There is no failed invocation');
    expect(report.text).toBe('about to throw\n');
    expect(report.outcome.error).toMatchObject({ errorType: 'TypeError', errorMessage: 'thrown on purpose' });
    expect(report.outcome.error.trace.join('\n')).toMatch(/fixture\/functions\/misbehave\.ts:\d+/);
  });
});

describe('development issuer', () => {
  test('its discovery document and keys verify its tokens', async () => {
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
