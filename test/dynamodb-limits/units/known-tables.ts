import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { Engine } from '../protocol/engine.ts';
import type { Write } from '../protocol/requests.ts';
import type { AttributeValue, Item } from './item-size.ts';
import { keyText, type StoredSize, sizeOf, type TableKeys } from './write-charges.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const described = z.object({
  Table: z.object({
    TableName: z.string(),
    KeySchema: keySchema,
    GlobalSecondaryIndexes: z
      .array(
        z.object({
          IndexName: z.string(),
          KeySchema: keySchema,
          Projection: z.object({
            ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
            NonKeyAttributes: z.array(z.string()).default([]),
          }),
        }),
      )
      .default([]),
  }),
});
const item: z.ZodType<Item> = z.record(z.string(), z.custom<AttributeValue>());
const page = z.object({ Items: z.array(item), LastEvaluatedKey: item.optional() });
const found = z.object({ Item: item.optional() });

/** Keys of a table and the sizes of its items, as stored. */
export class KnownTable {
  readonly keys: TableKeys;
  readonly #sizes = new Map<string, StoredSize>();

  constructor(keys: TableKeys) {
    this.keys = keys;
  }

  /** Identifies an item of the table; `content` has at least its key. */
  nameOf(content: Item): string {
    return `${keyText(content, this.keys.partition)}\0${keyText(content, this.keys.sort)}`;
  }

  sizeOf(content: Item): StoredSize | undefined {
    return this.#sizes.get(this.nameOf(content));
  }

  /** Size after a write; of an update it is the one before, because only the engine evaluates the expression. */
  sizeAfter({ kind, content }: Write): StoredSize | undefined {
    if (kind === 'Put') return sizeOf(this.keys, content);
    return kind === 'Delete' ? undefined : this.sizeOf(content);
  }

  set(content: Item, size: StoredSize | undefined): void {
    if (size === undefined) this.#sizes.delete(this.nameOf(content));
    else this.#sizes.set(this.nameOf(content), size);
  }
}

/**
 * The tables of an engine. The first request for a table reads it whole; from then on the proxy must see every write.
 */
export class KnownTables {
  readonly #engine: Engine;
  readonly #tables = new Map<string, Promise<KnownTable | undefined>>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Undefined if the engine has no such table. */
  async get(name: string, headers: IncomingHttpHeaders): Promise<KnownTable | undefined> {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    const loading = this.#load(name, headers).catch(() => undefined);
    this.#tables.set(name, loading);
    if ((await loading) === undefined) this.#tables.delete(name);
    return loading;
  }

  /** Forgets all tables, after a change of their definitions. */
  forget(): void {
    this.#tables.clear();
  }

  /** Reads an item that an update has changed. */
  async refresh(table: KnownTable, { content }: Write, headers: IncomingHttpHeaders): Promise<void> {
    const { partition, sort, name } = table.keys;
    const Key = Object.fromEntries(
      Object.entries(content).filter(([attribute]) => [partition, sort].includes(attribute)),
    );
    const { Item: now } = found.parse(
      await this.#engine.ask('GetItem', headers, { TableName: name, Key, ConsistentRead: true }),
    );
    table.set(content, now && sizeOf(table.keys, now));
  }

  async #load(TableName: string, headers: IncomingHttpHeaders): Promise<KnownTable> {
    const { Table } = described.parse(await this.#engine.ask('DescribeTable', headers, { TableName }));
    const table = new KnownTable({
      name: TableName,
      ...keysOf(Table.KeySchema),
      indexes: Table.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        name: IndexName,
        ...keysOf(KeySchema),
        projected: Projection.ProjectionType === 'ALL' ? undefined : Projection.NonKeyAttributes,
      })),
    });
    let ExclusiveStartKey: Item | undefined;
    do {
      const { Items, LastEvaluatedKey } = page.parse(
        await this.#engine.ask('Scan', headers, { TableName, ExclusiveStartKey }),
      );
      for (const content of Items) table.set(content, sizeOf(table.keys, content));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    return table;
  }
}

const keysOf = (schema: z.infer<typeof keySchema>) => ({
  partition: schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
  sort: schema.find(({ KeyType }) => KeyType === 'RANGE')?.AttributeName,
});
