import { describe, expect, test } from '@jest/globals';
import {
  carcCsv,
  file,
  hcpcs2025,
  hcpcsCsv,
  hcpcsRecord,
  icd10cm2024,
  icd10cm2025,
  icd10cmOrder,
  places,
  rarcText,
  taxonomy2024,
  taxonomy2025,
} from '#test/fixtures/x12/published-codes.ts';
import {
  type CompactTable,
  readCompactTable,
  writeCompactTable,
} from '#x12/codes/published/compact-table.ts';
import { importCodes } from '#x12/codes/published/import-codes.ts';
import { CodeListError, isoDay } from '#x12/codes/published/published-list.ts';

const rows = ({ since, codes }: CompactTable): string[] => [
  `since ${since ?? 'always'}`,
  ...codes.map(({ code, from, to }) => [code, from ?? '-', to ?? '-'].join(' ')),
];

describe('ICD-10-CM', () => {
  test('a fiscal year begins in October', () => {
    expect(rows(importCodes('icd10cm', [icd10cm2025]))).toEqual([
      'since 2024-10-01',
      'A000 - -',
      'E119 - -',
      'E66811 - -',
    ]);
  });

  test('a code that a later edition lacks ends the day before, a new one begins with it', () => {
    expect(rows(importCodes('icd10cm', [icd10cm2025, icd10cm2024, icd10cmOrder]))).toEqual([
      'since 2023-10-01',
      'A000 - -',
      'E119 - 2025-03-31',
      'E66811 2024-10-01 -',
      'J069 - 2024-09-30',
    ]);
  });

  test('headers of the order file are no codes', () => {
    expect(rows(importCodes('icd10cm', [icd10cmOrder]))).toEqual([
      'since 2025-04-01',
      'A000 - -',
      'E66811 - -',
    ]);
  });

  test('two files of one edition are one edition', () => {
    const order = file('icd10cm-order-2025.txt', icd10cmOrder.text);
    expect(rows(importCodes('icd10cm', [icd10cm2025, order]))).toEqual(
      rows(importCodes('icd10cm', [icd10cm2025])),
    );
  });

  test('a code may have a letter as second character', () => {
    const list = file('icd10cm-codes-2026.txt', 'QA00109 Disorder of another ion channel gene');
    expect(rows(importCodes('icd10cm', [list]))).toEqual(['since 2025-10-01', 'QA00109 - -']);
  });

  test('--since dates a file name without a year', () => {
    expect(rows(importCodes('icd10cm', [file('codes.txt', 'A000 Cholera', '2020-10-01')]))[0]).toBe(
      'since 2020-10-01',
    );
  });
});

describe('HCPCS', () => {
  const expected = ['since 2025-01-01', 'A0428 1995-01-01 -', 'C9399 2004-01-01 -', 'GT 2002-01-01 -'];

  test('records with columns', () => {
    const last = ['J0135 2005-01-01 2024-12-31', 'X1 2025-01-01 -'];
    expect(rows(importCodes('hcpcs', [hcpcs2025]))).toEqual([...expected, ...last]);
  });

  test('CSV with a title, and a newer file that replaces rows', () => {
    const older = file('HCPC2024_JAN_ANWEB.txt', hcpcsRecord('J0135', '3', '20050101'));
    expect(rows(importCodes('hcpcs', [hcpcsCsv, older]))).toEqual([
      'since 2024-01-01',
      'A0428 1995-01-01 -',
      'GT 2002-01-01 -',
      'J0135 2005-01-01 2024-12-31',
    ]);
  });
});

test('place of service: first days, no revisions, no unassigned codes', () => {
  expect(rows(importCodes('pos', [places]))).toEqual([
    'since always',
    '01 2003-10-01 -',
    '10 2022-01-01 -',
    '11 - -',
    '19 2016-01-01 -',
    '22 - -',
  ]);
});

test('taxonomy: notes state new codes, editions state withdrawn ones', () => {
  expect(rows(importCodes('taxonomy', [taxonomy2024, taxonomy2025]))).toEqual([
    'since 2024-01-01',
    '174H00000X 2009-01-01 2025-06-30',
    '207Q00000X - -',
    '2081S0010X 2025-07-01 -',
  ]);
});

