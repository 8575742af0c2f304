import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { commerceDocument } from '#contract/commerce/document.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { errorCatalogue } from '#contract/errors.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the OpenAPI document', () => {
  test('docs/openapi.json is what the contract makes (npm run openapi)', () => {
    const written = JSON.parse(readFileSync(`${root}docs/openapi.json`, 'utf8'));
    expect(JSON.parse(JSON.stringify(commerceDocument()))).toEqual(written);
  });

  test('passes a public linter without an error or a warning', () => {
    const report = execFileSync(
      process.execPath,
      [`${root}node_modules/@redocly/cli/bin/cli.js`, 'lint', 'docs/openapi.json', '--format=json'],
      {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, NODE_OPTIONS: '' },
      },
    );
    const { totals } = JSON.parse(report.slice(report.indexOf('{')));
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  }, 60_000);
});

describe('the contract', () => {
  test.each(commerceEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s has a function file, and is complete',
    (name, endpoint) => {
      expect(existsSync(`${root}functions/${endpoint.service}/${name}.ts`)).toBe(true);
      if (endpoint.method === 'POST') expect(endpoint.idempotent).toBe(true);
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(names.length > 0).toBe(endpoint.parameters !== undefined);
      for (const code of endpoint.errors ?? []) expect(errorCatalogue[code]).toBeDefined();
    },
  );

  test('names and routes are unique', () => {
    const routes = commerceEndpoints.map(({ method, path }) => `${method} ${path}`);
    const names = commerceEndpoints.map(({ name }) => name);
    expect(new Set(routes).size).toBe(routes.length);
    expect(new Set(names).size).toBe(names.length);
  });
});
