import * as z from 'zod';
import { dateTimePattern, normalizedDateTime } from './date-time.ts';

/** A UUID of any version, lower-cased so that it has one key. */
export const uuid = z.guid().transform((value) => value.toLowerCase());

/** An RFC 3339 date-time of the years 0000 to 9999, normalised to UTC with milliseconds. */
export const datetime = z
  .string()
  .transform((value, { issues }) => {
    const normalised = normalizedDateTime(value);
    if (normalised !== undefined) return normalised;
    issues.push({
      code: 'invalid_format',
      format: 'datetime',
      input: value,
      message: 'Expected an RFC 3339 date-time',
    });
    return z.NEVER;
  })
  .meta({ openapi: { type: 'string', pattern: dateTimePattern } });

/** RFC 3339 UTC time of the service. */
export const timestamp = z.iso.datetime();

/** An e-mail address; RFC 5321 section 4.5.3.1.1 limits the part before the `@` to 64 characters. */
export const email = z.email({
  pattern: new RegExp(z.regexes.email.source.replace('^', '^(?=[^@]{1,64}@)')),
});

/** An integer in a query string: decimal digits only, not `1e3`, `0x10` or blanks. */
export const queryInteger = (minimum: number, maximum: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, 'Expected an integer')
    // Hundreds of digits count as too big, not as another fault.
    .transform((text) => Math.min(Number(text), Number.MAX_VALUE))
    .pipe(z.int().min(minimum).max(maximum))
    .default(fallback)
    .meta({ openapi: { type: 'integer', minimum, maximum, default: fallback } });

/** Paging of lists: an opaque cursor and a page size of 1 to 200, 50 by default. */
export const cursorQuery = {
  limit: queryInteger(1, 200, 50).describe('Maximum records on a page'),
  cursor: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .describe('`next_cursor` of the previous page; omit it for the first page'),
};

const cursorPagination = z.object({ next_cursor: z.string().nullable(), has_more: z.boolean() });

/** Decimal amount of money in JSON, exact to the cent. */
export const moneyAmount = z.number();

/** An object with a member for each name. A record of an enum would name no members in its JSON schema. */
export const membersOf = <Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  schema: Schema,
) => z.object(Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>);

export const dataOf = <S extends z.ZodType>(schema: S) => z.object({ data: schema });

export const pageOf = <S extends z.ZodType>(schema: S) =>
  z.object({ data: z.array(schema), pagination: cursorPagination });
