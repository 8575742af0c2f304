import * as z from 'zod';

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
export function normalizedDateTime(text: string): string | undefined {
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
