import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { anonymous } from '#auth/principal.ts';
import { updateProduct } from '#contract/commerce/products.ts';
import type { Exchange } from '#http/request/exchange.ts';
import { allowsChange, readPreconditions } from '#http/request/preconditions.ts';

/** Whether a change of version 3 is allowed under the headers. */
function allowed(headers: Readonly<Record<string, string>>): boolean | undefined {
  const exchange: Exchange = {
    endpoint: updateProduct,
    event: { headers } as unknown as APIGatewayProxyEvent,
    requestId: 'r',
    now: new Date(),
    principal: anonymous,
    input: { body: undefined, parameters: {}, query: {} },
  };
  readPreconditions(exchange);
  return exchange.preconditions && allowsChange(exchange.preconditions, 3);
}

test.each([
  [{}, true],
  [{ 'If-Match': '*' }, true],
  [{ 'If-Match': '"v2", "v3"' }, true],
  [{ 'if-match': ' , "v3" ,' }, true],
  [{ 'if-match': 'W/"v3"' }, false],
  [{ 'if-match': '"v33"' }, false],
  [{ 'if-none-match': '*' }, false],
  [{ 'if-none-match': 'W/"v3"' }, false],
  [{ 'if-none-match': '"v2"' }, true],
  [{ 'if-match': '"v3"', 'if-none-match': '"v3"' }, false],
])('%p allows a change: %p', (headers, expected) => {
  expect(allowed(headers)).toBe(expected);
});

test.each(['', ' ', ',', 'v3', '"v3', '"v3" "v4"', '*, "v3"', '"a b"'])('If-Match %p is refused', (value) => {
  expect(() => allowed({ 'if-match': value })).toThrow('Validation failed');
});
