import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { areasOf } from '#commerce/brands/owned-records.ts';
import { partitions } from '#contract/partitions.ts';
import { commercePlaces } from '#store/commerce/places.ts';
import { faultsOf, leadingKeys, type Place } from '#store/records/place.ts';

const textOf = ({ name, pk, sk }: Place) => `${name}: ${pk} / ${sk}`;
const isPlace = (value: unknown): value is Place =>
  Object(value).pk !== undefined && Object(value).sk !== undefined;

test('the places of commerce have all records that capabilities declare', async () => {
  const files = globSync('shared/commerce/*/{,*-}records.ts');
  expect(files).not.toEqual([]);
  const modules = await Promise.all(files.map((file) => import(path.resolve(file))));
  const declared: Place[] = modules.flatMap((module) => Object.values(module).filter(isPlace));
  expect(commercePlaces.map(textOf)).toEqual(expect.arrayContaining(declared.map(textOf)));
});

test('no two places of commerce share a key, a list or the leading keys of two classes', () => {
  expect(faultsOf(commercePlaces)).toEqual([]);
  const [stock] = commercePlaces.filter(({ name }) => name === 'stock level');
  if (!stock) throw new Error('Stock has no place');
  expect(faultsOf([...commercePlaces, { ...stock, name: 'note', sk: 'NOTE#{id}' }])).toEqual([
    'stock level and note share keys: {product_id}#{level:text} and NOTE#{id}',
  ]);
});

test('roles for a class of data reach the keys of its places, in the table and in its indexes', () => {
  const isGranted = (granted: string, pattern: string) =>
    granted === pattern || (granted.endsWith('*') && pattern.startsWith(granted.slice(0, -1)));
  for (const [records, patterns] of leadingKeys(commercePlaces)) {
    const refused = patterns.filter((one) => !partitions[records].some((granted) => isGranted(granted, one)));
    expect([records, refused]).toEqual([records, []]);
  }
});

test('every place has items that are found when their brand leaves, or a reason for keeping them', () => {
  const found = new Set(areasOf(commercePlaces).flatMap(({ places }) => places));
  const left = commercePlaces.filter(({ name }) => !found.has(name));
  expect(left.filter(({ found: duty }) => duty === undefined || !('not' in duty))).toEqual([]);
  const lost = { ...(commercePlaces[0] as (typeof commercePlaces)[number]), name: 'note', pk: 'NOTE#{id}' };
  expect(() => areasOf([...commercePlaces, lost])).toThrow('The items of note of a brand cannot be found');
});
