/** A value as JSON: lists may be changed, and members that may be undefined are optional. */
export type Json<T> = T extends readonly (infer Element)[]
  ? Json<Element>[]
  : T extends object
    ? Members<T>
    : T;

type Members<T> = {
  -readonly [K in keyof T as undefined extends T[K] ? never : K]: Json<T[K]>;
} & {
  -readonly [K in keyof T as undefined extends T[K] ? K : never]?: Json<Exclude<T[K], undefined>>;
};

/** Copies a value, without members that are undefined, which JSON does not have. */
export function toJson<T>(value: T): Json<T>;
export function toJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => toJson(element));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJson(member)]));
}

export const decimal = (cents: number): number => cents / 100;

export const optionalDecimal = (cents: number | undefined): number | undefined =>
  cents === undefined ? undefined : decimal(cents);
