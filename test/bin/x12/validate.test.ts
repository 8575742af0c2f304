import { describe, expect, test } from '@jest/globals';
import { claim, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { broken, inFolder, sound, x12 } from './run-x12.ts';

describe('x12 validate', () => {
  test('accepts a file without faults', async () => {
    const { code, out } = await x12(['validate', '-'], sound);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      valid: true,
      counts: { error: 0, fatal: 0, warning: 0, information: 0 },
      findings: [],
      absent_tables: ['icd10cm', 'hcpcs', 'pos', 'taxonomy', 'carc', 'rarc'],
    });
  });

  test('exits with 1 for a file with an error', async () => {
    const { code, out } = await x12(['validate', '-'], broken);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      valid: false,
      counts: { error: 1, warning: 0 },
      findings: [
        {
          ...{ id: 'V122', severity: 'error', snip: 3, transaction: '0001', segment: 'BPR', element: 2 },
          ...{ segment_index: 2, reference: '0001.2.2' },
          details: { computed: '80.00', stated: '0.01', difference: '-79.99' },
        },
      ],
    });
  });

  test('shows each segment with a caret with --text, from a file and from standard input', async () => {
    const fromFile = await inFolder({ 'b.835': broken }, (path) =>
      x12(['validate', '--text', path('b.835')]),
    );
    const expected = ['  | BPR*I*0.01*C*ACH*CCP*', '  |       ^^^^\n', 'not valid: 1 errors, 0 warnings'];
    for (const text of expected) expect(fromFile.out).toContain(text);
    expect((await x12(['validate', '--text'], broken)).out).toBe(fromFile.out);
    const masked = await x12(['validate', '--text', '--masked'], broken);
    expect(masked.out).toContain('  | BPR*A*9.99*A*AAA*AAA*');
  });

  test('writes nothing for unreadable input', async () => {
    expect(await x12(['validate', '-'], 'this is no X12')).toMatchObject({ code: 2, out: '' });
  });

  test('shows a segment with --text in the encoding of its bytes', async () => {
    const text = sound.toString().replace('OLIVE', 'JOSÉ');
    expect(text).toContain('JOSÉ');
    for (const encoding of ['latin1', 'utf8'] as const) {
      const { out } = await x12(['validate', '--text'], Buffer.from(text, encoding));
      expect(out).toMatch(/ {2}\| NM1\*QC\*.*\*JOSÉ/);
    }
  });

  const findingIn = (out: string) => {
    const { value, value_masked } = JSON.parse(out).findings[0];
    return [value, value_masked];
  };

  test('masks values unless --values is given', async () => {
    const odd = remittanceFile(remittanceOf([claim({ statusCode: '5' })]));
    const value = async (...flags: string[]) => findingIn((await x12(['validate', ...flags], odd)).out);
    expect(await value()).toEqual(['9', true]);
    expect(await value('--values')).toEqual(['5', undefined]);
  });

  test('shows no data of a claim with --masked, as text and as JSON', async () => {
    const odd = remittanceFile(remittanceOf([claim({ patientControlNumber: 'FERN77', statusCode: '5' })]));
    expect((await x12(['validate', '--text'], odd)).out).toContain('claim FERN77');
    for (const flags of [['--text'], [], ['--values']]) {
      const { code, out } = await x12(['validate', '--masked', ...flags], odd);
      expect(code).toBe(1);
      expect(out).toContain('AAAA99');
      expect(out).not.toMatch(/FERN|EFT1/);
    }
  });

  test.each([
    ['a file that does not exist', {}, 'ENOENT'],
    ['a file that is not X12', { 'b.835': 'Dear sirs' }, 'ISA'],
  ])('writes whole JSON with %s between others', async (_, unreadable, fault) => {
    const files = { 'a.835': sound, 'c.835': broken, ...unreadable };
    const { code, out, error } = await inFolder(files, (path) =>
      x12(['validate', path('a.835'), path('b.835'), path('c.835')]),
    );
    expect(code).toBe(2);
    expect(error).toMatch(/^x12: .*b\.835.*\n$/);
    expect(JSON.parse(out)).toMatchObject({
      files: [
        { valid: true },
        {
          file: expect.stringMatching(/b\.835$/),
          findings: expect.any(Array),
          valid: false,
          error: expect.stringContaining(fault),
        },
        { valid: false, counts: { error: 1 } },
      ],
      valid: false,
    });
  });

  test('names an unreadable file with --text, and goes on', async () => {
    const { code, out } = await inFolder({ 'a.835': sound, 'c.835': sound }, (path) =>
      x12(['validate', '--text', path('a.835'), path('b.835'), path('c.835')]),
    );
    expect(code).toBe(2);
    expect(out).toMatch(/b\.835\nnot readable: ENOENT/);
    expect(out).toContain('c.835\nvalid: 0 errors');
    expect(out).toContain('\nnot valid: 0 errors, 0 warnings\n');
  });

  test('sums several files into one result', async () => {
    const { code, out } = await inFolder({ 'a.835': sound, 'b.835': broken }, (path) =>
      x12(['validate', path('a.835'), path('b.835')]),
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      files: [{ valid: true }, { valid: false }],
      valid: false,
      counts: { error: 1 },
    });
  });
});
