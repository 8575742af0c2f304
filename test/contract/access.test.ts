import { expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { knownScopes, requiredScopes } from '#contract/scopes.ts';

const operations = claimsEndpoints.map(({ name, method, access, safe = method === 'GET' }) => ({
  name,
  safe,
  roles: access.kind === 'claims' ? access.roles : [],
}));

test('an auditor reads and changes nothing', () => {
  const changes = operations.filter(({ safe, roles }) => !safe && roles.includes('auditor'));
  expect(changes).toEqual([]);
});

test('an auditor reads everything that another role reads, except API keys', () => {
  const hidden = operations.filter(
    ({ safe, roles }) => safe && roles.length > 0 && !roles.includes('auditor'),
  );
  expect(hidden.map(({ name }) => name)).toEqual(['list-api-keys']);
});

test('the scopes of API keys are those that the endpoints of commerce need', () => {
  const needed = commerceEndpoints.flatMap((endpoint) => requiredScopes(endpoint) ?? []);
  const groups = new Set(needed.map((scope) => scope.split(':')[0]));
  expect([...knownScopes].sort()).toEqual(
    [...groups].flatMap((group) => [`${group}:read`, `${group}:write`]).sort(),
  );
});
