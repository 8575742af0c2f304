import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { call, get, newProduct, put, stack } from '../stack/api-client.ts';

/** test/lib/constructs/api/api.test.ts shows for every path what these show for some. */
describe('HEAD', () => {
  test.each([
    ['/api/v1/openapi.json', null],
    [`/api/v1/products?brand_id=${stack.brandId}`, stack.apiKeys.owner],
    [`/api/v1/orders/${stack.brandId}`, stack.apiKeys.owner],
    ['/api/inbox/lanes', stack.claimsApiKeys.admin],
  ])('%s responds like GET, without a body', async (path, key) => {
    const options = { key };
    const [head, whole] = await Promise.all([call('HEAD', path, options), get(path, options)]);
    expect([head.status, head.text]).toEqual([whole.status, '']);
    for (const name of ['content-type', 'etag', 'content-security-policy', 'ratelimit-policy'])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    expect(head.headers.get('content-length')).toBeNull();
  });

  test('needs the credential of GET', async () => {
    expect((await call('HEAD', '/api/v1/orders', { key: null })).status).toBe(401);
  });

  test('is 304 when the tag is current', async () => {
    const id = await newProduct();
    const { status, headers } = await call('HEAD', `/api/v1/products/${id}`, {
      headers: { 'if-none-match': '"v1"' },
    });
    expect([status, headers.get('etag')]).toEqual([304, '"v1"']);
  });
});

describe('a method that a path does not serve', () => {
  test.each([
    ['/api/v1/orders', 'GET, HEAD, POST'],
    ['/api/v1/products/{id}', 'GET, HEAD, PUT, PATCH, DELETE'],
    ['/api/claims', 'GET, HEAD, POST'],
    ['/api/admin/retention', 'GET, HEAD, PUT'],
  ])('%s is 405 with Allow, also without a credential', async (path, served) => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    for (const method of methods.filter((one) => !served.split(', ').includes(one))) {
      const { status, headers, body } = await call(method, path.replace('{id}', stack.brandId), {
        key: null,
      });
      expect([method, status]).toEqual([method, 405]);
      expect(new Set(headers.get('allow')?.split(', '))).toEqual(new Set([...served.split(', '), 'OPTIONS']));
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body).toEqual({
        error: 'Method not allowed for this path; see the Allow header',
        code: 'method_not_allowed',
        request_id: headers.get('x-request-id'),
      });
    }
  });

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/merge-patch+json'])(
    'is 405 with a body of %s',
    async (type) => {
      const { status } = await call('PATCH', '/api/v1/orders', {
        text: 'x',
        headers: { 'content-type': type },
      });
      expect(status).toBe(405);
    },
  );

  test('is 405 with a body of a type that API Gateway does not know; OPTIONS lists the methods', async () => {
    const refused = await call('PATCH', '/api/v1/orders', {
      text: 'x',
      headers: { 'content-type': 'application/x-unlisted' },
    });
    expect([refused.status, refused.body.code]).toEqual([405, 'method_not_allowed']);
    expect(refused.headers.get('allow')).toBe('OPTIONS');
    const options = await call('OPTIONS', '/api/v1/orders', { key: null });
    expect(options.headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
  });

  test('of an unknown path is 404', async () => {
    expect((await call('PATCH', '/api/v1/nothing-here')).status).toBe(404);
  });
});

