import * as z from 'zod';
import { tidyCode, tidyText } from './text-forms.ts';

/** A valid date, including leap days. */
const day = z.regexes.date.source.slice(1, -1);

const hour = '(?:[01]\\d|2[0-3])';
const sixty = '[0-5]\\d';
const offset = `(?:[Zz]|[+-]${hour}:?${sixty})`;

/**
 * An RFC 3339 date-time, read leniently: seconds are optional, `t` and `z` may be lower case, and the offset may lack its
 * colon. {@link normalizedDateTime} checks second 60.
 */
const dateTime = new RegExp(`^(${day})[Tt](${hour}):(${sixty})(?::(${sixty}|60)(?:\\.(\\d+))?)?(${offset})$`);

/** The pattern of the OpenAPI documents, which limits the leap second to 23:59:60 UTC. */
export const dateTimePattern = `^${day}[Tt](?:${hour}:${sixty}(?::${sixty}(?:\\.\\d+)?)?${offset}|23:59:60(?:\\.\\d+)?[Zz])$`;

/**
 * The moment in UTC with milliseconds, as text that sorts by time; undefined for text that is not a date-time. Drops digits
 * below the millisecond. A leap second (23:59:60 UTC) becomes the start of the next day.
 */
function normalizedDateTime(text: string): string | undefined {
  const found = dateTime.exec(text);
  if (found === null) return undefined;
  const [, date, hours, minutes, seconds = '00', fraction = '', zone = 'Z'] = found;
  const isLeap = seconds === '60';
  const milliseconds = isLeap ? '000' : fraction.slice(0, 3).padEnd(3, '0');
  const written = `${date}T${hours}:${minutes}:${isLeap ? '59' : seconds}.${milliseconds}${withColon(zone)}`;
  const moment = new Date(new Date(written).getTime() + (isLeap ? 1000 : 0));
  const utc = moment.toISOString();
  // Date.toISOString writes other years with a sign and six digits, which would not sort as text.
  if (!/^\d{4}-/.test(utc)) return undefined;
  return isLeap && !utc.endsWith('T00:00:00.000Z') ? undefined : utc;
}

const withColon = (zone: string): string =>
  zone.length === 1 ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;

/** A UUID of any version, lower-cased so that it has one key. */
export const uuid = z.guid().transform((value) => value.toLowerCase());

/** An RFC 3339 date-time of the years 0000 to 9999, normalised to UTC with milliseconds. */
export const datetime = dateTimeAs(normalizedDateTime);

/**
 * The end of a range, which belongs to the range: the last millisecond of the minute or second that is written. So a day that ends
 * at 23:59:59 has all of its last second.
 */
export const rangeEnd = dateTimeAs((text) => {
  const moment = normalizedDateTime(text);
  if (moment === undefined || /:60|\./.test(text)) return moment;
  return moment.replace(/T\d\d:\d\d:\d\d/.test(text.toUpperCase()) ? /000Z$/ : /00\.000Z$/, (end) =>
    end === '000Z' ? '999Z' : '59.999Z',
  );
});

function dateTimeAs(read: (text: string) => string | undefined) {
  return z
    .string()
    .transform((value, { issues }) => {
      const normalised = read(value);
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
}

/** Typed text of at least one and at most `maximum` characters. */
export const typedText = (maximum: number) => z.string().overwrite(tidyText).min(1).max(maximum);

/** A typed code; rules follow. */
export const typedCode = () => z.string().overwrite(tidyCode);

/** RFC 3339 UTC time of the service. */
export const timestamp = z.iso.datetime();

/** A calendar day `YYYY-MM-DD` that exists. */
export const calendarDay = z.iso.date();

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

/** The description of an enum whose values need one. */
export const meaningsOf = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([value, meaning]) => `${value}: ${meaning}`)
    .join('. ');

/** An object with a member for each name. A record of an enum would name no members in its JSON schema. */
export const membersOf = <Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  schema: Schema,
) => z.object(Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>);

export const dataOf = <S extends z.ZodType>(schema: S) => z.object({ data: schema });

export const pageOf = <S extends z.ZodType>(schema: S) =>
  z.object({ data: z.array(schema), pagination: cursorPagination });

export const phone = z
  .string()
  .max(50)
  .regex(/^\+?[\d\s\-().]+$/, 'Phone number may contain digits, spaces, +, -, . and parentheses only')
  .refine((text) => /\d{5}/.test(text.replaceAll(/\D/g, '')), 'Phone number must have at least 5 digits');
