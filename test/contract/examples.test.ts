import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { claimsDocument } from '#contract/claims/document.ts';
import { claimsExamples } from '#contract/claims/examples/index.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceDocument } from '#contract/commerce/document.ts';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { dateTimePattern, datetime, email, queryInteger } from '#contract/fields.ts';

const operations = [
  ...commerceEndpoints.map((endpoint) => ({ endpoint, example: commerceExamples[endpoint.name] ?? {} })),
  ...claimsEndpoints.map((endpoint) => ({ endpoint, example: claimsExamples[endpoint.name] ?? {} })),
].map((operation) => ({ ...operation, name: `${operation.endpoint.service}/${operation.endpoint.name}` }));

/** Checks examples with our own validation; a linter in document.test.ts checks them against the JSON documents. */
describe.each(operations)('the example of $name', ({ endpoint, example }) => {
  test('passes the validation of the request', () => {
    const has = (body: unknown) => `the example has ${body === undefined ? 'no' : 'a'} body`;
    expect(has(example.body)).toBe(has(endpoint.body));
    endpoint.body?.parse(example.body);
    const texts = Object.fromEntries(
      Object.entries(example.parameters ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const inPath = Object.keys(texts).filter((name) => endpoint.path.includes(`{${name}}`));
    endpoint.parameters?.parse(Object.fromEntries(inPath.map((name) => [name, texts[name]])));
    const query = Object.entries(texts).filter(([name]) => !inPath.includes(name));
    if (endpoint.query) endpoint.query.parse(Object.fromEntries(query));
    else expect(query).toEqual([]);
  });

  test('is complete for each status with a body', () => {
    for (const [status, { schema }] of Object.entries(endpoint.responses)) {
      if (schema === undefined) continue;
      const body = example.responses?.[status] ?? example.response;
      expect(`${status}: ${body === undefined ? 'no' : 'an'} example`).toBe(`${status}: an example`);
      expect(schema.parse(body)).toEqual(body);
    }
  });
});

const parameterSchema = z.object({ name: z.string(), schema: z.unknown(), example: z.unknown().optional() });

test.each([
  ['commerce', commerceDocument()],
  ['claims', claimsDocument()],
])('parameters of %s have examples that their JSON schemas take', (_, document) => {
  const paths = z.record(
    z.string(),
    z.record(z.string(), z.object({ parameters: z.array(parameterSchema) })),
  );
  const parameters = Object.values(paths.parse(document['paths'])).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => operation.parameters),
  );
  for (const { name, schema, example } of parameters) {
    if (example === undefined) continue;
    const { success } = z.fromJSONSchema(Object(schema)).safeParse(example);
    expect([name, example, success]).toEqual([name, example, true]);
  }
});

const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

describe('a date-time', () => {
  test.each([
    ['2026-03-01T10:20:30Z', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01T10:20Z', '2026-03-01T10:20:00.000Z'],
    ['2026-03-01t10:20:30z', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01T10:20:30+0200', '2026-03-01T08:20:30.000Z'],
    ['2026-03-01T10:20:30-05:30', '2026-03-01T15:50:30.000Z'],
    ['2026-03-01T10:20+0200', '2026-03-01T08:20:00.000Z'],
    ['2026-03-01T10:20:30.123456789Z', '2026-03-01T10:20:30.123Z'],
    ['2026-03-01T10:20:30.5Z', '2026-03-01T10:20:30.500Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    // Both are the leap second of RFC 3339 section 5.8.
    ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
  ])('%s is stored as %s', (text, stored) => {
    expect(datetime.parse(text)).toBe(stored);
  });

  test.each([
    ...['', 'noon', '2026-03-01', '2026-03-01T10:20:30', '2026-03-01 10:20:30Z', '2026-3-1T10:20:30Z'],
    ...['2026-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-00T00:00:00Z'],
    ...['2026-01-01T24:00:00Z', '2026-01-01T10:60:00Z', '2026-01-01T12:00:60Z', '2026-01-01T10:00:00+24:00'],
    ...['0000-01-01T00:00:00+05:00', '9999-12-31T23:59:59-05:00', '2026-01-01T10:00:00.Z', '2026-01-01T10Z'],
  ])('reports one fault with one message for %p', (text) => {
    expect(messagesOf(datetime, text)).toEqual(['Expected an RFC 3339 date-time']);
  });

  test('the documented pattern accepts the same texts', () => {
    const documented = new RegExp(dateTimePattern);
    for (const text of ['2026-03-01t10:20+0200', '2024-02-29T00:00:00.1Z', '2026-06-30T23:59:60Z'])
      expect(documented.test(text)).toBe(true);
    for (const text of ['2026-02-29T00:00:00Z', '2026-01-01T12:00:60Z', 'noon'])
      expect(documented.test(text)).toBe(false);
  });
});

test('the part of an e-mail address before the @ has at most 64 characters', () => {
  expect(email.safeParse(`${'a'.repeat(64)}@meadow.example`).success).toBe(true);
  expect(messagesOf(email, `${'a'.repeat(65)}@meadow.example`)).toEqual(['Invalid email address']);
});

test('an integer of a query is accepted up to 2^53 − 1', () => {
  const offset = queryInteger(0, Number.MAX_SAFE_INTEGER, 0);
  expect(offset.parse('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  for (const text of ['9007199254740992', '9'.repeat(400)])
    expect(offset.safeParse(text).error?.issues[0]?.code).toBe('too_big');
  for (const text of ['', '-1', '1.5', '1e3', '0x10', ' 1'])
    expect(messagesOf(offset, text)).toEqual(['Expected an integer']);
});
