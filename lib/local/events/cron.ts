/** When something runs: every so often, at the minutes that a cron expression names, or once. */
export type Schedule =
  | { readonly kind: 'rate'; readonly milliseconds: number }
  | { readonly kind: 'cron'; readonly matches: (moment: Date) => boolean }
  | { readonly kind: 'at'; readonly moment: number };

const units: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads rate(…), cron(…) and at(…) of EventBridge; undefined when it is none of them. Cron fields are minutes,
 * hours, day of month, month, day of week and year, in UTC or the given time zone.
 */
export function parseSchedule(expression: string, timeZone = 'UTC'): Schedule | undefined {
  const [, kind, body = ''] = /^(rate|cron|at)\((.*)\)$/.exec(expression.trim()) ?? [];
  switch (kind) {
    case 'rate': {
      const [, value, unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(body) ?? [];
      const milliseconds = Number(value) * (units[unit] ?? 0);
      return milliseconds > 0 ? { kind, milliseconds } : undefined;
    }
    case 'cron': {
      const matches = parseCron(body, timeZone);
      return matches && { kind, matches };
    }
    case 'at': {
      const moment = Date.parse(`${body}Z`) - offsetAt(new Date(`${body}Z`), timeZone);
      return Number.isNaN(moment) ? undefined : { kind, moment };
    }
    default:
      return undefined;
  }
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

function parseCron(body: string, timeZone: string): ((moment: Date) => boolean) | undefined {
  const fields = body.trim().split(/\s+/);
  const [minutes, hours, days, monthField, weekdayField, years] = fields;
  if (fields.length !== 6 || !minutes || !hours || !days || !monthField || !weekdayField || !years)
    return undefined;
  const minute = parseField(minutes, 0, 59);
  const hour = parseField(hours, 0, 23);
  const month = parseField(named(monthField, months, 1), 1, 12);
  const year = parseField(years, 1970, 2199);
  const day = parseDay(days);
  const weekday = parseWeekday(named(weekdayField, weekdays, 1));
  if (!minute || !hour || !month || !year || !day || !weekday) return undefined;
  return (moment) => {
    const local = new Date(moment.getTime() + offsetAt(moment, timeZone));
    return (
      minute(local.getUTCMinutes()) &&
      hour(local.getUTCHours()) &&
      month(local.getUTCMonth() + 1) &&
      year(local.getUTCFullYear()) &&
      day(local) &&
      weekday(local)
    );
  };
}

type Accepts = (value: number) => boolean;

/** A list of values, ranges and steps, or * and ? for all. */
function parseField(field: string, low: number, high: number): Accepts | undefined {
  const parts = field.split(',').map((part): Accepts | undefined => {
    const [, from = '', to, step] = /^(\*|\?|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part) ?? [];
    if (from === '') return undefined;
    const all = from === '*' || from === '?';
    const first = all ? low : Number(from);
    const last = all || (to === undefined && step !== undefined) ? high : Number(to ?? from);
    const every = Number(step ?? 1);
    if (first < low || last > high || every === 0) return undefined;
    return (value) => value >= first && value <= last && (value - first) % every === 0;
  });
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? (value) => known.some((accepts) => accepts(value)) : undefined;
}

/** Day of month: L is the last, nW the weekday nearest to the nth. */
function parseDay(field: string): ((date: Date) => boolean) | undefined {
  if (field === 'L') return (date) => date.getUTCDate() === lastDay(date);
  const near = /^(\d+)W$/.exec(field)?.[1];
  if (near !== undefined) return (date) => date.getUTCDate() === nearestWeekday(date, Number(near));
  const accepts = parseField(field, 1, 31);
  return accepts && ((date) => accepts(date.getUTCDate()));
}

/** Day of week, 1 is Sunday: nL is the last such day of the month, n#k the kth. */
function parseWeekday(field: string): ((date: Date) => boolean) | undefined {
  const [, lastOf] = /^(\d)L$/.exec(field) ?? [];
  if (lastOf !== undefined) {
    return (date) => date.getUTCDay() + 1 === Number(lastOf) && date.getUTCDate() + 7 > lastDay(date);
  }
  const [, of, count] = /^(\d)#(\d)$/.exec(field) ?? [];
  if (of !== undefined) {
    return (date) =>
      date.getUTCDay() + 1 === Number(of) && Math.ceil(date.getUTCDate() / 7) === Number(count);
  }
  const accepts = parseField(field, 1, 7);
  return accepts && ((date) => accepts(date.getUTCDay() + 1));
}

function named(field: string, names: readonly string[], first: number): string {
  return field.replaceAll(/[A-Z]{3}/gi, (name) => {
    const position = names.indexOf(name.toUpperCase());
    return position < 0 ? name : String(position + first);
  });
}

function lastDay(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

function nearestWeekday(date: Date, day: number): number {
  const target = Math.min(day, lastDay(date));
  const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), target)).getUTCDay();
  if (weekday === 6) return target === 1 ? 3 : target - 1;
  if (weekday === 0) return target === lastDay(date) ? target - 2 : target + 1;
  return target;
}

/** How far a time zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: Date, timeZone: string): number {
  if (timeZone === 'UTC' || Number.isNaN(moment.getTime())) return 0;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(moment.getTime() / 1_000) * 1_000;
}
