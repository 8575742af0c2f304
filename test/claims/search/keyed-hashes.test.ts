import { describe, expect, test } from '@jest/globals';
import {
  memberHash,
  nameStartsWith,
  placeOfBeginning,
  placeOfName,
  type SearchKey,
  sameMember,
  searchedBeginning,
} from '#claims/search/keyed-hashes.ts';

const key = 'one key' as SearchKey;

describe('The place of a name', () => {
  const name = { last: "O'Connor-Núñez", first: 'José' };
  const place = placeOfName(key, name);

  test.each([
    ['a beginning', { last: 'oco' }],
    ['a longer beginning with other punctuation', { last: 'O Connor nu' }],
    ['the whole last name', { last: 'OCONNORNUNEZ' }],
    ['the last name with a beginning of the first name', { last: "o'connor nunez", first: 'jo' }],
  ])('is below the place of %s', (_, searched) => {
    const beginning = searchedBeginning(searched);
    const found = placeOfBeginning(key, beginning);
    expect(found.bucket).toBe(place.bucket);
    expect(place.path.startsWith(found.path)).toBe(true);
    expect(nameStartsWith(name, beginning)).toBe(true);
  });

  test.each([
    ['another beginning', { last: 'ocone' }],
    ['an incomplete last name with a first name', { last: 'oconnor', first: 'jose' }],
    ['another first name', { last: 'oconnornunez', first: 'jon' }],
  ])('is not below the place of %s', (_, searched) => {
    const beginning = searchedBeginning(searched);
    expect(place.path.startsWith(placeOfBeginning(key, beginning).path)).toBe(false);
    expect(nameStartsWith(name, beginning)).toBe(false);
  });

  test('depends on the key', () => {
    const other = placeOfName('another key' as SearchKey, name);
    expect(other.bucket).not.toBe(place.bucket);
    expect(other.path).not.toBe(place.path);
    expect(memberHash('another key' as SearchKey, 'A1')).not.toBe(memberHash(key, 'A1'));
  });
});

test('finds a name of two letters only by the complete name', () => {
  const place = placeOfName(key, { last: 'Li', first: 'Mei' });
  expect(placeOfBeginning(key, searchedBeginning({ last: 'li' })).bucket).toBe(place.bucket);
  expect(nameStartsWith({ last: 'Lind', first: 'Mei' }, searchedBeginning({ last: 'li' }))).toBe(false);
});

test('compares member ids without punctuation and letter case', () => {
  expect(sameMember('xyz-12 3', 'XYZ123')).toBe(true);
  expect(memberHash(key, 'xyz-12 3')).toBe(memberHash(key, 'XYZ123'));
  expect(memberHash(key, 'XYZ123')).not.toBe(memberHash(key, 'XYZ124'));
});
