import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { packBytes, unpackBytes } from '#claims/packed-json.ts';
import {
  canBeSame,
  canList,
  type Facts,
  factsOfKey,
  keyPrefix,
  keyText,
} from '#store/records/key-pattern.ts';
import { faultsOf, leadingKeys, type Place, placeOf } from '#store/records/place.ts';
import { recordsOf } from '#store/records/record.ts';

const packing = { pack: packBytes, unpack: unpackBytes };
const record = recordsOf(() => {
  throw new Error('A declaration opens no table');
});

describe('key patterns', () => {
  const names = ['a', 'b', 'c'];
  const anySegment = fc.oneof(
    fc.constantFrom('', 'X', 'XY', 'Y', '7', '07'),
    fc.tuple(fc.constantFrom('', 'X', 'XY'), fc.constantFrom('', ':2', ':text'), fc.constantFrom('', 'Y')),
  );
  /** Patterns of up to three segments, each with at most one fact. */
  const anyPattern = fc
    .array(anySegment, { minLength: 1, maxLength: 3 })
    .map((segments) =>
      segments
        .map((one, n) => (typeof one === 'string' ? one : `${one[0]}{${names[n]}${one[1]}}${one[2]}`))
        .join('#'),
    );
  const anyText = fc.constantFrom('X', 'Y', 'XY', 'YX', '7', '07', 'XYXY');
  const anyFacts = (pattern: string) =>
    fc.record(
      Object.fromEntries(
        [...pattern.matchAll(/\{(\w)(:\w+)?\}/g)].map(([, name = '', format]) => [
          name,
          format === ':2' ? fc.nat(99) : format === ':text' ? fc.oneof(anyText, fc.string()) : anyText,
        ]),
      ),
    );
  const anyKey = anyPattern.chain((pattern) =>
    anyFacts(pattern).map((facts: Facts) => ({ pattern, facts, key: keyText(pattern, facts) ?? '' })),
  );

  test('give the facts back, and different keys for different facts', () => {
    fc.assert(
      fc.property(
        anyPattern.chain((pattern) => fc.tuple(fc.constant(pattern), anyFacts(pattern), anyFacts(pattern))),
        ([pattern, one, other]) => {
          const [key, otherKey] = [keyText(pattern, one), keyText(pattern, other)];
          expect(key === otherKey).toBe(Object.keys(one).every((name) => one[name] === other[name]));
          const found = factsOfKey(pattern, key ?? '') ?? {};
          // A text that no key can have is in it by its hash.
          for (const [name, value] of Object.entries(found))
            if (!String(value).startsWith('}')) expect(value).toBe(one[name]);
          expect(Object.keys(found).toSorted()).toEqual(Object.keys(one).toSorted());
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('never match a common key, nor list one, without that being known', () => {
    let [same, listed] = [0, 0];
    fc.assert(
      fc.property(anyKey, anyKey, (one, other) => {
        if (one.key === other.key && one.key !== '') {
          same += 1;
          expect([one.pattern, other.pattern, canBeSame(one.pattern, other.pattern)].at(-1)).toBe(true);
        }
        // A list begins after any number of the first facts, but not after all.
        const entries = Object.entries(one.facts);
        for (const [n] of entries.entries()) {
          const prefix = keyPrefix(one.pattern, Object.fromEntries(entries.slice(0, n)));
          if (!other.key.startsWith(prefix)) continue;
          listed += 1;
          expect(canList(one.pattern, other.pattern)).toBe(true);
        }
      }),
      { numRuns: 20_000 },
    );
    expect(same).toBeGreaterThan(50);
    expect(listed).toBeGreaterThan(500);
  });

  test.each([
    ['STOP#{id}', 'COUNT#{stop_id}#{date}', false],
    ['{id}', 'COUNT#{date}', true],
    ['COUNT#{stop_id}#{date}', 'COUNT#TOTAL', true],
    ['PART#{first:7}', 'PARTS#{first:7}', false],
  ])('a list of %s has items of %s: %p', (pattern, other, expected) => {
    expect(canList(pattern, other)).toBe(expected);
  });

  test.each([
    ['STOP#{id}', { id: 'a#b' }],
    ['STOP#{id}', { id: 'ä' }],
    ['STOP#{id}', { id: '' }],
    ['STOP#{id}', { id: 7 }],
    ['PART#{n:3}', { n: 1000 }],
    ['PART#{n:3}', { n: -1 }],
  ])('%s refuses %p', (pattern, facts) => {
    expect(() => keyText(pattern, facts)).toThrow(TypeError);
  });
});

describe('declarations', () => {
  const place = (name: string, pk: string, sk: string, more: Partial<Place> = {}): Place => ({
    name,
    records: 'products',
    pk,
    sk,
    ...more,
  });

  test('name pairs that share keys, lists or leading keys', () => {
    const stop = place('stop', 'STOPS#{brand_id}', 'STOP#{id}', {
      indexes: { gsi1: ['STOPS#{brand_id}#{day}', '{id}'] },
    });
    const count = place('count', 'STOPS#{brand_id}', 'COUNT#{stop_id}#{date}');
    expect(faultsOf([stop, count])).toEqual([]);
    expect(faultsOf([stop, count, place('twin', 'STOPS#{brand}', 'STOP#{twin}')])).toHaveLength(1);
    expect(faultsOf([stop, place('bare', 'STOPS#{brand_id}', '{id}')])).toHaveLength(1);
    expect(
      faultsOf([stop, place('row', 'ROWS#{id}', 'ROW', { indexes: { gsi1: ['STOPS#{b}#{c}', '{id}'] } })]),
    ).toHaveLength(1);
    expect(faultsOf([stop, place('other', 'STOPS#ALL', 'ALL', { records: 'stock' })])).toEqual([
      'stop and other share leading keys, but not their class',
    ]);
    expect(leadingKeys([stop, count])).toEqual(new Map([['products', ['STOPS#*']]]));
    expect(placeOf([stop, count], { pk: 'STOPS#1', sk: 'COUNT#2#3' })).toBe(count);
    expect(placeOf([stop, count], { pk: 'STOPS#1', sk: 'ELSE#2' })).toBeUndefined();
  });

  test('refuse fields with names of the table, and versions that are packed', () => {
    const declare = (more: object) =>
      record({
        name: 'x',
        records: 'products',
        schema: z.object({ version: z.int(), sk: z.string() }),
        pk: 'X',
        sk: 'X',
        ...more,
      });
    expect(() => declare({})).toThrow('names of the table: sk');
    const schema = z.object({ version: z.int() });
    expect(() => declare({ schema, remainder: { plain: [], packing } })).toThrow('no attributes: version');
  });
});
