import { describe, expect, test } from '@jest/globals';
import { edgeOf, sightAfter, touches } from '#web/components/row-range.ts';

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
