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

/** Offers content as a file to save; a text as CSV unless `type` says otherwise. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has opened the content by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
