import type { CodeList } from '../guide/code-list.ts';
import { datedCodes, expandCodeRange } from './dated-codes.ts';
import { remarkTexts } from './remark-texts.ts';

/**
 * Remittance advice remark codes (RARC, code source 411). M, MA and N1 to N138 have the maintainer's dates; later N codes
 * are always in force.
 */
export const remarkCodes: CodeList = datedCodes(
  'Remittance advice remark (RARC)',
  {
    '1997-01-01': ['M1-M144', 'MA01-MA99', 'MA100-MA125'],
    '2000-01-01': ['N1-N94'],
    '2001-07-31': ['N95'],
    '2001-08-24': ['N96-N99'],
    '2001-09-14': ['N100'],
    '2001-10-12': ['MA126-MA134'],
    '2001-10-31': ['N101-N103'],
    '2002-01-29': ['N104-N105'],
    '2002-01-31': ['N106-N108'],
    '2002-02-28': ['N109-N112'],
    '2002-04-16': ['N113'],
    '2002-05-30': ['N114-N115'],
    '2002-06-30': ['N116'],
    '2002-07-30': ['N117-N119'],
    '2002-08-09': ['N120'],
    '2002-09-09': ['N121'],
    '2002-09-12': ['N122'],
    '2002-09-24': ['N123'],
    '2002-09-26': ['N124-N125'],
    '2002-10-17': ['N126'],
    '2002-10-31': ['N127-N138'],
    '': ['N139-N930'],
  },
  {
    '2003-10-16': ['M72', 'MA05', 'MA98', 'N41', 'N44'],
    '2004-01-01': ['MA95'],
    '2004-01-30': ['M140'],
    '2004-01-31': [
      ...['M43', 'M48', 'M63', 'M98', 'M101', 'M106', 'MA11', 'MA78', 'MA104', 'MA124', 'MA129'],
      ...['N18', 'N60', 'N73', 'N101'],
    ],
    '2004-08-01': ['M33-M34', 'M88', 'M92', 'MA06', 'MA49', 'MA85-MA87', 'MA102', 'N17'],
    '2005-02-05': ['M35', 'M58', 'MA51', 'N38', 'N66'],
    '2005-06-02': [
      ...['M57', 'M68', 'M108', 'M110', 'M120', 'M128', 'MA29', 'MA38', 'MA52', 'MA82', 'MA105', 'MA127'],
    ],
    '2006-05-18': ['M78'],
    '2006-10-01': ['MA03'],
    '2007-10-01': ['N14'],
    '2008-05-01': ['MA119'],
    '2011-01-01': ['M118', 'MA101'],
    '2016-03-01': ['N29'],
    '2016-07-01': ['N102'],
    '2016-11-01': ['N100'],
  },
  remarkTexts,
);

/** Alerts inform about the processing and never explain an adjustment. */
export const alertRemarks: ReadonlySet<string> = new Set(
  [
    ...['M4', 'M6', 'M9', 'M16-M17', 'M27', 'M32', 'M38-M39', 'M70', 'MA01-MA02', 'MA07-MA10', 'MA13-MA15'],
    ...[
      'MA18-MA19',
      'MA26',
      'MA28',
      'MA44-MA46',
      'MA59',
      'MA62',
      'MA67-MA68',
      'MA72',
      'MA74',
      'MA77',
      'MA91',
    ],
    ...['MA118', 'N1', 'N7', 'N21-N23', 'N59', 'N69', 'N84-N85', 'N88-N89', 'N109', 'N123', 'N132-N134'],
    ...['N136-N138'],
  ].flatMap(expandCodeRange),
);

/** Returns the text of a remark code; undefined for an unknown code or one without text. */
export function remarkText(code: string): string | undefined {
  return remarkCodes.entries.get(code)?.text;
}
