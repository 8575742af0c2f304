import {
  CodeListError,
  monthNumber,
  numberedLines,
  type PublishedCode,
  type PublishedFile,
  type PublishedList,
} from './published-list.ts';

/**
 * Reads a list of ICD-10-CM of CMS: the code descriptions (`icd10cm-codes-2025.txt`: code, blanks, text) or the order file
 * (`icd10cm-order-2025.txt`: columns 7 to 13 code, 15 validity). Headers of the order file cannot be sent on a claim and are
 * left out.
 */
export function readIcd10cm(file: PublishedFile): PublishedList {
  const lines = numberedLines(file.text);
  const isOrder = orderRow.test(lines[0]?.text ?? '');
  const codes: PublishedCode[] = [];
  for (const { line, text } of lines) {
    const [, code = '', validity = '1'] = (isOrder ? orderRow : codeRow).exec(text) ?? [];
    if (code === '') {
      throw new CodeListError(file.name, line, 'No ICD-10-CM code in its column; give the file as published');
    }
    if (validity === '1') codes.push({ code });
  }
  return { since: file.since ?? editionOf(file.name), isEdition: true, codes };
}

const orderRow = /^\d{5} ([A-Z][0-9A-Z]{2,6}) +([01]) \S/;
const codeRow = /^([A-Z][0-9A-Z]{2,6}) +\S/;

/**
 * Returns the first day of an edition. A fiscal year begins on 1 October of the year before. An update has its month in the
 * name: `icd10cm-codes-April-2025.txt`.
 */
function editionOf(name: string): string {
  const [, month = '', year] = /(?:([A-Za-z]{3,9})[-_ ])?(20\d\d)(?!\d)/.exec(name) ?? [];
  if (year === undefined) throw new CodeListError(name, 1, 'The file name has no year; give --since DATE');
  const update = monthNumber(month);
  return update === undefined ? `${Number(year) - 1}-10-01` : `${year}-${String(update).padStart(2, '0')}-01`;
}
