import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { fileOf, officeVisit } from '#test/fixtures/x12/claim.ts';
import { icd10cm2024, icd10cm2025, places } from '#test/fixtures/x12/published-codes.ts';
import { inFolder, x12 } from './run-x12.ts';

const lists = {
  [icd10cm2024.name]: icd10cm2024.text,
  [icd10cm2025.name]: icd10cm2025.text,
  'place-of-service-codes.csv': places.text,
  'broken-2026.txt': 'A000    Cholera\nno code at all\n',
  'visit.837': fileOf(officeVisit),
};
const now = ['--now', '2026-03-15'];

describe('x12 tables import', () => {
  test('writes a table that validate reads', async () => {
    await inFolder(lists, async (path) => {
      const files = [path(icd10cm2024.name), path(icd10cm2025.name)];
      const imported = await x12([
        'tables',
        'import',
        '--kind',
        'icd10cm',
        '--output',
        path('tables'),
        ...files,
      ]);
      expect(imported).toMatchObject({ code: 0, error: '' });
      expect(JSON.parse(imported.out)).toEqual({
        ...{ table: path('tables/icd10cm.codes'), kind: 'icd10cm', codes: 4, since: '2023-10-01' },
      });
      expect(readFileSync(path('tables/icd10cm.codes'), 'utf8')).toBe(
        'granary-codes 1 icd10cm 20231001\nA000\nE119\nE66811 20241001\nJ069 - 20240930\n',
      );

      const checked = await x12([
        'validate',
        '--text',
        '--tables',
        path('tables'),
        ...now,
        path('visit.837'),
      ]);
      expect(checked.code).toBe(1);
      expect(checked.out).toContain('Diagnosis code is not in the code set; correct it');
      expect(checked.out).toContain('code tables absent: hcpcs, pos, taxonomy, carc, rarc');
      const json = await x12(['validate', '--tables', path('tables'), ...now, path('visit.837')]);
      expect(JSON.parse(json.out).absent_tables).toEqual(['hcpcs', 'pos', 'taxonomy', 'carc', 'rarc']);
      expect((await x12(['validate', ...now, path('visit.837')])).code).toBe(0);
    });
  });

  test('names file and line of a fault, and keeps the table that is there', async () => {
    await inFolder(lists, async (path) => {
      const run = (file: string) =>
        x12([
          'tables',
          'import',
          '--kind',
          'icd10cm',
          '--output',
          path('tables'),
          path(icd10cm2024.name),
          path(file),
        ]);
      const refused = await run('broken-2026.txt');
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused.error).toContain('x12: broken-2026.txt, line 2: No ICD-10-CM code in its column');
      expect(existsSync(path('tables'))).toBe(false);

      await run(icd10cm2025.name);
      const before = readFileSync(path('tables/icd10cm.codes'), 'utf8');
      await run('broken-2026.txt');
      expect(readFileSync(path('tables/icd10cm.codes'), 'utf8')).toBe(before);
      expect(readdirSync(path('tables'))).toEqual(['icd10cm.codes']);
    });
  });

  test('states invalid options', async () => {
    await inFolder(lists, async (path) => {
      const cases: [string[], string][] = [
        [['tables'], 'use x12 tables import'],
        [
          ['tables', 'import', '--kind', 'icd9', '--output', 't', 'f'],
          '--kind must be one of icd10cm, hcpcs',
        ],
        [['tables', 'import', '--kind', 'pos', path('place-of-service-codes.csv')], '--output must be'],
        [['tables', 'import', '--kind', 'pos', '--output', 't'], 'needs a FILE'],
        [['tables', 'import', '--kind', 'pos', '--output', 't', '--since', 'May', 'f'], '--since must be'],
        [['tables', 'import', '--kind', 'pos', '--output', 't', path('none.csv')], 'none.csv'],
        [['validate', '--tables', path('none'), path('visit.837')], '--tables must be a folder'],
      ];
      for (const [args, message] of cases) {
        const { code, error } = await x12(args);
        expect([code, error]).toEqual([2, expect.stringContaining(message)]);
      }
    });
  });

  test('a damaged table is an error and not a finding', async () => {
    await inFolder({ ...lists, 'icd10cm.codes': 'A000\n' }, async (path) => {
      const { code, error } = await x12(['validate', '--tables', path('.'), ...now, path('visit.837')]);
      expect([code, error]).toEqual([
        2,
        expect.stringContaining('The table icd10cm cannot be read; import it again'),
      ]);
    });
  });
});
