import { readCsvTable } from './csv-table.ts';
import { CodeListError, isoDay, type PublishedFile, type PublishedList } from './published-list.ts';

/**
 * Reads the place of service list of CMS as CSV: code, name, description. Name or description state the first day of a new
 * code, as in `(Effective January 1, 2017)`. Unassigned codes and ranges are left out.
 */
export function readPlacesOfService(file: PublishedFile): PublishedList {
  const codes = readCsvTable(file, ['Place of Service Code(s)', 'Code']).flatMap(({ line, cell }) => {
    const code = cell('Place of Service Code(s)', 'Code').padStart(2, '0');
    const name = cell('Place of Service Name', 'Name');
    if (/^unassigned/i.test(name)) return [];
    if (!/^\d\d$/.test(code)) {
      throw new CodeListError(file.name, line, 'Place of service code must have two digits; correct the row');
    }
    return [{ code, from: firstDay(`${name} ${cell('Place of Service Description', 'Description')}`) }];
  });
  return { since: file.since, isEdition: false, codes };
}

/** Returns the first day that a text states. A revision or a change of the description states no first day. */
function firstDay(text: string): string | undefined {
  const [, day = ''] = /\((?:This code is )?effective ([A-Za-z]+ \d{1,2}, ?\d{4})/i.exec(text) ?? [];
  return isoDay(day);
}
