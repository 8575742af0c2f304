import { isList, isObject, type Json, type JsonObject } from './content-tree.ts';

/** The JSON merge patch (RFC 7396) that turns one content into another: null removes, a list replaces the list. */
export function mergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const patch: Record<string, Json> = {};
  for (const name of names) {
    const [earlier, later] = [before[name], after[name]];
    if (isSame(earlier, later)) continue;
    if (later === undefined) patch[name] = null;
    else if (isObject(earlier) && isObject(later)) patch[name] = mergePatch(earlier, later);
    else patch[name] = later;
  }
  return patch;
}

/** Applies a merge patch, as the service does. */
export function patched(content: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...content };
  for (const [name, value] of Object.entries(patch)) {
    const earlier = result[name];
    if (value === null || value === undefined) delete result[name];
    else if (isObject(value)) result[name] = patched(isObject(earlier) ? earlier : {}, value);
    else result[name] = value;
  }
  return result;
}

/** A member that differs between two contents, by its JSON pointer. */
export interface Difference {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The values that differ between two contents, in the order of the content. */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  path = '',
): readonly Difference[] {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differences(before[name], after[name], `${path}/${name}`));
  }
  if (isList(before) && isList(after)) {
    const places = Array.from({ length: Math.max(before.length, after.length) }, (_, place) => place);
    return places.flatMap((place) => differences(before[place], after[place], `${path}/${place}`));
  }
  return [{ path, before, after }];
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, place) => isSame(item, other[place]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}
