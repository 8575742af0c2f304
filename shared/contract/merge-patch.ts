import * as z from 'zod';

type Nullable<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>>;
};

/** The schema of a JSON merge patch (RFC 7396) for these members: each may be absent, and null removes it. */
export function mergePatchOf<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Nullable<Shape>> {
  const members = Object.entries(shape).map(([name, schema]) => [name, z.nullable(schema).optional()]);
  // The entries are those of the shape.
  return z.object(Object.fromEntries(members) as Nullable<Shape>);
}

/** Applies a JSON merge patch (RFC 7396): members of objects are merged, null removes, and all else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
