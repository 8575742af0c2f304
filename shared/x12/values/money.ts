/** Writes integer cents as a decimal string with two places: -1234 is `-12.34`. */
export function formatCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Reads a decimal string with at most two places as integer cents; undefined for anything else. */
export function parseCents(text: string): number | undefined {
  const match = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', places = ''] = match;
  const amount = Number(whole) * 100 + Number(places.padEnd(2, '0'));
  if (amount > Number.MAX_SAFE_INTEGER) return undefined;
  return sign === '-' && amount !== 0 ? -amount : amount;
}
