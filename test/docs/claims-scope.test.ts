import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';

const page = readFileSync(new URL('../../docs/claims-scope.md', import.meta.url), 'utf8');

/** Rows of the table of decisions: names of endpoints → decision. */
const decisions = page.split('\n').flatMap((row) => {
  const [, endpoints = '', decision = '', reason = ''] = row.split('|').map((cell) => cell.trim());
  if (!endpoints.startsWith('`')) return [];
  expect(reason).not.toBe('');
  return [...endpoints.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, decision }));
});

const limitable = claimsEndpoints.filter(({ access }) => access.kind === 'claims');

test('the table decides each endpoint of claims once', () => {
  expect(decisions.map(({ name }) => name).sort()).toEqual(limitable.map(({ name }) => name).sort());
});

test('the table states what the declarations enforce', () => {
  const stated = decisions.map(({ name, decision }) => [name, decision === 'refused']);
  const refused = new Map(limitable.map(({ name, scoped = false }) => [name, !scoped]));
  expect(stated).toEqual(decisions.map(({ name }) => [name, refused.get(name)]));
  expect(new Set(decisions.map(({ decision }) => decision))).toEqual(
    new Set(['filtered', 'allowed', 'refused']),
  );
});
