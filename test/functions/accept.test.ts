import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { checkAccept } from '#http/endpoint/pipeline.ts';
import type { Exchange } from '#http/request/exchange.ts';

/** Checks a request with these lines of Accept; API Gateway gives the last one alone as the header. */
const check = (...lines: readonly string[]) =>
  checkAccept({
    event: {
      headers: { Accept: lines.at(-1) },
      multiValueHeaders: { Accept: lines },
    } as unknown as APIGatewayProxyEvent,
  } as Exchange);

test.each([
  ['application/json'],
  ['text/html, application/*;q=0.1'],
  ['*/*;q=0.001'],
  ['application/json', 'text/html'],
  ['application/problem+json'],
  [''],
])('serves %p', (...lines) => {
  expect(() => check(...lines)).not.toThrow();
});

test.each([
  ['text/html'],
  ['text/html', 'image/png'],
  ['application/json;q=0'],
  ['text/html, */*; Q=0.000'],
  ['application/json ;q=0 ;v=1'],
])('refuses %p', (...lines) => {
  expect(() => check(...lines)).toThrow('Responses are application/json only');
});
