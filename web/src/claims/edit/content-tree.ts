/** A value of the content of a claim, as JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** An object of the content; members that are absent or undefined have no value. */
export type JsonObject = { readonly [name: string]: Json | undefined };
/** Names and places that lead to a value: `['lines', 0, 'charge']`. */
export type Path = readonly (string | number)[];

/** Whether a value is an object, not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a list. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The value at a path; undefined where there is none. */
export function valueAt(tree: Json | undefined, path: Path): Json | undefined {
  let value: Json | undefined = tree;
  for (const step of path) {
    if (isList(value) && typeof step === 'number') value = value[step];
    else if (isObject(value) && typeof step === 'string') value = value[step];
    else return undefined;
  }
  return value;
}

/** The text of the value at a path; numbers as digits, `''` where there is none. */
export function textAt(tree: Json | undefined, path: Path): string {
  const value = valueAt(tree, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The tree with another value at a path. Undefined removes the member; objects that become empty stay away with it. */
export function withValue(tree: JsonObject, path: Path, value: Json | undefined): JsonObject {
  const changed = replaced(tree, path, value);
  return isObject(changed) ? changed : {};
}

function replaced(tree: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = isList(tree) ? [...tree] : [];
    const item = replaced(list[step], rest, value);
    if (item === undefined) list.splice(step, 1);
    else list[step] = item;
    return list;
  }
  const object: JsonObject = isObject(tree) ? tree : {};
  const member = replaced(object[step], rest, value);
  if (member !== undefined && !isEmpty(member)) return { ...object, [step]: member };
  const { [step]: removed, ...others } = object;
  return others;
}

const isEmpty = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;
