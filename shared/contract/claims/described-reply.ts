import * as z from 'zod';
import type { AnyField, RecordSpec, Scalar } from '#x12/description/field.ts';
import { snakeCase } from '#x12/values/json-codec.ts';
import { moneyAmount } from '../fields.ts';

/**
 * What a payer sent, in replies: schema and JSON by the description of the record, without what is only known in memory. The
 * schema has no lengths, because a payer may exceed them.
 */

type ShownField = Exclude<AnyField, { kind: 'memory' }>;
type Json = Record<string, unknown>;

/** The schemas of the members of a record. */
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
export function replyJson(spec: RecordSpec<object>, record: object): Json {
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
