/**
 * Months `YYYY-MM` from the one before `from` to the one after `to`, because days of a brand's time zone may be those of the
 * neighboring month in UTC.
 */
export function monthsBetween(from: string, to: Date): readonly string[] {
  const start = new Date(from);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth() - 1;
  const last = to.getUTCFullYear() * 12 + to.getUTCMonth() + 1;
  return Array.from({ length: last - first + 1 }, (_, n) => {
    const month = first + n;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
