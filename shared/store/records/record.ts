import * as z from 'zod';
import { getItem, getItems, type IndexName, type Item, type ItemKey, nameOfKey } from '../dynamodb/items.ts';
import {
  type ItemRange,
  type PageRequest,
  queryItems,
  queryPage,
  type StoredPage,
} from '../dynamodb/query-page.ts';
import type { Otherwise, Table, TransactAction } from '../dynamodb/table.ts';
import type { Facts } from './key-pattern.ts';
import {
  factsIn,
  type IndexKeys,
  indexKeysIn,
  type KeyOf,
  keyIn,
  type PartOf,
  type Place,
  rangeIn,
  type Wanted,
} from './place.ts';

/** How values become bytes and back. */
export interface Packing {
  pack(value: unknown): Uint8Array;
  unpack(bytes: Uint8Array): unknown;
}

interface RecordDeclaration<
  S extends z.ZodType,
  Pk extends string,
  Sk extends string,
  Indexes extends IndexKeys,
> extends Place<Pk, Sk> {
  /** The value: an object, or one of several kinds. Each field is an attribute. */
  readonly schema: S;
  /** The resource of the API that the record holds, if its schema has further fields. */
  readonly of?: z.ZodType;
  readonly indexes?: Indexes;
  /** Facts of keys that are no fields of the value. */
  readonly facts?: (value: z.output<S>) => Facts;
  /** Fields that no write of another process leaves as they are. A change is conditional on them. By default `version`. */
  readonly unchangedBy?: readonly (keyof z.output<S> & string)[];
  /** The time after which DynamoDB removes the item; never without one. */
  readonly expires?: (value: z.output<S>) => Date | undefined;
  /** Whether an item stands for no value, such as what a closed brand leaves. Reads by its key do not find it. */
  readonly isGone?: (item: Item) => boolean;
  /** Finds a resource whose own key is gone, such as a contact that was merged into another one. */
  readonly moved?: (keys: readonly Facts[]) => Promise<z.output<S> | undefined>;
  /** Fields that are attributes. All others are one compressed attribute, so that an item takes fewer write units. */
  readonly remainder?: { readonly plain: readonly (keyof z.output<S> & string)[]; readonly packing: Packing };
  /** How values are stored that DynamoDB cannot hold, such as numbers of any size, or that have much that need not be stored. */
  readonly stored?: { write(value: z.output<S>): object; read(fields: Item): z.output<S> };
}

interface Conditional<T> extends Otherwise {
  /** Instead of the fields of the declaration. */
  readonly unchangedBy?: readonly (keyof T & string)[];
}

type Range = Pick<ItemRange, 'from' | 'to' | 'newestFirst'>;

interface ListOptions extends Range {
  /** What else selects the entries of a list, so that its cursors serve no other list. */
  readonly filters?: readonly (string | undefined)[];
}

/** Attributes of the table. No field may have one of these names. */
const reserved: readonly string[] = ['pk', 'sk', 'more', 'expires_at'];

/**
 * A function that declares records of a table: values that are written as a whole. Items with several writers only have a
 * place and updates by hand.
 *
 * @param table opens the table at the first use, so that a declaration can be read without one
 * @returns a function of a declaration and, for values that always exist, the one of a key that was never written, with version 0
 */
