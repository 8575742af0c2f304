import { expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';

const operations = claimsEndpoints.map(({ name, method, access }) => ({
  name,
  method,
  roles: access.kind === 'claims' ? access.roles : [],
}));

test('an auditor reads and changes nothing', () => {
  const changes = operations.filter(({ method, roles }) => method !== 'GET' && roles.includes('auditor'));
  expect(changes).toEqual([]);
});

test('an auditor reads everything that another role reads, except API keys', () => {
  const hidden = operations.filter(
    ({ method, roles }) => method === 'GET' && roles.length > 0 && !roles.includes('auditor'),
  );
  expect(hidden.map(({ name }) => name)).toEqual(['list-api-keys']);
});
