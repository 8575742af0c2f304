import * as z from 'zod';

/** A UUID of any version (the spec says "UUID string"), lower-cased so that it makes one key. */
export const uuid = z.guid().transform((value) => value.toLowerCase());

/** Other years are written with a sign and six digits, which would not sort as text (ECMA-262, Date.toISOString). */
const isFourDigitYear = (date: Date) => !Number.isNaN(date.getTime()) && /^\d{4}-/.test(date.toISOString());

/** ISO 8601 date-time with `Z` or an offset, normalised to UTC with milliseconds. */
export const datetime = z.iso
  .datetime({ offset: true })
  .refine((value) => isFourDigitYear(new Date(value)), 'Not a date of the years 0000 to 9999')
  .transform((value) => new Date(value).toISOString());

/** RFC 3339 UTC time as the service writes it. */
export const timestamp = z.iso.datetime();

export const email = z.email();

/** An integer in a query string: decimal digits only, so that `1e3`, `0x10` and blanks are faults. */
export const queryInteger = (minimum: number, maximum: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'Expected an integer')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .default(fallback)
    .meta({ openapi: { type: 'integer', minimum, maximum, default: fallback } });

/** Paging of lists that the spec leaves open: an opaque cursor and a page size of 1 to 200, 50 by default. */
export const cursorQuery = {
  limit: queryInteger(1, 200, 50),
  cursor: z.string().min(1).max(2048).optional(),
};

const cursorPagination = z.object({
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
});

/** Decimal amount of money in JSON, exact to the cent. */
export const money = z.number();

export const dataOf = <S extends z.ZodType>(schema: S) => z.object({ data: schema });

export const pageOf = <S extends z.ZodType>(schema: S) =>
  z.object({ data: z.array(schema), pagination: cursorPagination });
