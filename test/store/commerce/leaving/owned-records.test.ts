import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { brandRecords, partitions, type Records } from '#contract/partitions.ts';
import { ownedAreas, unreachedRecords } from '#store/commerce/leaving/owned-areas.ts';
import {
  declaredPlaces,
  kindOf,
  othersRecords,
  ownedRecords,
} from '#store/commerce/leaving/owned-records.ts';
import { faultsOf, leadingKeys, type Place } from '#store/records/place.ts';

/** Rows of the table in commerce-keys.ts that have their own key. */
const rows = readFileSync(
  new URL('../../../../shared/store/commerce/commerce-keys.ts', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line.startsWith(' * | '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', pk = '', sk = '']) => ({ name, pk, sk }))
  .filter(({ name, pk }) => pk !== '' && !['entity', ''].includes(name) && !name.startsWith('--'));

const textOf = ({ name, pk, sk }: { readonly name: string; readonly pk: string; readonly sk: string }) =>
  `${name}: ${pk} / ${sk}`;

/** A stored key of a pattern: each word in lower case is a value. */
const sampleOf = (pattern: string) => (pattern.split(/, | or /)[0] ?? '').replaceAll(/[a-z_]+[\w ]*/g, 'x1');

const matches = (pattern: string, key: string) =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;

const recordsAt = (pk: string): readonly string[] =>
  Object.entries(partitions).flatMap(([name, patterns]) =>
    patterns.some((pattern) => matches(pattern, pk)) ? [name] : [],
  );

describe('the list of what a brand owns', () => {
  test('has every row of the table in commerce-keys.ts, except records of nobody and declared ones', () => {
    const isDeclared = ({ name }: { readonly name: string }) =>
      declaredPlaces.some((one) => one.name === name);
    const listed = rows.filter((row) => !Object.hasOwn(othersRecords, row.name) && !isDeclared(row));
    const owned = ownedRecords.filter((one) => !isDeclared(one));
    expect(owned.map(textOf).sort()).toEqual(listed.map(textOf).sort());
  });

  test('excludes only rows that exist', () => {
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(othersRecords)));
  });

  test('recognizes an item of every kind', () => {
    const wrong = ownedRecords.filter((one) => {
      const found = kindOf({ pk: sampleOf(one.pk), sk: sampleOf(one.sk) });
      return JSON.stringify(found?.exported) !== JSON.stringify(one.exported);
    });
    expect(wrong.map(textOf)).toEqual([]);
  });

  test('gives every file of the archive one name', () => {
    const files = ownedRecords.flatMap(({ exported }) => (typeof exported === 'string' ? [exported] : []));
    for (const file of files) expect(file).toMatch(/^[a-z-]+$/);
  });

  test.each(ownedRecords.map((one) => [textOf(one), one] as const))(
    'removes records of the kind %s, or they expire',
    (_, { pk }) => {
      const records = recordsAt(sampleOf(pk));
      expect(records).not.toEqual([]);
      const erased = ownedAreas.flatMap((area) => area.records);
      expect(
        records.some((name) => erased.includes(name as Records) || Object.hasOwn(unreachedRecords, name)),
      ).toBe(true);
    },
  );
});

describe('declared records', () => {
  test('are all those that capabilities export', async () => {
    const files = globSync('shared/commerce/*/records.ts');
    expect(files).not.toEqual([]);
    const modules = await Promise.all(files.map((file) => import(path.resolve(file))));
    const exported: Place[] = modules.flatMap((module) => Object.values(module).filter(isPlace));
    expect(exported.map(textOf).sort()).toEqual(declaredPlaces.map(textOf).sort());
  });

  test('share no keys, and have the leading keys of their class of data', () => {
    expect(faultsOf(declaredPlaces)).toEqual([]);
    for (const [records, patterns] of leadingKeys(declaredPlaces)) {
      expect([records, patterns]).toEqual([records, [...partitions[records]].sort()]);
    }
  });
});

const isPlace = (value: unknown): value is Place =>
  Object(value).pk !== undefined && Object(value).sk !== undefined;

describe('partitions', () => {
  const erased = new Set(ownedAreas.flatMap(({ records }) => records));

  test('are all removed with a brand, or named with the reason', () => {
    const known = [...erased, ...Object.keys(unreachedRecords)];
    expect([...known].sort()).toEqual(Object.keys(partitions).sort());
  });

  test('of brands are those that the removal may delete', () => {
    expect([...brandRecords].sort()).toEqual([...erased].sort());
  });

  const brand = { id: 'brand1', created_at: '2026-01-10T00:00:00.000Z' };
  const lead = {
    pk: 'REFLINK#l1',
    sk: 'PERSON#one#two',
    subject: 'ada',
    token_hash: 'hash',
    secret_hash: 'hash',
    customer_id: 'customer',
    payload: { brand_id: 'brand1' },
    events: '"brand_id":"brand1"',
  };
  const ranges = [lead, { ...lead, sk: 'ACCOUNT' }].flatMap((one) =>
    ownedAreas.flatMap((area) => area.ranges(brand, one, new Date('2026-03-01'))),
  );

  test('of every range are in the partitions file', () => {
    for (const { pk } of ranges) expect([pk, recordsAt(pk)]).not.toEqual([pk, []]);
  });

  test.each(ownedRecords.map((one) => [textOf(one), one] as const))(
    'of %s are visited',
    (_, { pk, name }) => {
      const [kind = ''] = pk.split('#');
      const elsewhere = ['SMSTHREAD', 'BILLINGEVENT', 'WORK', 'OUTBOX', 'VISIT'];
      const found = ranges.some((range) => range.pk.split('#')[0] === kind);
      expect(found || elsewhere.includes(kind) ? name : `${name} is not visited`).toBe(name);
    },
  );
});
