import { describe, expect, test } from '@jest/globals';
import { file, hcpcsRecord } from '#test/fixtures/x12/published-codes.ts';
import { importCodes } from '#x12/codes/published/import-codes.ts';
import type { TableKind } from '#x12/codes/published/published-list.ts';

/** Files with as many rows as the published ones, generated in their layouts. */

const mark = '\u00EF\u00BB\u00BF';
const codesOf = (list: TableKind, name: string, text: string) =>
  importCodes(list, [file(name, text)]).codes.map(({ code }) => code);

/** Every code of three characters and one to four more, as ICD-10-CM has. */
const diagnoses = Array.from({ length: 74_000 }, (_, i) => {
  const letter = String.fromCharCode(65 + Math.floor(i / 3_000));
  const rest = i % 3_000;
  return `${letter}${String(rest % 100).padStart(2, '0')}${Math.floor(rest / 100) + 10}`;
});
const long = 'Displaced fracture of shaft of left clavicle, subsequent encounter for fracture with malunion';

describe('a whole file of ICD-10-CM', () => {
  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
  ])('of codes, with lines that end in %s', (_, end) => {
    const text = diagnoses.map((code) => `${code.padEnd(8)}${long}`).join(end) + end;
    expect(codesOf('icd10cm', 'icd10cm-codes-2026.txt', text)).toEqual([...diagnoses].sort());
  });

  test('in order, with a header for each category', () => {
    const rows = diagnoses.map((code, i) => {
      const isHeader = i % 20 === 0;
      return `${String(i + 1).padStart(5, '0')} ${code.padEnd(7)} ${isHeader ? 0 : 1} ${long.slice(0, 60).padEnd(60)} ${long}`;
    });
    const billable = diagnoses.filter((_, i) => i % 20 !== 0);
    expect(codesOf('icd10cm', 'icd10cm-order-2026.txt', `${rows.join('\r\n')}\r\n`)).toEqual(billable.sort());
  });
});

const services = Array.from(
  { length: 8_600 },
  (_, i) => `${'ABCEGHJKLMPQRSTUV'[i % 17]}${String(i).padStart(4, '0')}`,
);

describe('a whole file of HCPCS', () => {
  test('with one to four records for each code', () => {
    const records = services.flatMap((code, i) => [
      hcpcsRecord(code, '3', '20100101'),
      ...Array.from({ length: i % 4 }, () => hcpcsRecord(code, '4', '')),
    ]);
    expect(codesOf('hcpcs', 'HCPC2026_JAN_ANWEB.txt', `${records.join('\r\n')}\r\n`)).toEqual(
      [...services].sort(),
    );
  });
});

test('a CSV file of HCPCS with a byte order mark, a title and quoted fields', () => {
  const title = `${mark}"2026 Alpha-Numeric HCPCS File",,,,,,,,`;
  const header = 'HCPC,SEQNUM,RECID,LONG DESCRIPTION,SHORT DESCRIPTION,ADD DT,ACT EFF DT,TERM DT,ACTION CD';
  const rows = services.map((code) => `${code},00100,3,"Service, ""long""",svc,20100101,20100101,,N`);
  expect(codesOf('hcpcs', 'HCPC2026_APR_ANWEB.csv', [title, header, ...rows, ''].join('\r\n'))).toEqual(
    [...services].sort(),
  );
});

/** Codes of ten characters. */
const taxonomies = Array.from({ length: 900 }, (_, i) => `${String(i + 100).padStart(3, '0')}Q00000X`);

describe('a whole file of NUCC taxonomies', () => {
  const header = 'Code,Grouping,Classification,Specialization,Definition,Notes,Display Name,Section';
  const quoted =
    'Code,"Grouping","Classification","Specialization","Definition","Notes","Display Name","Section"';
  const row = (code: string) =>
    `${code},"Allopathic & Osteopathic Physicians","Family, ""Adult"" Medicine",,"First line,\r\nsecond line\r\n\r\nlast line","Source: a board [7/1/2006: new]","Name, with a comma",Individual`;

  test.each([
    ['with a byte order mark', `${mark}${header}`],
    ['without one', header],
    ['with quoted titles', quoted],
  ])('%s, with quoted fields of several lines', (_, titles) => {
    const text = [titles, ...taxonomies.map(row), ''].join('\r\n');
    expect(codesOf('taxonomy', 'nucc_taxonomy_260.csv', text)).toEqual(taxonomies);
  });
});

describe('a whole file of adjustment reasons', () => {
  const reasons = Array.from({ length: 400 }, (_, i) => String(i + 1));

  test.each([
    ['comma', '"Code","Description","Start Date","Stop Date"'],
    ['byte order mark', `${mark}Code,Description,Start Date,Stop Date`],
  ])('with quoted texts (%s)', (_, titles) => {
    const rows = reasons.map(
      (code) => `"${code}","A reason, with ""quotes""\nand a second line","01/01/1995",""`,
    );
    const text = [titles, ...rows, ''].join('\r\n');
    expect(codesOf('carc', 'carc.csv', text).sort()).toEqual([...reasons].sort());
  });
});
