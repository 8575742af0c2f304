import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { anonymous } from '#auth/principal.ts';
import { createOrder } from '#commerce/orders/contract.ts';
import { createProductImport } from '#commerce/products/contract.ts';
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

function parsed(
  text: string,
  event: Partial<APIGatewayProxyEvent> = {},
  endpoint: EndpointDeclaration = createOrder,
): unknown {
  const exchange: Exchange = {
    endpoint,
    event: { headers: {}, body: text, isBase64Encoded: false, ...event } as unknown as APIGatewayProxyEvent,
    requestId: 'r',
    now: new Date(),
    principal: anonymous,
    input: { body: undefined, parameters: {}, query: {} },
  };
  parseBody(exchange, { event: exchange.event, context: { exchange } } as ExchangeRequest);
  return exchange.input.body;
}

/** JSON of a text, every unit above ASCII escaped, as Python's `json.dumps` and PHP's `json_encode` write it. */
function escaped(text: string, upper: boolean): string {
  const units = text.split('').map((unit) => {
    const code = unit.charCodeAt(0);
    if (code < 0x80) return JSON.stringify(unit).slice(1, -1);
    const digits = code.toString(16).padStart(4, '0');
    return `\\u${upper ? digits.toUpperCase() : digits}`;
  });
  return `"${units.join('')}"`;
}

describe('escapes of halves of surrogate pairs', () => {
  const unit = fc.constantFrom(
    '\ud800',
    '\udbff',
    '\udc00',
    '\udfff',
    '😀',
    'u',
    'd',
    '8',
    '"',
    '\\',
    'é',
    '\n',
  );

  test('become U+FFFD each, and whole pairs stay, in any context', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), fc.boolean(), (text, upper) => {
        expect(parsed(`{"a":[${escaped(text, upper)}]}`)).toEqual({ a: [text.toWellFormed()] });
      }),
      { numRuns: 3000 },
    );
  });

  test('are found in a body of any depth', () => {
    const depth = 20_000;
    const text = `{"notes":"a\\ud83d\\ude00\\ud800","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(parsed(text)).toMatchObject({ notes: 'a😀\ufffd' });
  });
});

const fault = (act: () => unknown): ApiError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
};

describe('refused bodies', () => {
  test('bytes that are not UTF-8, as base64 and as API Gateway decodes them, are 400', () => {
    const bytes = Buffer.concat([Buffer.from('{"notes":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
    const asBase64 = { body: bytes.toString('base64'), isBase64Encoded: true };
    for (const event of [asBase64, { body: bytes.toString('utf8') }]) {
      const { status, details } = fault(() => parsed('', event));
      expect([status, details?.[0]?.path, details?.[0]?.code]).toEqual([400, ['body'], 'invalid_utf8']);
    }
  });

  test('accepts base64 of UTF-8, also with an escaped U+FFFD', () => {
    const text = '{"notes":"café \\ufffd"}';
    const body = Buffer.from(text).toString('base64');
    expect(parsed('', { body, isBase64Encoded: true })).toEqual({ notes: 'café \ufffd' });
  });

  test.each(['{"items":[{"__proto__":{"admin":true}}]}', '{"constructor":{"prototype":{}}}'])(
    'a member that names a prototype is 400: %s',
    (text) => {
      const { status, details } = fault(() => parsed(text));
      expect([status, details?.[0]?.code]).toEqual([400, 'forbidden_member']);
    },
  );

  test('more than 256 KiB is 413, unless it is CSV', () => {
    const csv = 'x'.repeat(256 * 1024);
    const json = JSON.stringify({ csv });
    expect(fault(() => parsed(json, {}, createProductImport)).status).toBe(413);
    expect(parsed(`${csv}\n`, { headers: { 'content-type': 'text/csv' } }, createProductImport)).toEqual({
      csv: `${csv}\n`,
    });
  });

  test('does not quote a body that is not JSON in the error', () => {
    const error = fault(() => parsed('{"notes":"Mary Meadow'));
    expect([error.status, error.message]).toEqual([500, 'Internal server error']);
    expect(`${error.stack}${error.cause instanceof Error ? error.cause.stack : ''}`).not.toContain('Meadow');
  });
});
