import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fileOf, officeVisit } from '#test/fixtures/x12/claim.ts';
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
import { claim as payment, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { absentTables, codeTablesOf, type TableSources } from '#x12/codes/published/code-tables.ts';
import {
  type CompactTable,
  readCompactTable,
  writeCompactTable,
} from '#x12/codes/published/compact-table.ts';
import { importCodes } from '#x12/codes/published/import-codes.ts';
import {
  CodeListError,
  isoDay,
  type PublishedFile,
  type TableKind,
} from '#x12/codes/published/published-list.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { codeValidity } from '#x12/guide/code-list.ts';

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

function source(kind: TableKind, ...files: readonly PublishedFile[]): TableSources {
  const text = writeCompactTable(importCodes(kind, files));
  return { [kind]: () => text };
}

describe('a code is looked up on a day', () => {
  const { diagnoses } = codeTablesOf(source('icd10cm', icd10cm2024, icd10cm2025));

  test.each([
    ['E119', '2024-09-30', true],
    ['E119', '2026-01-01', true],
    ['E119', undefined, true],
    ['J069', '2024-09-30', true],
    ['J069', '2024-10-01', false],
    ['E66811', '2024-09-30', false],
    ['E66811', '2024-10-01', true],
  ])('%s on %s: %s', (code, on, inForce) => {
    expect(diagnoses?.(code, on)).toEqual({ inForce });
  });

  test('a code that no edition has is unknown, but not before the first edition', () => {
    expect(diagnoses?.('Z999', '2024-01-01')).toBeUndefined();
    expect(diagnoses?.('Z999', undefined)).toBeUndefined();
    expect(diagnoses?.('Z999', '2023-09-30')).toEqual({ inForce: true });
  });

  test('CPT codes and modifiers are not in the list of CMS', () => {
    const { procedures, modifiers } = codeTablesOf(source('hcpcs', hcpcs2025));
    expect(procedures?.('99213', '2025-02-01')).toEqual({ inForce: true });
    expect(procedures?.('0001F', '2025-02-01')).toEqual({ inForce: true });
    expect(procedures?.('D0120', '2025-02-01')).toEqual({ inForce: true });
    expect(procedures?.('A0428', '2025-02-01')).toEqual({ inForce: true });
    expect(procedures?.('J0135', '2025-01-01')).toEqual({ inForce: false });
    expect(procedures?.('J0135', '2024-12-31')).toEqual({ inForce: true });
    expect(procedures?.('Q9999', '2025-02-01')).toBeUndefined();
    expect(['25', 'P3', 'GT'].map((one) => modifiers?.(one, '2025-02-01'))).toEqual(
      Array(3).fill({ inForce: true }),
    );
    expect(modifiers?.('ZZ', '2025-02-01')).toBeUndefined();
  });
});

describe('for any editions', () => {
  const code = fc.constantFrom('A000', 'A001', 'B99', 'E119', 'Z000');
  const year = fc.integer({ min: 2016, max: 2030 });
  const editions = fc.uniqueArray(fc.record({ year, codes: fc.uniqueArray(code, { minLength: 1 }) }), {
    minLength: 1,
    maxLength: 5,
    selector: (one) => one.year,
  });
  const day = fc
    .date({ min: new Date('2012-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
    .map((one) => one.toISOString().slice(0, 10));

  test('a code is in force if the edition of the day has it', () => {
    fc.assert(
      fc.property(editions, code, day, (all, one, on) => {
        const files = all.map(({ year: fiscal, codes }) =>
          file(`icd10cm-codes-${fiscal}.txt`, codes.map((each) => `${each}    Text`).join('\n')),
        );
        const { diagnoses } = codeTablesOf(source('icd10cm', ...files));
        const sorted = all.toSorted((a, b) => a.year - b.year);
        const current = sorted.findLast(({ year: fiscal }) => `${fiscal - 1}-10-01` <= on);
        const facts = diagnoses?.(one, on);
        if (current !== undefined) expect(facts?.inForce ?? false).toBe(current.codes.includes(one));
        else if (sorted[0]?.codes.includes(one)) expect(facts).toEqual({ inForce: true });
        if (sorted.every(({ codes }) => !codes.includes(one)) && current) expect(facts).toBeUndefined();
      }),
      { numRuns: 1_000, seed: 10 },
    );
  });

  test('a dated code is in force from its first to its last day', () => {
    fc.assert(
      fc.property(day, fc.option(day, { nil: undefined }), day, (from, to, on) => {
        const us = (iso = '') => iso.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
        const text = `Code,Start Date,Stop Date\n1,${us(from)},${us(to)}\n`;
        const { adjustmentReasons } = codeTablesOf(source('carc', file('carc.csv', text)));
        const isInForce = from <= on && (to === undefined || on <= to);
        expect(adjustmentReasons && codeValidity(adjustmentReasons, '1', on) === 'valid').toBe(isInForce);
      }),
      { numRuns: 300, seed: 139 },
    );
  });
});

test('a table is read at its first code only', () => {
  const reads: string[] = [];
  const text = writeCompactTable(importCodes('icd10cm', [icd10cm2025]));
  const tables = codeTablesOf({
    icd10cm: () => {
      reads.push('icd10cm');
      return text;
    },
    hcpcs: () => {
      throw new Error('not needed');
    },
  });
  expect(reads).toEqual([]);
  tables.diagnoses?.('A000', undefined);
  tables.diagnoses?.('E119', undefined);
  expect(reads).toEqual(['icd10cm']);
  expect(tables.procedures?.('99213', undefined)).toEqual({ inForce: true });
});

test('absent tables are listed', () => {
  expect(absentTables()).toEqual(['icd10cm', 'hcpcs', 'pos', 'taxonomy', 'carc', 'rarc']);
  expect(absentTables(codeTablesOf({ ...source('hcpcs', hcpcs2025), ...source('carc', carcCsv) }))).toEqual([
    'icd10cm',
    'pos',
    'taxonomy',
    'rarc',
  ]);
});

describe('validate', () => {
  const now = new Date('2026-03-15T00:00:00Z');
  const found = (bytes: Uint8Array, sources: TableSources) =>
    [...validateSync(bytes, { now, tables: codeTablesOf(sources), showValues: true })].map(
      ({ id, value, message }) => [id, value, message],
    );
  const visit = Buffer.from(fileOf(officeVisit), 'latin1');

  test('reports codes of an 837P that the tables do not have', () => {
    expect(found(visit, {})).toEqual([]);
    const sources = {
      ...source('icd10cm', icd10cm2024, icd10cm2025),
      ...source('pos', places),
      ...source('taxonomy', file('nucc_taxonomy_250.csv', 'Code,Notes\n208D00000X,')),
    };
    const messages = found(visit, sources).map(([, , message]) => message);
    expect(messages).toContain('Diagnosis code is not in the code set; correct it');
    const other = {
      pos: () => writeCompactTable(importCodes('pos', [file('pos.csv', 'Code,Name\n12,Home\n')])),
    };
    expect(found(visit, other).map(([id]) => id)).toContain('V055');
  });

  test('takes reasons and remarks of an 835 from the tables', () => {
    const bytes = remittanceFile(remittanceOf([payment()]));
    expect(found(bytes, {})).toEqual([]);
    const sources = source('carc', file('carc.csv', 'Code,Start Date,Stop Date\n999,01/01/1995,\n'));
    expect(found(bytes, sources).map(([id]) => id)).toContain('V123');
    expect(found(bytes, { ...source('rarc', rarcText), ...source('taxonomy', taxonomy2025) })).toEqual([]);
  });
});
