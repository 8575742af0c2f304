import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { claimsDocument } from '#contract/claims/document.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceDocument } from '#contract/commerce/document.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { errorCatalog } from '#contract/errors.ts';
import { functionSources } from '#lib/bundling/function-sources.ts';
import { jsonSchema } from '../../../shared/contract/openapi/schema.ts';
import { compiledCode } from '../../compiled-code.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const functionNames = functionSources(`${root}functions`).map(({ name }) => name);

const services = [
  {
    service: 'commerce',
    file: 'dist/openapi.json',
    document: commerceDocument,
    endpoints: commerceEndpoints,
  },
  {
    service: 'claims',
    file: 'dist/openapi-claims.json',
    document: claimsDocument,
    endpoints: claimsEndpoints,
  },
];

const pathsOf = (document: object) =>
  z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          operationId: z.string(),
          parameters: z.array(z.object({ name: z.string(), description: z.string().optional() })),
        }),
      ),
    )
    .parse(Object(document).paths);

describe.each(services)('the OpenAPI document of $service', ({ document, endpoints }) => {
  test('describes every parameter', () => {
    const undescribed = Object.values(pathsOf(document()))
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, parameters }) => parameters.map((one) => ({ operationId, ...one })))
      .filter(({ description }) => description === undefined || description.length < 10);
    expect(undescribed).toEqual([]);
  });

  test('describes every tag of its operations', () => {
    const { tags } = z.object({ tags: z.array(z.object({ name: z.string() })) }).parse(document());
    expect(tags.map(({ name }) => name).sort()).toEqual([...new Set(endpoints.map(({ tag }) => tag))].sort());
  });
});

test('both documents pass a public linter without an error or a warning', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-openapi-'));
  try {
    // The ignored findings have the paths that `npm run openapi` writes to.
    mkdirSync(path.join(folder, 'dist'));
    for (const { file, document } of services)
      writeFileSync(path.join(folder, file), JSON.stringify(document()));
    copyFileSync(`${root}.redocly.lint-ignore.yaml`, path.join(folder, '.redocly.lint-ignore.yaml'));
    const report = execFileSync(
      process.execPath,
      [
        `${root}node_modules/@redocly/cli/bin/cli.js`,
        'lint',
        ...services.map(({ file }) => file),
        '--format=json',
      ],
      {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, ...compiledCode, NODE_OPTIONS: '' },
      },
    );
    // One report for each document.
    const totals = [...report.matchAll(/"totals": (\{[^}]*\})/g)].map(([, text = '']) => JSON.parse(text));
    const clean = expect.objectContaining({ errors: 0, warnings: 0 });
    expect(totals).toEqual(services.map(() => clean));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.each(services)('the contract of $service', ({ endpoints }) => {
  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s has a function file, and is complete',
    (name, endpoint) => {
      expect(functionNames).toContain(`${endpoint.service}/${name}`);
      const changes = endpoint.method === 'POST' && endpoint.safe !== true;
      if (changes) expect(endpoint.idempotent).toBe(true);
      if (endpoint.safe) expect(endpoint.data).toBe('read');
      // The reply to a key is stored.
      if (endpoint.idempotent) expect(endpoint.data).toBe('write');
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(names.length > 0).toBe(endpoint.parameters !== undefined);
      for (const code of endpoint.errors ?? []) expect(errorCatalog[code]).toBeDefined();
      if (endpoint.tooMany) expect(endpoint.errors).toContain(endpoint.tooMany);
    },
  );

  test('names and routes are unique', () => {
    const routes = endpoints.map(({ method, path }) => `${method} ${path}`);
    const names = endpoints.map(({ name }) => name);
    expect(new Set(routes).size).toBe(routes.length);
    expect(new Set(names).size).toBe(names.length);
  });
});

const texts: readonly [string, z.ZodString][] = [
  ['one character', z.string().trim().min(1)],
  ['two characters', z.string().trim().min(2)],
  ['three characters', z.string().trim().min(3)],
  [
    'one character, no control characters',
    z
      .string()
      .trim()
      .min(1)
      .regex(/^\P{Cc}*$/u),
  ],
  [
    'three characters, no control characters',
    z
      .string()
      .trim()
      .min(3)
      .regex(/^\P{Cc}*$/u),
  ],
  [
    'two printable characters',
    z
      .string()
      .trim()
      .min(2)
      .regex(/^[\x20-\x7e]*$/),
  ],
];

/** The validity of a text by the published schema. */
function isValid(schema: z.ZodString, text: string): boolean {
  const { minLength, pattern } = jsonSchema(schema, 'input', {});
  return text.length >= Number(minLength) && new RegExp(String(pattern), 'u').test(text);
}

describe('the schema of a text without blanks at its ends', () => {
  test.each(texts)('is as strict as the endpoint: %s', (_, schema) => {
    const unit = fc.constantFrom(' ', '\t', '\n', '\u00a0', 'a', 'é', '%', '\u0001');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
        if (isValid(schema, text)) expect(schema.safeParse(text).success).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(texts)('accepts what is stored: %s', (_, schema) => {
    const unit = fc.constantFrom(' ', 'a', 'b', '%');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 8 }), (text) => {
        const stored = schema.safeParse(text).data;
        fc.pre(stored !== undefined);
        expect(isValid(schema, stored)).toBe(true);
      }),
    );
  });

  test('leaves the length of other texts as it is', () => {
    expect(jsonSchema(z.string().min(3), 'input', {})).toEqual({ type: 'string', minLength: 3 });
    expect(jsonSchema(z.string().toLowerCase().min(3), 'input', {})).toEqual({
      type: 'string',
      minLength: 3,
    });
  });
});
