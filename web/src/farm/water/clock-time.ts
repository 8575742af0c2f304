/** The clock time of a moment in a time zone, as a field for date and time has it: 2026-03-02T15:04. */
export function clockTime(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const part = (type: string): string => parts.find((other) => other.type === type)?.value ?? '00';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The moment of a clock time in a time zone; undefined if the text is no time. */
export function momentOf(clock: string, timeZone: string): Date | undefined {
  const asUtc = Date.parse(`${clock}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offset = (moment: number) => Date.parse(`${clockTime(new Date(moment), timeZone)}Z`) - moment;
  // The offset at the first guess can differ from the offset at the result on days when the clocks change.
  const guess = asUtc - offset(asUtc);
  return new Date(asUtc - offset(guess));
}
