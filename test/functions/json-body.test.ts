import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { anonymous } from '#auth/principal.ts';
import { createOrder } from '#contract/commerce/orders.ts';
import { createProductImport } from '#contract/commerce/product-files.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import type { Exchange, ExchangeRequest } from '#http/request/exchange.ts';
import { parseBody } from '#http/request/json-body.ts';

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
