import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { granaryClientSources } from '#clients/generator/granary-client.ts';
import { ClaimsClient, CommerceClient } from '#clients/typescript/src/index.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';

const folder = fileURLToPath(new URL('../../clients/typescript/src/', import.meta.url));

test('the committed sources are what the contract makes (npm run openapi)', () => {
  const made = granaryClientSources();
  const committed = globSync(['version.ts', 'commerce/*.ts', 'claims/*.ts'], { cwd: folder });
  expect(committed.sort()).toEqual([...made.keys()].sort());
  const outdated = committed.filter((file) => readFileSync(`${folder}${file}`, 'utf8') !== made.get(file));
  expect(outdated).toEqual([]);
});

const services = [
  {
    service: 'commerce',
    client: new CommerceClient({ baseUrl: 'http://localhost' }),
    endpoints: commerceEndpoints,
  },
  {
    service: 'claims',
    client: new ClaimsClient({ baseUrl: 'http://localhost' }),
    endpoints: claimsEndpoints,
  },
];

describe.each(services)('the client of $service', ({ client, endpoints }) => {
  test('has one method for each endpoint', () => {
    const methods = Object.values(client).flatMap((operations: object) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(operations)).filter((name) => name !== 'constructor'),
    );
    expect(methods).toHaveLength(endpoints.length);
  });

  test('groups its methods by tag', () => {
    expect(Object.keys(client)).toHaveLength(new Set(endpoints.map(({ tag }) => tag)).size);
  });
});

test('refuses a base URL that is none', () => {
  expect(() => new CommerceClient({ baseUrl: 'api.example.com' })).toThrow('baseUrl is not a URL');
});
