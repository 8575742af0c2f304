import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { claims, inFolder, sound, x12 } from './run-x12.ts';

describe('x12 csv', () => {
  test('writes the claims of an 835, or another table', async () => {
    const { code, out, error } = await x12(['csv', '-'], sound);
    expect([code, error]).toEqual([0, '']);
    expect(parse(out, { columns: true })).toMatchObject([
      { patient_control_number: 'PCN1', charge: '100.00', paid: '80.00' },
      { patient_control_number: 'PCN2', charge: '200.00', paid: '160.00' },
    ]);
    const lines = await x12(['csv', '--table', 'lines', '-'], sound);
    expect(parse(lines.out)).toHaveLength(4);
  });

  test('writes several files under one header with the file in the first column', async () => {
    await inFolder({ 'a.835': sound, '=b.835': sound }, async (path) => {
      const { out } = await x12(['csv', '--table', 'adjustments', path('a.835'), path('=b.835')]);
      const rows: Record<string, string>[] = parse(out, { columns: true });
      expect(rows).toHaveLength(14);
      expect(new Set(rows.map(({ file }) => file))).toEqual(new Set([path('a.835'), path('=b.835')]));
    });
  });

  test('exits with 2 for an invalid table, for other sets and for files of two kinds', async () => {
    const invalid = await x12(['csv', '--table', 'parties', '-'], sound);
    expect([invalid.code, invalid.error]).toEqual([
      2,
      'x12: --table must be one of claims, lines, adjustments\nTry x12 --help\n',
    ]);
    const file = (await x12(['generate', '-'], JSON.stringify(claims))).out;
    const adjustments = await x12(['csv', '--table', 'adjustments', '-'], file);
    expect(adjustments.code).toBe(2);
    expect(adjustments.error).toContain('An 837P has no table adjustments; use claims or lines');
    await inFolder({ 'a.835': sound, 'b.837': file }, async (path) => {
      const { code, error } = await x12(['csv', path('a.835'), path('b.837')]);
      expect([code, error]).toEqual([2, expect.stringContaining('does not fit the table')]);
    });
  });

  test('exits with 1 for an incomplete file', async () => {
    const { code, out } = await x12(['csv', '-'], sound.subarray(0, 700));
    expect(code).toBe(1);
    expect(parse(out, { columns: true })).toMatchObject([{ complete: 'true' }, { complete: 'false' }]);
  });
});
