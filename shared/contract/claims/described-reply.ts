import * as z from 'zod';
import type { AnyField, RecordSpec, Scalar } from '#x12/description/field.ts';
import type { Position } from '#x12/reader/segment.ts';
import { snakeCase } from '#x12/values/json-codec.ts';
import { moneyAmount } from '../fields.ts';

/**
 * What a payer sent, in replies: schema and JSON by the description of the record, without what is only known in memory. The
 * schema has no lengths, because a payer may exceed them.
 */

type ShownField = Exclude<AnyField, { kind: 'memory' }>;

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
type NameOf<T, K extends keyof T> = T[K] extends Position | undefined ? never : SnakeCase<K>;

type ReplyValue<T> = T extends string | number | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? ReplyValue<Item>[]
    : Reply<T>;
type Reply<T> = { [K in keyof T as NameOf<T, K>]: ReplyValue<T[K]> };
type ReplyShape<T> = {
  [K in keyof T as NameOf<T, K>]-?: undefined extends T[K]
    ? z.ZodOptional<z.ZodType<ReplyValue<Exclude<T[K], undefined>>>>
    : z.ZodType<ReplyValue<T[K]>>;
};

/** The schemas of the members of a record. */
export function replyShape<T extends object>(spec: RecordSpec<T>): ReplyShape<T>;
export function replyShape(spec: RecordSpec<object>): Record<string, z.ZodType> {
  return Object.fromEntries(
    shownFields(spec).map(([name, field]) => {
      const schema = field.isRequired ? valueSchema(field) : valueSchema(field).optional();
      return [snakeCase(name), field.about === undefined ? schema : schema.describe(field.about)];
    }),
  );
}

function valueSchema(field: ShownField): z.ZodType {
  switch (field.kind) {
    case 'element':
      return scalarSchema(field.scalar);
    case 'element-list':
      return z.array(scalarSchema(field.scalar));
    case 'record':
      return z.object(replyShape(field.record));
    case 'record-list':
      return z.array(z.object(replyShape(field.record)));
  }
}

function scalarSchema({ type }: Scalar<unknown>): z.ZodType {
  if (type === 'amount') return moneyAmount;
  if (type === 'decimal') return z.number();
  return type === 'whole' ? z.int() : z.string();
}

/** The JSON of a record: amounts are decimals. */
export function replyJson<T extends object>(spec: RecordSpec<T>, record: object): Reply<T>;
export function replyJson(spec: RecordSpec<object>, record: object): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(
    shownFields(spec).map(([name, field]) => [snakeCase(name), valueJson(field, values.get(name))]),
  );
}

function valueJson(field: ShownField, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((one) => valueJson(field, one));
  if ('record' in field) return replyJson(field.record, Object(value));
  return field.scalar.type === 'amount' ? Number(value) / 100 : value;
}

function shownFields({ fields }: RecordSpec<object>): [name: string, field: ShownField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, ShownField][] =>
    field.kind === 'memory' ? [] : [[name, field]],
  );
}
