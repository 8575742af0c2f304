import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { anonymous } from '#auth/principal.ts';
import { createOrder } from '#contract/commerce/orders.ts';
import type { Exchange } from '#http/exchange.ts';
import { parseBody } from '#http/json-body.ts';

function parsed(text: string): unknown {
  const exchange: Exchange = {
    endpoint: createOrder,
    event: { headers: {}, body: text, isBase64Encoded: false } as unknown as APIGatewayProxyEvent,
    requestId: 'r',
    now: new Date(),
    principal: anonymous,
    input: { body: undefined, parameters: {}, query: {} },
  };
  parseBody(exchange);
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

  test('become U+FFFD each, and whole pairs stay, whatever stands beside them', () => {
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
