import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { anonymous, type Principal } from '#auth/principal.ts';
import { createProduct, listProducts, updateProduct } from '#commerce/products/contract.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { BrandRole, ClaimsRole, EndpointDeclaration, ResponseDeclaration } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { checkAccept } from '#http/request/accept.ts';
import { authorizeCall } from '#http/request/authorization.ts';
import type { Exchange } from '#http/request/exchange.ts';
import { allowsChange, readPreconditions } from '#http/request/preconditions.ts';

const brand_id = '019b4a52-7d60-7c9c-8a7e-0f6f6e0b5d11';

/** Returns the code with which the pipeline refuses a caller; undefined if it lets the call pass. */
function refusalOf(endpoint: EndpointDeclaration, caller: Partial<Principal>): string | undefined {
  try {
    authorizeCall({
      endpoint,
      event: {} as APIGatewayProxyEvent,
      requestId: 'r',
      now: new Date(),
      principal: { ...anonymous, subject: 'person', credential: 'bearer', ...caller },
      input: { body: { brand_id }, query: { brand_id }, parameters: { brand_id } },
    });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

test('a brand under deletion is read, and changed no more', () => {
  const owner = { brands: { [brand_id]: 'owner' as const }, closing: [brand_id] };
  expect(refusalOf(createProduct, owner)).toBe('brand_closing');
  expect(refusalOf(listProducts, owner)).toBeUndefined();
  expect(refusalOf(createProduct, { ...owner, closing: ['other'] })).toBeUndefined();
});

const claimsRoles: readonly ClaimsRole[] = ['biller', 'auditor', 'admin'];
const brandRoles: readonly BrandRole[] = ['owner', 'manager', 'viewer'];

describe('an endpoint of the claims service is allowed to its roles only', () => {
  test.each(claimsEndpoints)('$name', (endpoint) => {
    const { access } = endpoint;
    const outcomes = claimsRoles.map((role) => refusalOf(endpoint, { claimsRoles: [role] }));
    if (access.kind !== 'claims') {
      expect(outcomes).toEqual([undefined, undefined, undefined]);
      return;
    }
    expect(outcomes).toEqual(
      claimsRoles.map((role) => (access.roles.includes(role) ? undefined : 'forbidden')),
    );
    expect(refusalOf(endpoint, { claimsRoles: [] })).toBe('no_claims_role');
    expect(refusalOf(endpoint, { brands: { [brand_id]: 'owner' }, operator: true })).toBe('no_claims_role');
  });
});

describe('an endpoint of the commerce service is allowed to the roles of its brand only', () => {
  test.each(commerceEndpoints)('$name', (endpoint) => {
    const { access } = endpoint;
    const outcomes = brandRoles.map((role) => refusalOf(endpoint, { brands: { [brand_id]: role } }));
    if (access.kind !== 'brand') {
      expect(outcomes).toEqual([undefined, undefined, undefined]);
      return;
    }
    const stranger = refusalOf(endpoint, { brands: { other: 'owner' } });
    const nobody = refusalOf(endpoint, { claimsRoles: ['admin'] });
    expect(nobody).toBe('no_brand_held');
    // The operation looks for the resource in the brands of the caller and checks the role there.
    if (access.brand === 'held') return;
    expect(outcomes).toEqual(
      brandRoles.map((role) => (access.roles.includes(role) ? undefined : 'forbidden')),
    );
    expect(stranger).toBe('brand_not_held');
  });
});

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
