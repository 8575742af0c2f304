import { isDay } from '#calendar/days.ts';
import { locale } from './language.ts';

/** Forms of a counted noun. `other` serves every count that `one` does not. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

const rules = new Intl.PluralRules(locale);
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
let brandTimeZone: string | undefined;

/** Sets the time zone for dates without a zone, usually the brand's. Undefined selects the zone of the device. */
export function setTimeZone(timeZone: string | undefined): void {
  brandTimeZone = timeZone;
}

/** Formats an amount in the smallest unit of its currency: `formatMoney(1250, 'USD')` is $12.50. */
export function formatMoney(cents: number, currency: string): string {
  return formatAmount(cents / 10 ** decimalsOf(currency), currency);
}

/** Formats an amount in whole units, as the API states prices and totals: `formatAmount(12.5, 'USD')` is $12.50. */
export function formatAmount(amount: number, currency: string): string {
  return numberFormat({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount);
}

/** Formats what people call an order: its number and its customer, such as #1042 Olive Fern. */
export const formatOrder = ({ number, customer_name, customer_email }: NamedOrder): string =>
  [`#${number}`, customer_name ?? customer_email].filter(Boolean).join(' ');

/** What an order is called by. */
export interface NamedOrder {
  readonly number: number;
  readonly customer_name?: string | undefined;
  readonly customer_email?: string | undefined;
}

/** Formats a number with at most two decimals, or with exactly `digits`. */
export function formatNumber(value: number, digits?: number): string {
  return numberFormat(
    digits === undefined
      ? { maximumFractionDigits: 2 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  ).format(value);
}

/** Formats a ratio as a percentage: 0.125 is 12.5%. */
export function formatPercent(ratio: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(ratio);
}

/**
 * Formats a day of the calendar (`YYYY-MM-DD`), such as Mar 2, 2026: the same in every time zone. An instant has no calendar day
 * and stays as it is.
 */
export const formatDate = (day: string): string => formatCalendarDay(day, { dateStyle: 'medium' });

/** Formats a day of the calendar with its weekday, such as Mon, Mar 2. */
export const formatDay = (day: string): string => formatCalendarDay(day, withWeekday);

/** Formats the day of an instant in a time zone, such as Mar 2, 2026. */
export const formatDateOf = (instant: string, timeZone?: string): string =>
  formatInstant(instant, { dateStyle: 'medium' }, timeZone);

/** Formats the day of an instant in a time zone with its weekday, such as Mon, Mar 2. */
export const formatDayOf = (instant: string, timeZone?: string): string =>
  formatInstant(instant, withWeekday, timeZone);

/** Formats the day and the time of an instant, such as Mar 2, 2026, 3:04 PM. */
export const formatDateTime = (instant: string, timeZone?: string): string =>
  formatInstant(instant, { dateStyle: 'medium', timeStyle: 'short' }, timeZone);

/** Formats the time of day of an instant, such as 3:04 PM. */
export const formatTime = (instant: string, timeZone?: string): string =>
  formatInstant(instant, { timeStyle: 'short' }, timeZone);

/** Ends a sentence with a full stop, unless its last word has one, such as "3:04 p.m." in Spanish. */
export const withStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Formats an age in its largest whole unit, such as 3 min. ago. Below a minute: now. */
export function formatAge(milliseconds: number): string {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const unit = ageUnits.find(([, length]) => seconds >= length);
  return unit === undefined
    ? relative.format(0, 'second')
    : relative.format(-Math.floor(seconds / unit[1]), unit[0]);
}

/** Returns the form for a count with `#` replaced by the formatted count: `plural(2, { one: '# order', other: '# orders' })`. */
export function plural(count: number, forms: PluralForms): string {
  const form = rules.select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', formatNumber(count));
}

const ageUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const withWeekday: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };

const formatCalendarDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  isDay(day) ? dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(day)) : day;

/** A day is no instant: a time zone would shift it. */
function formatInstant(
  instant: string,
  options: Intl.DateTimeFormatOptions,
  timeZone = brandTimeZone,
): string {
  const moment = new Date(instant);
  if (isDay(instant) || Number.isNaN(moment.getTime())) return instant;
  return dateFormat(timeZone === undefined ? options : { ...options, timeZone }).format(moment);
}

const decimalsOf = (currency: string): number =>
  numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return cached(numberFormats, options, () => new Intl.NumberFormat(locale, options));
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached(dateFormats, options, () => new Intl.DateTimeFormat(locale, options));
}

/** Creating a format takes far longer than using it, and lists use thousands. */
function cached<Format>(formats: Map<string, Format>, options: object, create: () => Format): Format {
  const key = JSON.stringify(options);
  const existing = formats.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  formats.set(key, created);
  return created;
}
