import * as z from 'zod';
import type { AnyField, RecordSpec, Scalar } from '#x12/description/field.ts';
import type { Position } from '#x12/reader/segment.ts';
import { snakeCase } from '#x12/values/json-codec.ts';
import { moneyAmount } from '../fields.ts';

/**
 * What a payer sent, as it is stored and in replies: schema, stored form and JSON by the description of the record, without what is
 * only known in memory. The schema has no lengths, because a payer may exceed them.
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
export type Reply<T> = { [K in keyof T as NameOf<T, K>]: ReplyValue<T[K]> };
type ReplyShape<T> = {
  [K in keyof T as NameOf<T, K>]-?: undefined extends T[K]
    ? z.ZodOptional<z.ZodType<ReplyValue<Exclude<T[K], undefined>>>>
    : z.ZodType<ReplyValue<T[K]>>;
};

/** The record without fields that replies leave out on purpose, or show in another form. */
export const without = <T extends object, K extends keyof T & string>(
  spec: RecordSpec<T>,
  ...names: readonly K[]
): RecordSpec<Omit<T, K>> => ({
  fields: Object.fromEntries(
    Object.entries(spec.fields).filter(([name]) => !names.some((one) => one === name)),
  ),
});

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

/** A record as it is stored: under the names of replies, amounts as integer cents. */
export function storedForm<T extends object>(spec: RecordSpec<T>, record: NoInfer<T>): Reply<T>;
export function storedForm(spec: RecordSpec<object>, record: object): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(
    shownFields(spec).map(([name, field]) => [
      snakeCase(name),
      converted(field, values.get(name), storedForm, (cents) => cents),
    ]),
  );
}

/** The JSON of a stored record: amounts are decimals. */
export function replyJson<T extends object>(spec: RecordSpec<T>, stored: Reply<NoInfer<T>>): Reply<T>;
export function replyJson(spec: RecordSpec<object>, stored: object): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(stored));
  return Object.fromEntries(
    shownFields(spec).map(([name, field]) => [
      snakeCase(name),
      converted(field, values.get(snakeCase(name)), replyJson, (cents) => cents / 100),
    ]),
  );
}

function converted(
  field: ShownField,
  value: unknown,
  ofRecord: (spec: RecordSpec<object>, record: object) => unknown,
  ofAmount: (cents: number) => number,
): unknown {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((one) => converted(field, one, ofRecord, ofAmount));
  if ('record' in field) return ofRecord(field.record, Object(value));
  return field.scalar.type === 'amount' ? ofAmount(Number(value)) : value;
}

function shownFields({ fields }: RecordSpec<object>): [name: string, field: ShownField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, ShownField][] =>
    field.kind === 'memory' ? [] : [[name, field]],
  );
}
