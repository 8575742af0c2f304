import { beforeAll, describe, expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { methodAt } from '../../deployed-endpoint.ts';
import { synthesizedStacks, type TemplateResources } from '../../synthesis/template.ts';

let templates: Readonly<Record<EndpointDeclaration['service'], TemplateResources>>;
beforeAll(async () => {
  const stacks = await synthesizedStacks('certificate');
  templates = { commerce: stacks('Commerce').resources, claims: stacks('Claims').resources };
});

describe('preflights', () => {
  const allowed = (path: string, service: EndpointDeclaration['service'] = 'commerce') => {
    const { Properties } = methodAt(templates[service], 'ANY', path);
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

  const endpoints: readonly EndpointDeclaration[] = [...commerceEndpoints, ...claimsEndpoints];
  const paths = [...Map.groupBy(endpoints, ({ path }) => path)];

  test.each(paths)('%s responds to OPTIONS with 204 without a credential', (path, [endpoint]) => {
    const { Properties, RequestTemplates, response, refusal, headers } = allowed(path, endpoint?.service);
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

  test.each(paths)('%s responds to other methods with 405 and Allow', (path, of) => {
    const { Properties, refusal } = allowed(path, of[0]?.service);
    const served = of.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
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

  test.each(endpoints.filter(({ method }) => method === 'GET'))(
    'HEAD $path has the function and the access of GET',
    ({ service, path }) => {
      const asked = (method: string) => {
        const { HttpMethod, OperationName, ...rest } = methodAt(templates[service], method, path).Properties;
        return rest;
      };
      expect(asked('HEAD')).toEqual(asked('GET'));
    },
  );
});
