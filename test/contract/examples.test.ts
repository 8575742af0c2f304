import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { claimsDocument } from '#contract/claims/document.ts';
import { claimsExamples } from '#contract/claims/examples/index.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceDocument } from '#contract/commerce/document.ts';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';

const operations = [
  ...commerceEndpoints.map((endpoint) => ({ endpoint, example: commerceExamples[endpoint.name] ?? {} })),
  ...claimsEndpoints.map((endpoint) => ({ endpoint, example: claimsExamples[endpoint.name] ?? {} })),
].map((operation) => ({ ...operation, name: `${operation.endpoint.service}/${operation.endpoint.name}` }));

/** Checks examples with our own validation; a linter in document.test.ts checks them against the JSON documents. */
describe.each(operations)('the example of $name', ({ endpoint, example }) => {
  test('passes the validation of the request', () => {
    expect(example.body === undefined).toBe(endpoint.body === undefined);
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
      expect(body).toBeDefined();
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
