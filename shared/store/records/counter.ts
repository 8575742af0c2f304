import { getItem, getItems, type Item, type ItemKey, nameOfKey } from '../dynamodb/items.ts';
import { storeSum } from '../dynamodb/stored-number.ts';
import type { Otherwise, Table, TransactAction } from '../dynamodb/table.ts';
import { type KeyOf, keyIn, type Place, type Wanted } from './place.ts';

interface Limits extends Otherwise {
  /** The write fails if a number would exceed this one, or fall below the other. */
  readonly most?: number | undefined;
  readonly least?: number | undefined;
  /** The write fails unless the item has these fields. */
  readonly when?: Readonly<Record<string, string | number | boolean>>;
}

type Counts<Name extends string> = Readonly<Record<Name, number>>;

/**
 * A function that declares numbers to which transactions add. They have no version: concurrent additions all hold.
 *
 * @param table opens the table at the first use
 */
export const countersOf =
  <Duties extends object>(table: () => Table) =>
  <const Pk extends string, const Sk extends string, const Name extends string>(
    declaration: Place<Pk, Sk> & Duties & { readonly counts: readonly Name[] },
  ) => ({ ...declaration, ...numbersIn(table, declaration, declaration.counts) });

/**
 * Numbers of a record to which transactions add beside its changes. A number in a map, such as `counts.claims`, exists since the
 * record was written.
 */
export const numbersOf = <const Pk extends string, const Sk extends string, const Name extends string>(
  table: () => Table,
  record: Place<Pk, Sk>,
  names: readonly Name[],
) => numbersIn(table, record, names);

function numbersIn<Pk extends string, Sk extends string, Name extends string>(
  table: () => Table,
  place: Place<Pk, Sk>,
  names: readonly Name[],
) {
  type Key = KeyOf<Pk, Sk>;
  const key = (of: Key): ItemKey => keyIn(place, of);
  const read = (item: Item | undefined) =>
    Object.fromEntries(names.map((name) => [name, Number(numberIn(item, name) ?? 0)])) as Counts<Name>;
  return {
    key,
    read,
    /** Adds to numbers, all of them within the limits. An item that does not exist has zeros. */
    add: (
      of: Key,
      by: Readonly<Partial<Record<Name, number | bigint>>>,
      limits: Limits = {},
    ): TransactAction => ({
      Update: { Key: { ...key(of) }, ...addition(by, limits) },
      ...(limits.otherwise !== undefined && { otherwise: limits.otherwise }),
    }),
    /** Numbers to read together with values of records. */
    at: (of: Key): Wanted<Counts<Name>> => ({ key: key(of), read }),
    find: async (of: Key): Promise<Counts<Name>> => read(await getItem(table(), key(of))),
    /** The numbers of these keys, in their order. */
    findMany: async (keys: readonly Key[]): Promise<readonly Counts<Name>[]> => {
      const distinct = new Map(keys.map((of) => [nameOfKey(key(of)), key(of)]));
      const items = await getItems(table(), [...distinct.values()]);
      const found = new Map(items.map((item) => [nameOfKey(item), item]));
      return keys.map((of) => read(found.get(nameOfKey(key(of)))));
    },
  };
}

const numberIn = (item: Item | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => Object(value)[step], item);

function addition(by: Readonly<Record<string, number | bigint | undefined>>, limits: Limits) {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const placeholder = (path: string) =>
    path
      .split('.')
      .map((step) => {
        names.set(step, names.get(step) ?? `#n${names.size}`);
        return names.get(step);
      })
      .join('.');
  const placed = (value: unknown) => {
    const name = `:v${Object.keys(values).length}`;
    values[name] = value;
    return name;
  };
  const numbers = Object.entries(by).flatMap(([path, more]) => (more === undefined ? [] : [{ path, more }]));
  // ADD also creates a number, but only one that is in no map.
  const [nested, own] = [
    numbers.filter(({ path }) => path.includes('.')),
    numbers.filter(({ path }) => !path.includes('.')),
  ];
  const adds = own.map(({ path, more }) => `${placeholder(path)} ${placed(storeSum(more))}`);
  const sets = nested.map(
    ({ path, more }) => `${placeholder(path)} = ${placeholder(path)} + ${placed(storeSum(more))}`,
  );
  const conditions = [
    ...numbers.flatMap(({ path, more }) => limitsOf(placeholder(path), Number(more), limits, placed)),
    ...Object.entries(limits.when ?? {}).map(([field, value]) => `${placeholder(field)} = ${placed(value)}`),
  ];
  return {
    UpdateExpression: [
      ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ...(adds.length > 0 ? [`ADD ${adds.join(', ')}`] : []),
    ].join(' '),
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    ExpressionAttributeNames: Object.fromEntries([...names].map(([step, name]) => [name, step])),
    ExpressionAttributeValues: values,
  };
}

/** Conditions on the number before the addition. A missing number is 0, and no comparison holds for it. */
function limitsOf(
  path: string,
  by: number,
  { most, least }: Limits,
  placed: (value: number) => string,
): readonly string[] {
  const bounds = [
    ...(most === undefined ? [] : [`${path} <= ${placed(most - by)}`]),
    ...(least === undefined ? [] : [`${path} >= ${placed(least - by)}`]),
  ];
  if (bounds.length === 0) return [];
  const allowsNone = by <= (most ?? by) && by >= (least ?? by);
  const within = bounds.join(' AND ');
  return [allowsNone ? `(attribute_not_exists(${path}) OR (${within}))` : `(${within})`];
}
