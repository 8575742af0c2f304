import { beforeAll, describe, expect, test } from '@jest/globals';
import { exposedHeaders, securityHeaders } from '#contract/headers.ts';
import { resourcesOfType, synthesizedStacks, type TemplateResources } from '../../synthesis/template.ts';

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

describe('errors of API Gateway itself', () => {
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