export const recordsOf =
  <Duties extends object>(table: () => Table) =>
  <
    S extends z.ZodType<object>,
    const Pk extends string,
    const Sk extends string,
    const Indexes extends IndexKeys = Record<never, never>,
    Unwritten extends z.output<S> | undefined = undefined,
  >(
    declaration: RecordDeclaration<S, Pk, Sk, Indexes> & Duties,
    unwritten?: (key: KeyOf<Pk, Sk>) => Unwritten,
  ) => {
    type T = z.output<S>;
    type Key = KeyOf<Pk, Sk>;
    type Found = T | Unwritten;
    type WholeIndex = {
      [I in keyof Indexes]: Indexes[I] extends readonly [string, string] ? I : never;
    }[keyof Indexes];
    const { name, schema, facts, unchangedBy = ['version'], expires, moved } = declaration;
    const conversion = conversionOf<T>(declaration);
    const factsOf = (value: T): Facts => ({ ...value, ...facts?.(value) });
    const key = (of: Key): ItemKey => keyIn(declaration, of);
    const keyOf = (value: T): ItemKey => keyIn(declaration, factsOf(value));
    const read = (item: Item): T => conversion.read(item);
    const isValue = (item: Item | undefined): item is Item =>
      item !== undefined && !declaration.isGone?.(item);
    const readFound = (item: Item | undefined, of: Key) =>
      // Without `unwritten`, an item that is missing is undefined.
      (isValue(item) ? read(item) : unwritten?.(of)) as Found;
    const item = (value: T): Record<string, unknown> => {
      const all = factsOf(value);
      const end = expires?.(value);
      return {
        ...conversion.write(value),
        ...keyIn(declaration, all),
        ...indexKeysIn(declaration, all),
        ...(end && { expires_at: Math.floor(end.getTime() / 1000) }),
      };
    };
    const still = (before: T, options: Conditional<T>) =>
      [
        isStill(before, options.unchangedBy ?? unchangedBy),
        options.otherwise === undefined ? {} : { otherwise: options.otherwise },
      ] as const;
    const inIndex = (index: IndexName, of: Facts) => {
      const keys = declaration.indexes?.[index];
      if (keys === undefined) throw new TypeError(`${name} is not in ${index}`);
      return { ...rangeIn(name, keys, of), index };
    };
    const listed = async function* (range: ItemRange): AsyncGenerator<T> {
      for await (const found of queryItems(table(), range)) yield read(found);
    };
    const paged = (
      range: ItemRange,
      { limit, cursor, filters = [], ...options }: PageRequest & ListOptions,
    ) => {
      const list = [name, range.index, range.pk, range.prefix, options.from, options.to, ...filters];
      return queryPage(table(), { list, limit, cursor, range: { ...range, ...options } }, read);
    };

    return {
      ...declaration,
      of: declaration.of ?? schema,
      key,
      item,
      read,
      /** Names of the fields, for reads of some attributes of several records. */
      fields: fieldsOf(schema),

      /** Stores a new value. The write fails if its key exists. */
      insert: (value: T, options: Otherwise = {}): TransactAction => ({
        Put: { Item: item(value), ConditionExpression: 'attribute_not_exists(pk)' },
        ...options,
      }),
      /** Stores a value whatever is stored: one that follows from another record of the transaction. */
      put: (value: T): TransactAction => ({ Put: { Item: item(value) } }),
      /**
       * Stores a changed value. The write fails if the stored value is no longer `before`.
       *
       * @throws TypeError for a value with another key, which would be a second item, and for one that keeps its version
       */
      replace: (before: T, after: T, options: Conditional<T> = {}): TransactAction => {
        if (nameOfKey(keyOf(before)) !== nameOfKey(keyOf(after)))
          throw new TypeError(`A ${name} cannot change its key`);
        const [from, to] = [versionOf(before), versionOf(after)];
        if (from !== undefined && to === from) throw new TypeError(`A changed ${name} needs another version`);
        const [condition, otherwise] = still(before, options);
        return { Put: { Item: item(after), ...condition }, ...otherwise };
      },
      /** Removes a value. The write fails if the stored value is no longer `before`. */
      remove: (before: T, options: Conditional<T> = {}): TransactAction => {
        const [condition, otherwise] = still(before, options);
        return { Delete: { Key: { ...keyOf(before) }, ...condition }, ...otherwise };
      },
      /** Lets a transaction fail if the stored value is no longer `before`. */
      unchanged: (before: T, options: Conditional<T> = {}): TransactAction => {
        const [condition, otherwise] = still(before, options);
        return { ConditionCheck: { Key: { ...keyOf(before) }, ...condition }, ...otherwise };
      },
      /** Lets a transaction fail if the key is in use. */
      absent: (of: Key, options: Otherwise = {}): TransactAction => ({
        ConditionCheck: { Key: { ...key(of) }, ConditionExpression: 'attribute_not_exists(pk)' },
        ...options,
      }),

      /** One value to read together with others. */
      at: (of: Key): Wanted<Found> => ({ key: key(of), read: (found) => readFound(found, of) }),
      find: async (of: Key): Promise<Found> => readFound(await getItem(table(), key(of)), of),
      /** The existing values among these keys, in no order. */
      findMany: async (keys: readonly Key[]): Promise<readonly T[]> => {
        const distinct = new Map(keys.map((one) => [nameOfKey(key(one)), key(one)]));
        return (await getItems(table(), [...distinct.values()])).filter(isValue).map(read);
      },
      /** The value among keys of which at most one exists: the resource of a path in one of several brands. */
      load: async (keys: readonly Facts[]): Promise<Found | undefined> => {
        const [first] = await getItems(
          table(),
          keys.map((one) => keyIn(declaration, one)),
        );
        const [only, ...others] = keys;
        // The facts of one key are those of the path.
        const own =
          others.length === 0 && only
            ? readFound(first, only as Key)
            : isValue(first)
              ? read(first)
              : undefined;
        return own ?? moved?.(keys);
      },
      /** The values of a partition in the order of their keys, fetched as they are consumed. */
      all: (of: PartOf<Pk, Sk>, range: Range = {}): AsyncGenerator<T> =>
        listed({ ...rangeIn(name, [declaration.pk, declaration.sk], of), ...range }),
      /** @throws ApiError invalid_cursor */
      page: (of: PartOf<Pk, Sk>, options: PageRequest & ListOptions): Promise<StoredPage<T>> =>
        paged(rangeIn(name, [declaration.pk, declaration.sk], of), options),
      /** The values of a partition of an index, which may lag by a moment. */
      allBy: <I extends WholeIndex & IndexName>(index: I, of: PartOfIndex<Indexes, I>, range: Range = {}) =>
        listed({ ...inIndex(index, of), ...range }),
      /** @throws ApiError invalid_cursor */
      pageBy: <I extends WholeIndex & IndexName>(
        index: I,
        of: PartOfIndex<Indexes, I>,
        options: PageRequest & ListOptions,
      ): Promise<StoredPage<T>> => paged(inIndex(index, of), options),
      /** The facts of the items' own keys in a partition of an index, which may hold only keys. */
      keysBy: async function* <I extends keyof Indexes & IndexName>(
        index: I,
        of: PartOfIndex<Indexes, I>,
        range: Range = {},
      ): AsyncGenerator<Key> {
        for await (const found of queryItems(table(), { ...inIndex(index, of), ...range })) {
          // Items of other records may have entries in the same partition.
          const own = factsIn(declaration, found);
          if (own) yield own as Key;
        }
      },
    };
  };

