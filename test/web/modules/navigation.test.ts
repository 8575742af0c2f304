import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { findRoute, matchPattern } from '#web/app/route-pattern.ts';
import { edgeOf, sightAfter, touches } from '#web/components/row-range.ts';

const table = readFileSync(new URL('../../../web/src/app/routes.ts', import.meta.url), 'utf8');
const declared = [
  ...table.matchAll(/^ {2}(farm|claims|any)\(\s*'([^']+)',\s*'[^']+',\s*\(\) => import\('([^']+)'\)/gm),
];
const routes = declared.map(([, , path = '']) => ({ path }));

describe('matchPattern', () => {
  test('returns the parameters of a path', () => {
    expect(matchPattern('/orders/:id', '/orders/a1')).toEqual({ id: 'a1' });
    expect(matchPattern('/', '/')).toEqual({});
    expect(matchPattern('/orders', '/orders/')).toEqual({});
  });

  test('decodes parameters', () => {
    expect(matchPattern('/customers/:id', '/customers/a%2Fb%20c')).toEqual({ id: 'a/b c' });
  });

  test.each(['/orders', '/orders/a/b', '/products/a', '/orders/%E0%A4%A'])('rejects %s', (path) => {
    expect(matchPattern('/orders/:id', path)).toBeUndefined();
  });
});

describe('the table of routes', () => {
  test('finds each page by its own path', () => {
    expect(routes.length).toBeGreaterThan(45);
    for (const { path } of routes) {
      const example = path.replace(/:\w+/g, '0199a1c0-5d2e-7b10-8c3a-2f6d1e9b4a70');
      expect(findRoute(routes, example)?.route.path).toBe(path);
    }
  });

  test('puts a fixed path before one with a parameter', () => {
    expect(findRoute(routes, '/orders/new')?.route.path).toBe('/orders/new');
    expect(findRoute(routes, '/campaigns/new')?.route.path).toBe('/campaigns/new');
  });

  test('names modules that exist', () => {
    for (const [, , , module = ''] of declared)
      expect(existsSync(new URL(`../../../web/src/${module.replace('#web/', '')}`, import.meta.url))).toBe(
        true,
      );
  });

  test('has no page for an unknown path', () => {
    expect(findRoute(routes, '/admin')).toBeUndefined();
  });
});

const sight = { first: 100, end: 120 };

describe('the rows in sight after the list has scrolled to a row', () => {
  test('stay as they are if the row is in sight', () => {
    expect(sightAfter(100, sight, 20)).toEqual(sight);
    expect(sightAfter(119, sight, 20)).toEqual(sight);
  });

  test('begin with a row above', () => {
    expect(sightAfter(7, sight, 20)).toEqual({ first: 7, end: 27 });
  });

  test('end with a row below', () => {
    expect(sightAfter(500, sight, 20)).toEqual({ first: 481, end: 501 });
  });
});

test('the rows painted first are those at the side to which the list jumps', () => {
  expect(edgeOf({ first: 481, end: 501 }, sight, 4)).toEqual({ first: 497, end: 501 });
  expect(edgeOf({ first: 7, end: 27 }, sight, 4)).toEqual({ first: 7, end: 11 });
  expect(edgeOf({ first: 7, end: 9 }, sight, 4)).toEqual({ first: 7, end: 9 });
});

test('two ranges touch if no row lies between them', () => {
  expect(touches(sight, { first: 120, end: 140 })).toBe(true);
  expect(touches(sight, { first: 121, end: 140 })).toBe(false);
  expect(touches(sight, { first: 60, end: 99 })).toBe(false);
});
