/** A value of a cell. Undefined and null are empty cells. */
export type CsvValue = string | number | boolean | null | undefined;

/** Writes a CSV text (RFC 4180) with a header. A text that a spreadsheet would run as a formula gets an apostrophe. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: CsvValue): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
