import type { Records } from '#contract/partitions.ts';
import { type IndexName, type Item, type ItemKey, type KeyPrefix, nameOfKey } from '../dynamodb/items.ts';
import {
  canBeSame,
  canList,
  type Facts,
  type FactsOf,
  factsOfKey,
  iamPattern,
  keyPrefix,
  keyText,
} from './key-pattern.ts';

/** Entries of items in indexes. An index that holds only keys leads to items, but has none of their fields. */
export type IndexKeys = {
  readonly [Index in IndexName]?: readonly [pk: string, sk: string, holds?: 'keys'];
};

/** Where the items of one kind are stored. Services add what else they have to know about each kind. */
export interface Place<Pk extends string = string, Sk extends string = string> {
  /** In the documentation: `stop`. */
  readonly name: string;
  /** Class of data by which roles are granted. */
  readonly records: Records;
  readonly pk: Pk;
  readonly sk: Sk;
  /** An item is in an index if it has all facts of the entry's keys. */
  readonly indexes?: IndexKeys;
}

/** The facts of one key. */
export type KeyOf<Pk extends string, Sk extends string> = FactsOf<Pk> & FactsOf<Sk>;

/** The facts of a partition, and any first facts of its sort keys. */
export type PartOf<Pk extends string, Sk extends string> = FactsOf<Pk> & Partial<FactsOf<Sk>>;

/** The key of one item. @throws TypeError if it lacks a fact */
export function keyIn({ name, pk, sk }: Place, facts: Facts): ItemKey {
  const key = { pk: keyText(pk, facts), sk: keyText(sk, facts) };
  if (key.pk === undefined || key.sk === undefined) throw new TypeError(`A key of ${name} lacks a fact`);
  return { pk: key.pk, sk: key.sk };
}

/** The items of a partition with these facts, for example all stops of a brand. @throws TypeError without a partition */
export function rangeIn(
  name: string,
  [pk, sk]: readonly [pk: string, sk: string, ...unknown[]],
  facts: Facts,
): KeyPrefix {
  const partition = keyText(pk, facts);
  if (partition === undefined) throw new TypeError(`A partition of ${name} lacks a fact`);
  return { pk: partition, prefix: keyPrefix(sk, facts) };
}

/** Keys of the indexes of which all facts are there. */
export function indexKeysIn({ indexes = {} }: Place, facts: Facts): Readonly<Record<string, string>> {
  const keys: Record<string, string> = {};
  for (const [index, [pkPattern, skPattern]] of Object.entries(indexes)) {
    const [pk, sk] = [keyText(pkPattern, facts), keyText(skPattern, facts)];
    if (pk !== undefined && sk !== undefined) Object.assign(keys, { [`${index}pk`]: pk, [`${index}sk`]: sk });
  }
  return keys;
}

/** The facts of an item's key; undefined for the items of other places. */
export function factsIn({ pk, sk }: Pick<Place, 'pk' | 'sk'>, item: Item): Facts | undefined {
  const [partition, rest] = [factsOfKey(pk, String(item['pk'])), factsOfKey(sk, String(item['sk']))];
  return partition && rest && { ...partition, ...rest };
}

/** The declaration of a stored item; undefined for an item that nothing declares. */
export const placeOf = <P extends Pick<Place, 'pk' | 'sk'>>(
  places: readonly P[],
  item: Item,
): P | undefined => places.find((place) => factsIn(place, item) !== undefined);

/** Leading keys by class of data, for the policies of functions. */
export function leadingKeys(places: readonly Place[]): ReadonlyMap<Records, readonly string[]> {
  const patterns = (place: Place) => partitionsOf(place).map(([, pk]) => iamPattern(pk));
  const byClass = Map.groupBy(places, ({ records }) => records);
  return new Map(
    [...byClass].map(([records, some]) => [records, [...new Set(some.flatMap(patterns))].sort()]),
  );
}

/**
 * Faults of declarations: two places of which one key has both patterns or a list of one has items of the other, and two
 * classes of data of which a policy for one reaches the other.
 */
export const faultsOf = (places: readonly Place[]): readonly string[] => [
  ...sharedKeys(places),
  ...pairsOf(places).flatMap(([one, other]) =>
    one.records === other.records ? [] : sharedLeadingKeys(one, other),
  ),
];

const pairsOf = <P>(places: readonly P[]): readonly (readonly [P, P])[] =>
  places.flatMap((one, n) => places.slice(n + 1).map((other) => [one, other] as const));

/** Two places of which one key has both patterns, or a list of one has items of the other. */
export function sharedKeys(places: readonly Keys[]): readonly string[] {
  const between = pairsOf(places).flatMap(([one, other]) =>
    partitionsOf(one).flatMap(([index, pk, sk]) =>
      partitionsOf(other)
        .filter(([otherIndex, otherPk]) => index === otherIndex && canBeSame(pk, otherPk))
        .filter(([, , otherSk]) => canBeSame(sk, otherSk) || canList(sk, otherSk) || canList(otherSk, sk))
        .map(([, , otherSk]) => `${one.name} and ${other.name} share keys: ${sk} and ${otherSk}`),
    ),
  );
  return [...new Set(between)];
}

type Keys = Omit<Place, 'records'>;

function sharedLeadingKeys(one: Place, other: Place): readonly string[] {
  const starts = (place: Place) => partitionsOf(place).map(([, pk]) => pk.replace(/\{.*$/, ''));
  const isShared = starts(one).some((left) =>
    starts(other).some((right) => left.startsWith(right) || right.startsWith(left)),
  );
  return isShared ? [`${one.name} and ${other.name} share leading keys, but not their class`] : [];
}

/** The partitions of a place, in the table and in its indexes. */
const partitionsOf = ({ pk, sk, indexes = {} }: Keys) => [
  ['', pk, sk] as const,
  ...Object.entries(indexes).map(([index, keys]) => [index, keys[0], keys[1]] as const),
];

/** One value to read together with others. */
export interface Wanted<T> {
  readonly key: ItemKey;
  read(item: Item | undefined): T;
}

type WantedByName = Readonly<Record<string, Wanted<unknown> | readonly Wanted<unknown>[] | undefined>>;

type Read<W> =
  W extends Wanted<infer T> ? T : W extends readonly Wanted<infer T>[] ? readonly T[] : undefined;

/**
 * A function that reads values of several records, strongly consistent, in one round trip for up to 100 of them:
 * `{ brand: brands.at(…), stop: stop_id && stops.at(…), products: ids.map(…) }`. Each key is read once.
 *
 * @param getItems reads the items of distinct keys, in no order
 */
export const togetherBy =
  (getItems: (keys: readonly ItemKey[]) => Promise<readonly Item[]>) =>
  async <const W extends WantedByName>(wanted: W): Promise<{ readonly [Name in keyof W]: Read<W[Name]> }> => {
    const keys = new Map(
      Object.values(wanted)
        .flatMap((one) => one ?? [])
        .map(({ key }) => [nameOfKey(key), key]),
    );
    const items = new Map((await getItems([...keys.values()])).map((item) => [nameOfKey(item), item]));
    const readOne = ({ key, read }: Wanted<unknown>) => read(items.get(nameOfKey(key)));
    const values = Object.entries(wanted).map(([name, one]) => [
      name,
      one === undefined ? undefined : 'key' in one ? readOne(one) : one.map(readOne),
    ]);
    return Object.fromEntries(values);
  };
