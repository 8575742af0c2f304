import type * as z from 'zod';
import { type Item, inRange, queryOnce } from '../dynamodb/items.ts';
import { queryItems } from '../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../dynamodb/table.ts';
import { type Facts, type FactsOf, factsOfKey } from './key-pattern.ts';
import { keyIn, type Place, rangeIn } from './place.ts';
import { fieldsOf, type Packing } from './record.ts';

interface PackedDeclaration<S extends z.ZodType, Pk extends string, Sk extends string> extends Place<Pk, Sk> {
  readonly schema: S;
  /** The fact by which values of a partition are numbered. The key of an item has the number of its first value. */
  readonly by: keyof FactsOf<Sk> & keyof z.output<S> & string;
  /** Facts of keys that are no fields of the value. */
  readonly facts?: (value: z.output<S>) => Facts;
  readonly packing: Packing;
}

/** An item has at most 400 kB, and JSON that does not compress grows by its frame. */
const maxJsonBytes = 390_000;

/**
 * A function that declares small values that are written together and never changed: many of them are one item, because an item
 * for each would cost a write unit for each. The numbers of two items of a partition never overlap.
 *
 * @param table opens the table at the first use
 */
export const packedRecordsOf =
  <Duties extends object>(table: () => Table) =>
  <S extends z.ZodType<object>, const Pk extends string, const Sk extends string>(
    declaration: PackedDeclaration<S, Pk, Sk> & Duties,
  ) => {
    type T = z.output<S>;
    const { name, schema, pk, sk, by, facts, packing } = declaration;
    const numberOf = (value: T) => Number(value[by]);
    const factsOf = (value: T): Facts => ({ ...value, ...facts?.(value) });
    const key = (first: T) => keyIn(declaration, factsOf(first));
    const range = (of: FactsOf<Pk>) => rangeIn(name, [pk, sk], of);
    const sortKey = (of: FactsOf<Pk>, number: number) => keyIn(declaration, { ...of, [by]: number }).sk;
    // Fields that are in the partition key take no room in each value.
    const inKey = fieldsOf(schema).filter((field) => pk.includes(`{${field}}`));
    const read = (item: Item): readonly T[] => {
      const { content } = item;
      if (!(content instanceof Uint8Array)) throw new TypeError(`An item of ${name} has no content`);
      const common = Object.entries(factsOfKey(pk, String(item['pk'])) ?? {});
      const shared = Object.fromEntries(common.filter(([field]) => inKey.includes(field)));
      return (packing.unpack(content) as readonly T[]).map((value) => ({ ...shared, ...value }));
    };
    const unshared = (value: T): object => {
      const all = factsOf(value);
      const own = Object.entries(value).filter(
        ([field, one]) => !inKey.includes(field) || one !== all[field],
      );
      return Object.fromEntries(own);
    };

    return {
      ...declaration,
      key,
      read,

      /** Stores new values, in as few items as hold them. The write fails if an item with the same first value exists. */
      insert: (values: readonly T[]): readonly TransactAction[] =>
        partsOf(values, (value) => key(value).pk, numberOf).map((part) => ({
          Put: {
            Item: { ...key(part[0]), content: packing.pack(part.map(unshared)) },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        })),
      /** The values of a partition in the order of their numbers, from one of them on, fetched as they are consumed. */
      all: async function* (of: FactsOf<Pk>, from?: number): AsyncGenerator<T> {
        const { pk: partition, prefix } = range(of);
        const first =
          from === undefined
            ? undefined
            : await firstAtOrBefore(table(), { pk: partition, prefix }, sortKey(of, from));
        for await (const item of queryItems(table(), { pk: partition, prefix, from: first })) {
          for (const value of read(item)) if (from === undefined || numberOf(value) >= from) yield value;
        }
      },
    };
  };

/** The end of the last sort key up to this one, whose item may hold the number although it begins before it. */
async function firstAtOrBefore(
  table: Table,
  { pk, prefix }: { readonly pk: string; readonly prefix: string },
  sk: string,
): Promise<string> {
  const to = sk.slice(prefix.length);
  const query = {
    ...inRange({ pk, prefix }, { to }),
    ScanIndexForward: false,
    Limit: 1,
    ProjectionExpression: 'sk',
  };
  const { Items = [] } = await queryOnce(table, query);
  return String(Items[0]?.['sk'] ?? sk).slice(prefix.length);
}

/** Values that share an item: of one partition, in the order of their numbers, as many as fit. */
function partsOf<T>(
  values: readonly T[],
  partitionOf: (value: T) => string,
  numberOf: (value: T) => number,
): readonly (readonly [T, ...T[]])[] {
  const parts: [T, ...T[]][] = [];
  for (const some of Map.groupBy(values, partitionOf).values()) {
    let bytes = Number.POSITIVE_INFINITY;
    for (const value of some.toSorted((a, b) => numberOf(a) - numberOf(b))) {
      const more = Buffer.byteLength(JSON.stringify(value)) + 1;
      const last = parts.at(-1);
      if (last !== undefined && bytes + more <= maxJsonBytes) {
        last.push(value);
        bytes += more;
      } else {
        parts.push([value]);
        bytes = more;
      }
    }
  }
  return parts;
}
