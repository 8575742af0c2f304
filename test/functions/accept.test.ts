import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { ResponseDeclaration } from '#contract/endpoint.ts';
import { checkAccept } from '#http/request/accept.ts';
import type { Exchange } from '#http/request/exchange.ts';

/** Checks a request with these lines of Accept; API Gateway gives the last one alone as the header. */
const check = (...lines: readonly string[]) => chosen({ description: 'JSON', schema: z.unknown() }, ...lines);

/** The media type that a request gets from an endpoint with this response. */
function chosen(response: ResponseDeclaration, ...lines: readonly string[]) {
  const exchange = {
    endpoint: { responses: { 200: response } },
    event: {
      headers: { Accept: lines.at(-1) },
      multiValueHeaders: { Accept: lines },
    } as unknown as APIGatewayProxyEvent,
  } as unknown as Exchange;
  checkAccept(exchange);
  return exchange.mediaType;
}

const both = { description: 'Rows', schema: z.unknown(), text: { 'text/csv': 'a,b\r\n' } };

test.each([
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['text/csv', 'text/csv'],
  ['text/*', 'text/csv'],
  ['TEXT/CSV; charset=utf-8', 'text/csv'],
  ['text/csv, application/json', 'application/json'],
  ['text/csv, */*;q=0.1', 'text/csv'],
  ['text/csv, application/json;q=0.5', 'text/csv'],
  ['application/json;q=0.1, text/csv;q=0.2', 'text/csv'],
  ['text/csv;q=0.5, application/json;q=0.5', 'application/json'],
  ['text/csv;q=0.9, application/json', 'application/json'],
  ['*/*, application/json;q=0', 'text/csv'],
  ['text/*, text/csv;q=0.1, application/json;q=0.5', 'application/json'],
  ['application/*;q=0.8, text/*;q=0.3, */*', 'application/json'],
  ['application/problem+json, text/csv;q=0.9', 'application/json'],
  ['text/csv;q=high, application/json;q=0.9', 'text/csv'],
])('with JSON and CSV, Accept %p gets %p', (accept, type) => {
  expect(chosen(both, accept)).toBe(type);
});

test('with JSON and CSV, a client that excludes both is refused', () => {
  expect(() => chosen(both, 'text/html, text/*;q=0, application/json;q=0')).toThrow(
    'Responses are application/json or text/csv only',
  );
});

test('a response without JSON refuses a client that wants JSON', () => {
  const feed = { description: 'A feed', text: { 'application/atom+xml': '<feed/>' } };
  expect(chosen(feed, '*/*')).toBe('application/atom+xml');
  expect(() => chosen(feed, 'application/json')).toThrow('Responses are application/atom+xml only');
});

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
  ['application/json;q=0, application/*'],
])('refuses %p', (...lines) => {
  expect(() => check(...lines)).toThrow('Responses are application/json only');
});
