/** Part of a CSV file with the header of the whole file. */
export interface CsvPart {
  readonly csv: string;
  /** What to add to a line number of the part to get the line of the file. */
  readonly lineOffset: number;
}

/**
 * Splits a CSV file between records into parts of at most `maxLength` characters, because the service limits the length of a
 * request. A quoted field can contain line breaks.
 */
export function splitCsv(csv: string, maxLength: number): readonly CsvPart[] {
  if (csv.length <= maxLength) return [{ csv, lineOffset: 0 }];
  const [header = '', ...records] = recordsOf(csv);
  const parts: CsvPart[] = [];
  let part = header;
  let line = linesIn(header);
  let lineOffset = 0;
  for (const record of records) {
    if (part.length + record.length > maxLength && part.length > header.length) {
      parts.push({ csv: part, lineOffset });
      part = header;
      lineOffset = line - linesIn(header);
    }
    part += record;
    line += linesIn(record);
  }
  return [...parts, { csv: part, lineOffset }];
}

/** The records of a file, each with its line break. */
function recordsOf(csv: string): readonly string[] {
  const records: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let position = 0; position < csv.length; position += 1) {
    const character = csv[position];
    if (character === '"') isQuoted = !isQuoted;
    if (character !== '\n' || isQuoted) continue;
    records.push(csv.slice(start, position + 1));
    start = position + 1;
  }
  if (start < csv.length) records.push(`${csv.slice(start)}\n`);
  return records;
}

const linesIn = (text: string): number => text.split('\n').length - 1;
