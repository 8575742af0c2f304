import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fileOf, officeVisit } from '#test/fixtures/x12/claim.ts';
import {
  carcCsv,
  file,
  hcpcs2025,
  icd10cm2024,
  icd10cm2025,
  places,
  rarcText,
  taxonomy2025,
} from '#test/fixtures/x12/published-codes.ts';
import { claim as payment, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { absentTables, codeTablesOf, type TableSources } from '#x12/codes/published/code-tables.ts';
import { writeCompactTable } from '#x12/codes/published/compact-table.ts';
import { importCodes } from '#x12/codes/published/import-codes.ts';
import type { PublishedFile, TableKind } from '#x12/codes/published/published-list.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { codeValidity } from '#x12/guide/code-list.ts';

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
