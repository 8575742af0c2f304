import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requestAddressed } from '../../../http/stack/addressed-client.ts';
import { type Called, type Fixture, startFixture, until } from '../fixture/runtime.ts';

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

describe('addresses of API Gateway', () => {
  const address = (stack: string, kind: number) => fixture.runtime.addresses[stack]?.[kind] ?? '';
  const port = () => new URL(fixture.runtime.baseUrl).port;

  test('of the stage: only requestContext.path has the stage', async () => {
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
  ])('of a custom domain: path and requestContext.path have the base path %s', async (basePath, kind) => {
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

  test('leave the base path out of the method’s ARN for the authorizer', async () => {
    const { status } = await requestAddressed(`${address('Api', 1)}/v1/echo`, {
      headers: { Authorization: 'only-echo domain' },
    });
    expect(status).toBe(200);
  });

  test.each([
    ['an unknown stage', () => address('Api', 0).replace(/live$/, 'v1/open')],
    ['an unknown API', () => address('Api', 0).replace(/\/\/\w+\./, '//abcdefghij.')],
    ['an unknown base path', () => `http://api.example.test:${port()}/second/v1/open`],
    ['a path that only begins like a base path', () => `http://api.example.test:${port()}/firstly/v1/open`],
  ])('respond with 403 to %s', async (_, url) => {
    const { status, text, headers } = await requestAddressed(url());
    expect([status, text]).toEqual([403, '{"message":"Forbidden"}']);
    expect(headers.get('x-amzn-errortype')).toBe('ForbiddenException');
  });

  test('respond with 403 for an API without the execute-api endpoint', async () => {
    const { json } = await call('/v2/echo');
    const host = `${json.event.requestContext.apiId}.execute-api.us-east-1.localhost:${port()}`;
    expect((await requestAddressed(`http://${host}/prod/v2/echo`)).status).toBe(403);
  });

  test('respond to an unknown path with the API’s gateway response', async () => {
    const { status, body } = await requestAddressed(`${address('Api', 0)}/v1/nowhere`);
    expect([status, body.type]).toEqual([403, 'MISSING_AUTHENTICATION_TOKEN']);
  });
});

describe('limits', () => {
  test('refuse a body over 10 MB with a response that the client can read', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1, 'x');
    const { status, json } = await call('/v1/echo', { method: 'POST', body });
    expect([status, json.type]).toEqual([413, 'REQUEST_TOO_LARGE']);
  });

  test('refuse a body over Lambda’s limit', async () => {
    for (const body of ['x'.repeat(6 * 1024 * 1024), 'ü'.repeat(3 * 1024 * 1024)]) {
      const { status } = await call('/v1/echo', { method: 'POST', body });
      expect(status).toBe(413);
    }
  });

  test('refuse a URL over 10,240 characters', async () => {
    expect((await call(`/v1/open?q=${'x'.repeat(10_300)}`)).status).toBe(414);
  });

  test('refuse headers over 10 KB', async () => {
    expect((await call('/v1/open', { headers: { 'x-large': 'y'.repeat(10_300) } })).status).toBe(431);
  });

  test('end an integration at its time-out with INTEGRATION_TIMEOUT', async () => {
    const { status, json } = await call('/v1/impatient?ms=2000');
    expect([status, json.type, json.error]).toEqual([
      504,
      'INTEGRATION_TIMEOUT',
      'Endpoint request timed out',
    ]);
  });

  test('end a call that waits for a free instance with INTEGRATION_TIMEOUT', async () => {
    const instances = Array.from({ length: 8 }, () => call('/v1/slow?ms=2800'));
    // Until all instances are busy.
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect((await call('/v1/impatient?ms=1')).json.type).toBe('INTEGRATION_TIMEOUT');
    await Promise.all(instances);
  });

  test('survive a client that leaves in the middle of its body', async () => {
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

describe('the authorizer', () => {
  test('lets an allowed caller through, with its context as strings', async () => {
    const { status, json } = await call('/v1/echo', as('allow ann'));
    expect(status).toBe(200);
    expect(json.event.requestContext.authorizer).toMatchObject({ principalId: 'allow ann', admin: 'true' });
    expect(typeof json.event.requestContext.authorizer.calls).toBe('string');
  });

  test('refuses a path that its policy does not cover', async () => {
    expect((await call('/v1/echo', as('only-echo me'))).status).toBe(200);
    const { status, json } = await call('/v1/keyed', as('only-echo me'));
    expect([status, json.type]).toEqual([403, 'ACCESS_DENIED']);
  });

  test.each([
    ['unauthorized', 401, 'UNAUTHORIZED'],
    ['deny', 403, 'ACCESS_DENIED'],
    ['garbage', 500, 'AUTHORIZER_CONFIGURATION_ERROR'],
    ['object-context', 500, 'AUTHORIZER_CONFIGURATION_ERROR'],
    ['anything else', 500, 'AUTHORIZER_FAILURE'],
  ])('with the result %s responds with %d %s', async (word, expected, type) => {
    const { status, json } = await call('/v1/echo', as(word));
    expect([status, json.type]).toEqual([expected, type]);
  });
});

describe('usage plans', () => {
  test('refuse an unknown key with INVALID_API_KEY and the status of the template', async () => {
    const { status, json } = await call('/v1/keyed', as('allow 1', { 'x-plan-key': 'there-is-no-such-key' }));
    expect([status, json.type]).toEqual([401, 'INVALID_API_KEY']);
    expect((await call('/v1/keyed', as('allow 2'))).status).toBe(401);
  });

  test('let the burst of a plan pass, then respond with THROTTLED', async () => {
    const ask = () => call('/v1/keyed', as('allow 3', { 'x-plan-key': 'template-key-0123456789' }));
    const responses: Called[] = [];
    for (let index = 0; index < 5; index += 1) responses.push(await ask());
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(responses[4]?.json).toMatchObject({ type: 'THROTTLED', error: 'Too Many Requests' });
    expect(responses[0]?.json.event.requestContext.identity).toMatchObject({
      apiKey: 'template-key-0123456789',
    });
  });

  test('apply the throttle of the stage to a method', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await call('/v1/stage-throttled')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('reports', () => {
  test('have one entry per request, without query values', async () => {
    await call('/v1/open?secret=1');
    const line = fixture.requests.findLast(({ path }) => path === '/v1/open');
    expect(line).toMatchObject({ method: 'GET', path: '/v1/open', status: 200, cold: false });
    expect(JSON.stringify(fixture.requests)).not.toContain('secret=1');
  });

  test('of a failed invocation have its output and source-mapped stack', async () => {
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
