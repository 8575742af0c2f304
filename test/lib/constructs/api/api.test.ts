import { beforeAll, describe, expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { exposedHeaders, securityHeaders } from '#contract/headers.ts';
import { methodAt } from '../../deployed-endpoint.ts';
import { resourcesOfType, synthesizedStacks, type TemplateResources } from '../../synthesis/template.ts';

describe('preflights', () => {
  let templates: Readonly<Record<EndpointDeclaration['service'], TemplateResources>>;
  beforeAll(async () => {
    const stacks = await synthesizedStacks('certificate');
    templates = { commerce: stacks('Commerce').resources, claims: stacks('Claims').resources };
  });

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

describe('errors of API Gateway itself', () => {
  let resources: TemplateResources;

  beforeAll(async () => {
    resources = (await synthesizedStacks('defaults'))('Commerce').resources;
  });

  const responseTo = (type: string) =>
    resourcesOfType(resources, 'AWS::ApiGateway::GatewayResponse').find(
      ([, { Properties }]) => Properties['ResponseType'] === type,
    )?.[1].Properties;

  /** Renders the template with a request id, as API Gateway does. */
  const bodyOf = (type: string) =>
    JSON.parse(
      Object(responseTo(type)?.['ResponseTemplates'])
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
    expect(responseTo(type)?.['StatusCode']).toBe(status);
    expect(bodyOf(type)).toEqual({ error, code, request_id: 'id-1' });
  });

  test.each([
    ['DEFAULT_4XX', 'bad_request'],
    ['DEFAULT_5XX', 'internal'],
  ])('%s keeps its status and has our envelope', (type, code) => {
    expect(responseTo(type)).not.toHaveProperty('StatusCode');
    expect(bodyOf(type)).toEqual({ error: 'text of AWS', code, request_id: 'id-1' });
  });

  test.each([...rows.map(([type]) => type), 'DEFAULT_4XX', 'DEFAULT_5XX'])(
    '%s has security headers, CORS headers and the request id',
    (type) => {
      const parameters = Object(responseTo(type)?.['ResponseParameters']);
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
    const later = resourcesOfType(resources, 'AWS::ApiGateway::GatewayResponse').flatMap(
      ([, { Properties }]) => {
        const seconds = Object(Properties['ResponseParameters'])['gatewayresponse.header.Retry-After'];
        return seconds === undefined ? [] : [[Properties['ResponseType'], seconds]];
      },
    );
    expect(Object.fromEntries(later)).toEqual({
      AUTHORIZER_CONFIGURATION_ERROR: "'2'",
      AUTHORIZER_FAILURE: "'2'",
      THROTTLED: "'1'",
    });
  });

  // Only fallback methods respond to unknown media types; their OPTIONS lists the methods.
  test('a refused method with an unknown media type gets Allow', () => {
    expect(responseTo('UNSUPPORTED_MEDIA_TYPE')).toMatchObject({
      ResponseParameters: { 'gatewayresponse.header.Allow': "'OPTIONS'" },
    });
  });

  test('unauthorized callers get WWW-Authenticate', () => {
    expect(responseTo('UNAUTHORIZED')).toMatchObject({
      ResponseParameters: { 'gatewayresponse.header.WWW-Authenticate': `'Bearer realm="granary"'` },
    });
  });
});