describe('If-Match and If-None-Match (RFC 9110 section 13.1)', () => {
  const change = async (headers: Readonly<Record<string, string>>, method = 'PUT') => {
    const id = await newProduct();
    const answer = await call(method, `/api/v1/products/${id}`, {
      headers,
      ...(method === 'PUT' ? { body: { name: 'Changed' } } : {}),
    });
    return answer.status;
  };

  test.each([
    ['*', 200],
    ['"v1"', 200],
    ['"v7", "v1"', 200],
    ['"v7",,"v1",', 200],
    ['"a,b" , "v1"', 200],
    ['"v7", "v8"', 412],
    ['W/"v1"', 412],
    ['""', 412],
    ['', 400],
    [',', 400],
    ['v1', 400],
    ['"v1" "v2"', 400],
    ['"v1', 400],
    ['*, "v1"', 400],
    ['w/"v1"', 400],
  ])('PUT with If-Match: %s is %d', async (value, expected) => {
    expect(await change({ 'if-match': value })).toBe(expected);
  });

  test.each([
    ['*', 412],
    ['"v1"', 412],
    ['W/"v1"', 412],
    ['"v2"', 200],
    ['', 400],
  ])('PUT with If-None-Match: %s is %d', async (value, expected) => {
    expect(await change({ 'if-none-match': value })).toBe(expected);
  });

  test('apply to DELETE', async () => {
    expect(await change({ 'if-match': '"v2"' }, 'DELETE')).toBe(412);
    expect(await change({ 'if-none-match': '*' }, 'DELETE')).toBe(412);
    expect(await change({ 'if-match': '"v2", "v1"' }, 'DELETE')).toBe(204);
  });

  test.each([
    ['*', 304],
    ['"v1"', 304],
    ['W/"v1"', 304],
    ['"v9", W/"v1"', 304],
    ['"v9"', 200],
    ['', 400],
    ['v1', 400],
  ])('GET with If-None-Match: %s is %d', async (value, expected) => {
    const { status } = await get(`/api/v1/products/${await newProduct()}`, {
      headers: { 'if-none-match': value },
    });
    expect(status).toBe(expected);
  });

  test('respond to GET with a failed If-Match with 412', async () => {
    const path = `/api/v1/products/${await newProduct()}`;
    expect((await get(path, { headers: { 'if-match': '"v9"' } })).status).toBe(412);
    expect((await get(path, { headers: { 'if-match': '"v1"' } })).status).toBe(200);
  });

  test('name the header of a fault', async () => {
    const { body } = await put(
      `/api/v1/products/${await newProduct()}`,
      { name: 'a' },
      { headers: { 'if-match': '' } },
    );
    expect(body.details).toEqual([
      {
        path: ['header', 'If-Match'],
        message: 'If-Match must be * or a list of entity tags in double quotes',
        code: 'invalid_format',
      },
    ]);
  });

  test('combine several lines of a header', async () => {
    const path = `/api/v1/products/${await newProduct()}`;
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${stack.baseUrl}${path}`, {
        method: 'DELETE',
        headers: {
          'x-api-key': stack.apiKeys.owner,
          'x-forwarded-for': randomUUID(),
          'If-Match': ['"v1"', '"v9"'],
        },
      });
      sent
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(204);
  });
});

describe('queries and paths', () => {
  test.each(['limit=5&limit=6', 'brand_id=BRAND&brand_id=BRAND', 'is_active=true&is_active=false'])(
    'GET products?%s names the repeated parameter',
    async (query) => {
      const { status, body } = await get(`/api/v1/products?${query.replaceAll('BRAND', stack.brandId)}`);
      expect(status).toBe(400);
      const [name] = query.split('=');
      expect(body.details).toEqual([
        { path: ['query', name], message: 'Send the parameter once', code: 'repeated_parameter' },
      ]);
    },
  );

  test('an unknown parameter of a route of the spec is ignored, also repeated', async () => {
    expect((await get('/api/v1/products?colour=red&colour=blue')).status).toBe(200);
  });

  test('percent-encoding that is not UTF-8 is 400', async () => {
    const query = await get('/api/v1/products?search=caf%E9');
    expect([query.status, query.body.details[0].path]).toEqual([400, ['query', 'search']]);
    const path = await get('/api/config/payers/caf%E9', { key: stack.claimsApiKeys.admin });
    expect([path.status, path.body.details[0].path]).toEqual([400, ['path', 'id']]);
  });

  test.each([
    ['offset=9007199254740991', 200],
    ['offset=9007199254740992', 400],
  ])('GET products?%s is %d', async (query, expected) => {
    const { status, body } = await get(`/api/v1/products?brand_id=${stack.brandId}&${query}`);
    expect([status, body.details?.length ?? 0]).toEqual([expected, expected === 400 ? 1 : 0]);
  });

  test('a report takes date-times without seconds, in lower case, with +0200', async () => {
    const range = `start_date=2026-01-01t00:00z&end_date=${encodeURIComponent('2026-01-02T01:00:00+0200')}`;
    const { status, body } = await get(`/api/v1/reports?brand_id=${stack.brandId}&${range}`);
    expect([status, body.data?.from, body.data?.to]).toEqual([200, '2026-01-01', '2026-01-01']);
  });
});

test('a body that is not UTF-8 is 400, and nothing is stored', async () => {
  const before = await get(`/api/v1/water-logs?brand_id=${stack.brandId}`);
  const response = await fetch(`${stack.baseUrl}/api/v1/water-logs`, {
    method: 'POST',
    headers: { 'x-api-key': stack.apiKeys.owner, 'content-type': 'application/json' },
    body: Buffer.concat([
      Buffer.from(`{"brand_id":"${stack.brandId}","gallons":1,"notes":"caf`),
      Buffer.from([0xe9, 0x22, 0x7d]),
    ]),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ details: [{ path: ['body'], code: 'invalid_utf8' }] });
  expect((await get(`/api/v1/water-logs?brand_id=${stack.brandId}`)).body).toEqual(before.body);
});
