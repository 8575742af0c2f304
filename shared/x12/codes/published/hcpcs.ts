import { readCsvTable } from './csv-table.ts';
import {
  CodeListError,
  isoDay,
  monthNumber,
  numberedLines,
  type PublishedCode,
  type PublishedFile,
  type PublishedList,
} from './published-list.ts';

/** Kinds of records: 3 a procedure, 7 a modifier. 4 and 8 continue the text of the record before. */
const firstRecords = new Set(['3', '7']);
const furtherRecords = new Set(['4', '8']);

/**
 * Reads the HCPCS level II list of CMS: the text file with columns (`HCPC2025_JAN_ANWEB.txt`, record layout of CMS) or the
 * same list as CSV. Procedures have five characters, modifiers two. A code is in force from the day it was added to its
 * termination date.
 */
export function readHcpcs(file: PublishedFile): PublishedList {
  const isCsv = /(?:^|[,\t"])HCPC(?:[,\t"]|$)/m.test(file.text);
  const codes = isCsv ? csvCodes(file) : columnCodes(file);
  return { since: file.since ?? releaseOf(file.name), isEdition: false, codes };
}

/** Columns 1 to 5 code (4 and 5 of a modifier), 11 kind, 269 to 276 added, 285 to 292 terminated. */
function columnCodes(file: PublishedFile): PublishedCode[] {
  return numberedLines(file.text).flatMap(({ line, text }) => {
    const kind = text.slice(10, 11);
    if (furtherRecords.has(kind)) return [];
    return record(file, line, {
      ...{ kind, code: text.slice(0, 5).trim() },
      ...{ added: text.slice(268, 276), ended: text.slice(284, 292) },
    });
  });
}

function csvCodes(file: PublishedFile): PublishedCode[] {
  return readCsvTable(file, ['HCPC']).flatMap(({ line, cell }) => {
    const kind = cell('RECID');
    if (furtherRecords.has(kind)) return [];
    return record(file, line, {
      ...{ kind, code: cell('HCPC') },
      ...{ added: cell('ADD DT'), ended: cell('TERM DT') },
    });
  });
}

interface HcpcsRecord {
  readonly kind: string;
  readonly code: string;
  readonly added: string;
  readonly ended: string;
}

function record(
  file: PublishedFile,
  line: number,
  { kind, code, added, ended }: HcpcsRecord,
): PublishedCode[] {
  const fault = (text: string) => new CodeListError(file.name, line, text);
  if (!firstRecords.has(kind)) throw fault('Record kind must be 3, 4, 7 or 8 (column 11 or RECID)');
  const isCode = kind === '3' ? /^[A-Z]\d{4}$/.test(code) : /^[A-Z0-9]{2}$/.test(code);
  if (!isCode) throw fault('HCPCS code must be a letter and four digits, or two characters for a modifier');
  const from = isoDay(added);
  const to = ended.trim() === '' ? undefined : isoDay(ended);
  if (from === undefined) throw fault('Date added must be CCYYMMDD (columns 269 to 276 or ADD DT)');
  if (to === undefined && ended.trim() !== '') {
    throw fault('Termination date must be CCYYMMDD (columns 285 to 292 or TERM DT)');
  }
  return [{ code, from, to }];
}

/** Returns the first day of a release: `HCPC2025_APR_ANWEB` is 2025-04-01. A name without a month is of January. */
function releaseOf(name: string): string {
  const [, year, month = ''] = /(20\d\d)[-_ ]?([A-Za-z]{3})?/.exec(name) ?? [];
  if (year === undefined) throw new CodeListError(name, 1, 'The file name has no year; give --since DATE');
  return `${year}-${String(monthNumber(month) ?? 1).padStart(2, '0')}-01`;
}
