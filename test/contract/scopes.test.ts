import { expect, test } from '@jest/globals';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { knownScopes, requiredScopes } from '#contract/scopes.ts';

test('the scopes of API keys are those that the endpoints of commerce need', () => {
  const needed = commerceEndpoints.flatMap((endpoint) => requiredScopes(endpoint) ?? []);
  const groups = new Set(needed.map((scope) => scope.split(':')[0]));
  expect([...knownScopes].sort()).toEqual(
    [...groups].flatMap((group) => [`${group}:read`, `${group}:write`]).sort(),
  );
});