test('CARC as CSV and RARC as text have start and stop dates', () => {
  expect(rows(importCodes('carc', [carcCsv]))).toEqual([
    'since always',
    '1 1995-01-01 -',
    '15 1995-01-01 2025-12-31',
    'P1 2013-11-01 -',
  ]);
  expect(rows(importCodes('rarc', [rarcText]))).toEqual([
    'since always',
    'M1 1997-01-01 -',
    'M72 1997-01-01 2003-10-16',
    'N900 2025-03-01 -',
  ]);
});

describe('a file that is not the list', () => {
  const twoLines = (good: string, bad: string) => `${good}\n${bad}\n`;

  test.each([
    ['icd10cm', file('icd10cm-codes-2025.txt', twoLines('A000    Cholera', 'Cholera')), 2],
    ['icd10cm', file('codes.txt', 'A000    Cholera'), 1],
    ['icd10cm', file('icd10cm-codes-2025.txt', ''), 1],
    ['hcpcs', file('HCPC2025.txt', twoLines(hcpcsRecord('A0428', '3', '19950101'), 'A0428 Ambulance')), 2],
    ['hcpcs', file('HCPC2025.txt', hcpcsRecord('99213', '3', '19950101')), 1],
    ['hcpcs', file('HCPC2025.txt', hcpcsRecord('A0428', '3', '19951301')), 1],
    ['hcpcs', file('HCPC2025.txt', hcpcsRecord('A0428', '3', '19950101', '2024')), 1],
    ['hcpcs', file('HCPC2025.csv', twoLines('HCPC,RECID,ADD DT,TERM DT', 'A0428,3,,')), 2],
    ['pos', file('pos.csv', twoLines('Place of Service Code(s),Place of Service Name', 'AB,Office')), 2],
    ['pos', file('pos.csv', '11 Office'), 1],
    ['taxonomy', file('nucc_taxonomy_250.csv', twoLines('Code,Notes', '207Q,')), 2],
    ['taxonomy', file('nucc_taxonomy_250.csv', 'Code,Notes\n"207Q00000X",\n"207Q'), 3],
    ['taxonomy', file('nucc.csv', 'Code,Notes\n207Q00000X,'), 1],
    ['carc', file('carc.csv', twoLines('Code,Description,Start Date', '1,Deductible,Spring')), 2],
    ['carc', file('carc.csv', twoLines('Code,Description', 'MA01,Remark')), 2],
    ['rarc', file('rarc.txt', 'Start: 01/01/1997'), 1],
    ['rarc', file('rarc.txt', '1  Deductible'), 1],
  ] as const)('%s: %#', (kind, published, line) => {
    try {
      importCodes(kind, [published]);
      expect('imported').toBe('refused');
    } catch (error) {
      expect(error).toBeInstanceOf(CodeListError);
      expect(error).toMatchObject({ file: published.name, line });
      expect(String(error)).toContain(`${published.name}, line ${line}: `);
    }
  });
});

test('a stored table is equal after it is read, and another kind is refused', () => {
  for (const table of [
    importCodes('icd10cm', [icd10cm2024, icd10cm2025]),
    importCodes('hcpcs', [hcpcs2025]),
    importCodes('rarc', [rarcText]),
  ]) {
    expect(readCompactTable(writeCompactTable(table), table.kind)).toEqual(table);
    expect(() => readCompactTable(writeCompactTable(table), 'pos')).toThrow(
      'The table pos cannot be read; import it again',
    );
  }
  expect(() => readCompactTable('granary-codes 1 carc -\n\n1\n', 'carc')).toThrow('no code in line 2');
});

test('reads the days of published lists', () => {
  expect(['20250401', '4/1/2025', '2025-04-01', 'April 1, 2025', '04/01/2025'].map(isoDay)).toEqual(
    Array(5).fill('2025-04-01'),
  );
  expect(['20250230', '13/1/2025', 'Spring 1, 2025', '', '1995'].map(isoDay)).toEqual(
    Array(5).fill(undefined),
  );
});
