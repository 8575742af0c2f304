import * as z from 'zod';
import type { ErrorDetail } from '#contract/errors.ts';

/**
 * One detail for each required member, for a request without a body or with a body that is not an object. If the body has
 * alternatives, the details cover all of them and the message lists them.
 */
export function missingMembers(schema: z.ZodType): readonly ErrorDetail[] {
  const alternatives = requiredMembers(schema);
  const message =
    alternatives.length > 1
      ? `Send ${alternatives.map((names) => names.join(' and ')).join(' or ')}`
      : 'Required';
  return [...new Set(alternatives.flat())].map((name) => ({
    path: ['body', name],
    message,
    code: 'required',
  }));
}

/** The faults of the alternative that the body has members of; else the required members of all alternatives. */
export function unionFaults(
  schema: z.ZodType,
  body: unknown,
  { errors }: z.core.$ZodIssueInvalidUnion,
): { readonly issues: readonly z.core.$ZodIssue[]; readonly details: readonly ErrorDetail[] } {
  const begun = requiredMembers(schema).flatMap((names, index) =>
    names.some((name) => isObject(body) && body[name] !== undefined) ? [index] : [],
  );
  const [only, ...others] = begun;
  if (only !== undefined && others.length === 0) return { issues: errors[only] ?? [], details: [] };
  return { issues: [], details: missingMembers(schema) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The required members of each alternative of the schema. */
function requiredMembers(schema: unknown): readonly (readonly string[])[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(requiredMembers);
  if (!(schema instanceof z.ZodObject)) return [];
  const members = Object.entries(schema.shape);
  return [members.flatMap(([name, member]) => (z.safeParse(member, undefined).success ? [] : [name]))];
}