type PartOfIndex<Indexes, I extends keyof Indexes> = Indexes[I] extends readonly [
  infer Pk extends string,
  infer Sk extends string,
  ...unknown[],
]
  ? PartOf<Pk, Sk>
  : never;

const versionOf = (value: object): unknown => ('version' in value ? value.version : undefined);

/** The condition that these fields of the stored value are those of `before`. A value of version 0 was never written. */
function isStill(before: object, fields: readonly string[]) {
  if (versionOf(before) === 0) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const values = Object.entries(before).filter(
    ([field, value]) => fields.includes(field) && value !== undefined,
  );
  if (values.length === 0)
    throw new TypeError('A change needs a field that shows whether the value is unchanged');
  const missing = fields.filter((field) => !values.some(([one]) => one === field));
  return {
    ConditionExpression: [
      ...values.map((_, n) => `#is${n} = :is${n}`),
      ...missing.map((_, n) => `attribute_not_exists(#no${n})`),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries([
      ...values.map(([field], n) => [`#is${n}`, field]),
      ...missing.map((field, n) => [`#no${n}`, field]),
    ]),
    ExpressionAttributeValues: Object.fromEntries(values.map(([, value], n) => [`:is${n}`, value])),
  };
}

type Converted<T> = Pick<
  RecordDeclaration<z.ZodType<T>, string, string, IndexKeys>,
  'name' | 'remainder' | 'stored'
> & { readonly schema: z.ZodType; readonly unchangedBy?: readonly string[] };

/** How the values of a record become attributes and back. */
function conversionOf<T extends object>({
  name,
  schema,
  unchangedBy = ['version'],
  remainder,
  stored,
}: Converted<T>) {
  const fields = fieldsOf(schema);
  const isPlain = (field: string) => !remainder || remainder.plain.some((one) => one === field);
  const taken = fields.filter((field) => reserved.includes(field) && stored === undefined);
  if (taken.length > 0)
    throw new TypeError(`${name} has fields with names of the table: ${taken.join(', ')}`);
  const packed = unchangedBy.filter((field) => fields.includes(field) && !isPlain(field));
  if (packed.length > 0)
    throw new TypeError(`${name} is changed by fields that are no attributes: ${packed.join(', ')}`);
  return {
    write(value: T): object {
      const written = Object.entries(stored?.write(value) ?? value).filter(([, one]) => one !== undefined);
      const more = written.filter(([field]) => !isPlain(field));
      return {
        ...Object.fromEntries(written.filter(([field]) => isPlain(field))),
        ...(remainder && more.length > 0 && { more: remainder.packing.pack(Object.fromEntries(more)) }),
      };
    },
    read(item: Item): T {
      const { more } = item;
      const whole =
        more instanceof Uint8Array && remainder
          ? { ...item, ...Object(remainder.packing.unpack(more)) }
          : item;
      return stored ? stored.read(whole) : (ordered(schema, presentFields(fields, whole)) as T);
    },
  };
}
/** Names of the fields of an object, or of all kinds of one, in the order of the schema. */
export function fieldsOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) {
    return [
      ...new Set(schema.options.flatMap((option) => (option instanceof z.ZodType ? fieldsOf(option) : []))),
    ];
  }
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap((part) =>
      part instanceof z.ZodType ? fieldsOf(part) : [],
    );
  }
  throw new TypeError('The schema of a record is an object, or one of several');
}

