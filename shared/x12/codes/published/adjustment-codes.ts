import { type CsvRow, readCsvTable } from './csv-table.ts';
import {
  CodeListError,
  isoDay,
  numberedLines,
  type PublishedCode,
  type PublishedFile,
  type PublishedList,
  withoutMark,
} from './published-list.ts';

/** Forms of the codes: CARC (code source 139) and RARC (code source 411). */
const forms = { carc: /^(?:\d{1,3}|[A-Z]\d{1,2})$/, rarc: /^(?:M|MA|N)\d{1,4}$/ } as const;

/**
 * Reads a CARC or RARC list of X12: as CSV with the columns Code and Start Date, Stop Date (or Effective Date,
 * Deactivation Date), or with `Start: 01/01/1995 | Stop: 06/30/2007` in the description; or as text in which a code begins a
 * line and a `Start:` line follows. The stop date is the last day on which a code is in force.
 */
export function readAdjustmentCodes(file: PublishedFile, kind: 'carc' | 'rarc'): PublishedList {
  const isCsv = /(?:^|[,\t])"?code"?[,\t]/im.test(withoutMark(file.text));
  const codes = isCsv ? csvCodes(file, kind) : textCodes(file, kind);
  return { since: file.since, isEdition: false, codes };
}

function csvCodes(file: PublishedFile, kind: 'carc' | 'rarc'): PublishedCode[] {
  return readCsvTable(file, ['Code']).map((row) => {
    const code = row.cell('Code');
    checkForm(file, row.line, code, kind);
    return { code, ...columnDays(file, row) };
  });
}

function columnDays(file: PublishedFile, { line, cell }: CsvRow): Omit<PublishedCode, 'code'> {
  const start = cell('Start Date', 'Start', 'Effective Date');
  const stop = cell('Stop Date', 'Stop', 'Deactivation Date', 'End Date');
  const inText = statedDays(file, line, cell('Description', 'Text'));
  return {
    from: start === '' ? inText.from : statedDay(file, line, start),
    to: stop === '' ? inText.to : statedDay(file, line, stop),
  };
}

function textCodes(file: PublishedFile, kind: 'carc' | 'rarc'): PublishedCode[] {
  const codes: PublishedCode[] = [];
  for (const { line, text } of numberedLines(file.text)) {
    const [, code, rest = ''] = /^([A-Z]{0,2}\d{1,4})(?:\t| {2,})(.*)$/.exec(text) ?? [];
    if (code !== undefined) {
      checkForm(file, line, code, kind);
      codes.push({ code, ...statedDays(file, line, rest) });
    } else if (/\bStart:/.test(text)) {
      const last = codes.pop();
      if (last === undefined) throw new CodeListError(file.name, line, 'Dates without a code before them');
      codes.push({ ...last, ...statedDays(file, line, text) });
    } else if (codes.length === 0 && line > maxTitleLines) {
      throw new CodeListError(file.name, line, 'No code begins a line; give the list as CSV or text');
    }
  }
  return codes;
}

/** Lines before the first code that a copy of the page may have. */
const maxTitleLines = 20;

function checkForm(file: PublishedFile, line: number, code: string, kind: 'carc' | 'rarc'): void {
  if (forms[kind].test(code)) return;
  throw new CodeListError(
    file.name,
    line,
    `Code does not have the form of a ${kind.toUpperCase()}; correct the row`,
  );
}

function statedDays(file: PublishedFile, line: number, text: string): Omit<PublishedCode, 'code'> {
  const dayAfter = (label: string): string | undefined => {
    const [, day] = new RegExp(`\\b${label}: *(\\S+)`).exec(text) ?? [];
    return day === undefined ? undefined : statedDay(file, line, day);
  };
  return { from: dayAfter('Start'), to: dayAfter('Stop') };
}

function statedDay(file: PublishedFile, line: number, text: string): string {
  const day = isoDay(text);
  if (day === undefined) throw new CodeListError(file.name, line, 'Date must be MM/DD/CCYY; correct the row');
  return day;
}
