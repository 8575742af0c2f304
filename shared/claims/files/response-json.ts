/** A value as JSON: lists may be changed, and members that may be undefined are optional. */
export type JsonOf<T> = T extends readonly (infer Element)[]
  ? JsonOf<Element>[]
  : T extends object
    ? Members<T>
    : T;

type Members<T> = {
  -readonly [K in keyof T as undefined extends T[K] ? never : K]: JsonOf<T[K]>;
} & {
  -readonly [K in keyof T as undefined extends T[K] ? K : never]?: JsonOf<Exclude<T[K], undefined>>;
};

/** Copies a value, without members that are undefined, which JSON does not have. */
export function toJson<T>(value: T): JsonOf<T>;
export function toJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => toJson(element));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJson(member)]));
}

/** Returns a code, or `?` for any other text, which may be a name. */
export const codeOrMask = (text: string): string => (/^[A-Z0-9]{1,6}$/.test(text) ? text : '?');