/** The fields of a value in the order of its schema, which DynamoDB does not keep. */
export const orderedFields = <S extends z.ZodType>(schema: S, item: Item): unknown =>
  ordered(schema, presentFields(fieldsOf(schema), item));

const presentFields = (fields: readonly string[], item: Item) =>
  Object.fromEntries(fields.flatMap((field) => (item[field] === undefined ? [] : [[field, item[field]]])));

/** The value with the members of its objects in the order of the schema, which DynamoDB does not keep. */
function ordered(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return ordered(schema.unwrap(), value);
  }
  if (Array.isArray(value)) {
    return schema instanceof z.ZodArray ? value.map((one) => ordered(schema.element, one)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (schema instanceof z.ZodRecord) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, ordered(schema.valueType, one)]),
    );
  }
  if (schema instanceof z.ZodUnion) {
    const kind = schema.options.find((one) => one instanceof z.ZodType && one.safeParse(value).success);
    return kind === undefined ? value : ordered(kind, value);
  }
  if (!(schema instanceof z.ZodObject)) return value;
  const rest = new Map(Object.entries(value));
  const entries = Object.entries(schema.shape).flatMap(([name, of]) => {
    const one = rest.get(name);
    rest.delete(name);
    return one === undefined ? [] : [[name, ordered(of, one)] as const];
  });
  return Object.fromEntries([...entries, ...rest]);
}
