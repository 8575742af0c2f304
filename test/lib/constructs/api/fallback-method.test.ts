import { beforeAll, describe, expect, test } from '@jest/globals';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { methodAt } from '../../deployed-endpoint.ts';
import { synthesizedStacks, type TemplateResources } from '../../synthesis/template.ts';

let resources: TemplateResources;
beforeAll(async () => {
  ({ resources } = (await synthesizedStacks('certificate'))('Commerce'));
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

  test('/api/v1/water-logs: GET, POST, OPTIONS; Content-Type, Authorization; no max age', () => {
    const { headers } = allowed('/api/v1/water-logs');
    expect(headers).toMatchObject({
      [header('Access-Control-Allow-Methods')]: "'GET, POST, OPTIONS'",
      [header('Access-Control-Allow-Headers')]: "'Content-Type, Authorization'",
    });
    expect(headers).not.toHaveProperty([header('Access-Control-Max-Age')]);
  });

  test('other routes allow their own methods and the headers they use', () => {
    expect(allowed('/api/v1/products/{id}').headers).toMatchObject({
      [header('Access-Control-Allow-Methods')]: "'GET, PUT, PATCH, DELETE, OPTIONS'",
      [header('Access-Control-Allow-Headers')]:
        "'Content-Type, Authorization, X-API-Key, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'",
      [header('Access-Control-Max-Age')]: "'7200'",
    });
  });

  const paths = [...new Set(commerceEndpoints.map(({ path }) => path))];

  test.each(paths)('%s responds to OPTIONS with 204 without a credential', (path) => {
    const { Properties, RequestTemplates, response, refusal, headers } = allowed(path);
    expect(headers[header('Allow')]).toBe(refusal.ResponseParameters[header('Allow')]);
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
      [header('Access-Control-Allow-Origin')]: "'https://app.example.com'",
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

  test.each(paths)('%s responds to other methods with 405 and Allow', (path) => {
    const { Properties, refusal } = allowed(path);
    const methods = commerceEndpoints
      .filter((endpoint) => endpoint.path === path)
      .map(({ method }) => method);
    const served = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    expect(refusal).toMatchObject({ StatusCode: '405' });
    expect(refusal).not.toHaveProperty('SelectionPattern');
    expect(refusal.ResponseParameters).toMatchObject({
      [header('Allow')]: `'${[...served, 'OPTIONS'].join(', ')}'`,
      [header('Access-Control-Allow-Origin')]: "'https://app.example.com'",
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
