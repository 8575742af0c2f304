import { readCsvTable } from './csv-table.ts';
import {
  CodeListError,
  dayBefore,
  isoDay,
  type PublishedFile,
  type PublishedList,
} from './published-list.ts';

/**
 * Reads the provider taxonomy of NUCC as CSV (`nucc_taxonomy_250.csv`). The notes of a code state when it was new and when it
 * became inactive: `[7/1/2007: new]`, `[1/1/2024: marked inactive]`.
 */
export function readTaxonomy(file: PublishedFile): PublishedList {
  const codes = readCsvTable(file, ['Code']).map(({ line, cell }) => {
    const code = cell('Code');
    if (!/^[0-9A-Z]{9}X$/.test(code)) {
      throw new CodeListError(file.name, line, 'Taxonomy code must have ten characters and end in X');
    }
    const notes = cell('Notes');
    const inactive = noted(notes, /\[(\d+\/\d+\/\d{4}):[^\]]*inactive/i);
    return {
      code,
      from: isoDay(cell('Effective Date')) ?? noted(notes, /\[(\d+\/\d+\/\d{4}): *new/i),
      to: isoDay(cell('Deactivation Date')) ?? (inactive && dayBefore(inactive)),
    };
  });
  return { since: file.since ?? editionOf(file.name), isEdition: true, codes };
}

function noted(notes: string, form: RegExp): string | undefined {
  return isoDay(form.exec(notes)?.[1] ?? '');
}

/** Returns the first day of an edition: version 25.0 of January 2025, version 25.1 of July 2025. */
function editionOf(name: string): string {
  const [, year, half] = /_(\d\d)[._]?([01])\b/.exec(name) ?? [];
  if (year === undefined) throw new CodeListError(name, 1, 'The file name has no version; give --since DATE');
  return `20${year}-${half === '0' ? '01' : '07'}-01`;
}
