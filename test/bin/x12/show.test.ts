import { describe, expect, test } from '@jest/globals';
import { broken, inFolder, sound, x12 } from './run-x12.ts';

describe('x12 show', () => {
  test('shows standard input as text', async () => {
    const { code, out, error } = await x12(['show', '-'], sound);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^Standard input\n#{14}\n/);
    expect(out).toContain('Remittance (835), set 0001\n');
    expect(out).toMatch(/payment {2}sum of CLP04 - PLB = BPR02 .* balanced\n/);
  });

  test('shows several files on one HTML page', async () => {
    await inFolder({ 'a.835': sound, 'b.835': broken }, async (path) => {
      const { code, out } = await x12(['show', '--html', path('a.835'), path('b.835')]);
      expect(code).toBe(0);
      expect(out.match(/<!doctype html>/g)).toHaveLength(1);
      expect(out.match(/<h1>[ab]\.835<\/h1>/g)).toHaveLength(2);
      expect(out).toContain('<title>a.835, b.835</title>');
      expect(out).toContain('differs by -79.99');
      expect(out.endsWith('</html>\n')).toBe(true);
    });
  });

  test('exits with 1 for an incomplete file, and with 2 without output for no X12', async () => {
    const cut = await x12(['show', '-'], sound.subarray(0, 700));
    expect(cut.code).toBe(1);
    expect(cut.out).toContain('The file ends before the IEA of its last interchange');
    const { code, out, error } = await x12(['show', '--html', '-'], 'this is no X12');
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(/^x12: .* \(byte 0\)\n$/);
  });
});
