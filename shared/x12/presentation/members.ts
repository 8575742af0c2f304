import type { RecordSpec } from '../description/field.ts';
import { recordCodec } from '../description/record-codec.ts';
import { snakeCase } from '../values/json-codec.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Returns a function that picks these fields of an object under their snake_case names, in this order. */
export function membersOf<T>(...fields: readonly (keyof T & string)[]): (value: T) => Json {
  const names = fields.map((field) => [field, snakeCase(field)] as const);
  return (value) => {
    const json: Record<string, unknown> = {};
    for (const [field, name] of names) json[name] = value[field];
    return json;
  };
}

/** Returns a function that makes the JSON of a described record. */
export function jsonOf<T extends object>(spec: RecordSpec<T>): (value: T) => Json {
  const { toJson } = recordCodec(spec);
  // The codec of a record makes an object.
  return (value) => toJson(value) as Json;
}
