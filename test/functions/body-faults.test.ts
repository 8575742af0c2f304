import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { anonymous } from '#auth/principal.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import type { Exchange, ExchangeRequest } from '#http/request/exchange.ts';
import { parseBody } from '#http/request/json-body.ts';
import { validateInput } from '#http/request/validation.ts';

/** Returns the pipeline's error for a body; undefined if it accepts the body. */
function refusalOf(endpoint: EndpointDeclaration, body: string): ApiError | undefined {
  const { parameters, query, ...bare } = endpoint;
  const headers = { 'content-type': 'application/json' };
  const exchange: Exchange = {
    endpoint: bare,
    event: { headers, body, isBase64Encoded: false } as unknown as APIGatewayProxyEvent,
    requestId: 'r',
    now: new Date(),
    principal: anonymous,
    input: { body: undefined, parameters: {}, query: {} },
  };
  try {
    parseBody(exchange, { event: exchange.event, context: { exchange } } as ExchangeRequest);
    validateInput(exchange);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error;
  }
}

const endpointNamed = (name: string) => {
  const found = claimsEndpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`There is no endpoint ${name}`);
  return found;
};

const fieldsIn = (error: ApiError | undefined) =>
  error?.details?.map(({ path }) => path.join('.')).filter((path) => path !== 'body');

const withBody = [...claimsEndpoints, ...commerceEndpoints].filter(
  ({ body, rawBody }) => body !== undefined && !rawBody,
);

test.each(withBody.map((endpoint) => ({ ...endpoint, endpoint })))(
  '$method $path refuses an empty body',
  ({ endpoint }) => {
    expect(refusalOf(endpoint, '')?.code).toBe('body_required');
  },
);

/** Endpoints whose body has required members: no merge patches, and no settings with defaults. */
const withRequired = withBody.filter(({ body }) =>
  body?.safeParse({}).error?.issues.some(({ path }) => path.length > 0),
);

describe.each(withRequired.map((endpoint) => ({ ...endpoint, endpoint })))(
  '$method $path',
  ({ endpoint }) => {
    test('names the required members for an empty body', () => {
      expect(fieldsIn(refusalOf(endpoint, ''))).not.toEqual([]);
    });

    test.each(['{}', '[]', 'null', '"text"', '12'])('names the same members for the body %s', (body) => {
      const refused = refusalOf(endpoint, body);
      expect(refused?.code).toBe('validation_failed');
      expect(fieldsIn(refused)).toEqual(fieldsIn(refusalOf(endpoint, '')));
    });
  },
);

describe('a body with alternatives', () => {
  const submit = endpointNamed('submit-claims');

  test('lists the required members for an empty body', () => {
    const message = 'Send claim_ids or payer_id';
    expect(refusalOf(submit, '{"payer":"CO_TXIX"}')?.details).toEqual([
      { path: ['body', 'claim_ids'], message, code: 'required' },
      { path: ['body', 'payer_id'], message, code: 'required' },
    ]);
    expect(refusalOf(submit, '{"payer_id":"CO_TXIX","claim_ids":[]}')?.details?.[0]).toMatchObject({
      message,
    });
  });

  test('names the fault in the alternative that the body begins', () => {
    expect(fieldsIn(refusalOf(submit, '{"claim_ids":["x"]}'))).toEqual(['body.claim_ids.0']);
    expect(fieldsIn(refusalOf(submit, '{"payer_id":""}'))).toEqual(['body.payer_id']);
  });
});

test('reports a missing member as required', () => {
  expect(refusalOf(endpointNamed('create-api-key'), '{"name":"Nightly"}')?.details).toEqual([
    { path: ['body', 'role'], message: expect.any(String), code: expect.any(String) },
  ]);
  expect(refusalOf(endpointNamed('create-api-key'), '{"role":"admin"}')?.details).toEqual([
    { path: ['body', 'name'], message: 'Required', code: 'invalid_type' },
  ]);
});
