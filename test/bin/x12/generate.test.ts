import { describe, expect, test } from '@jest/globals';
import { claims, inFolder, x12 } from './run-x12.ts';

describe('x12 generate', () => {
  test('writes an 837P that is valid by guide and payer profile and has the content of the JSON', async () => {
    const generated = await x12(['generate', '-'], JSON.stringify(claims));
    expect(generated).toMatchObject({ code: 0, error: '' });
    const profile = JSON.stringify({ extends: 'CO_TXIX', trading_partner_id: '12345678' });
    const checked = await inFolder({ 'profile.json': profile }, (path) =>
      x12(['validate', '--profile', path('profile.json'), '--now', '2025-03-02'], generated.out),
    );
    expect(JSON.parse(checked.out)).toMatchObject({ counts: { error: 0 }, valid: true });
    const seen = JSON.parse((await x12(['inspect', '--full'], generated.out)).out);
    const [claim] = seen.interchanges[0].groups[0].transactions[0].claims;
    expect(claim).toMatchObject({
      ...{ patient_control_number: 'PCN1', total_charge: '125.00', billing_npi: '1234567893' },
      subscriber_id: 'A123456',
      service_lines: [{ procedure: '99213', charge: '125.00', units: 1, service_date: '2025-02-20' }],
    });
    const again = await x12(['generate'], JSON.stringify({ ...claims, claims: [claim.claim] }));
    expect(again.out).toBe(generated.out);
  });

  test('reads JSON that begins with a byte order mark', async () => {
    expect(await x12(['generate'], `\uFEFF${JSON.stringify(claims)}`)).toMatchObject({ code: 0, error: '' });
  });

  test('checks the file name given with --name', async () => {
    const { out } = await x12(['generate', '-'], JSON.stringify(claims));
    const ids = async (name: string) => {
      const args = ['validate', '--profile', 'CO_TXIX', '--now', '2025-03-02', '--name', name];
      const { findings } = JSON.parse((await x12(args, out)).out);
      return findings.map(({ id }: { id: string }) => id).filter((id: string) => /^R2(09|10)$/.test(id));
    };
    expect(await ids('tp12345678-837P-20250301120000000-1of1.x12')).toEqual([]);
    expect(await ids('claims.txt')).toContain('R209');
    expect(await ids('tp87654321-837P-20250301120000000-1of1.x12')).toContain('R210');
  });

  test('rejects JSON that an 837P cannot hold, with its path, and writes nothing', async () => {
    const [first] = claims.claims;
    const file = { ...claims, claims: [{ ...first, related_causes: ['AA', 'EM', 'OA'] }] };
    const refused = await x12(['generate'], JSON.stringify(file));
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.error).toContain('claims[0].related_causes[2]: has no place in an 837P');
  });

  test('refuses accents, or transliterates them and lists their paths on standard error', async () => {
    const [first] = claims.claims;
    const file = JSON.stringify({ ...claims, claims: [{ ...first, note: { text: 'café' } }] });
    expect(await x12(['generate'], file)).toMatchObject({ code: 2, out: '' });
    const written = await x12(['generate', '--characters', 'transliterate'], file);
    expect(written).toMatchObject({ code: 0, error: 'x12: claims[0].note.text: transliterated\n' });
    expect(written.out).toContain('NTE*ADD*cafe~');
  });

  test('reports made-up identifiers as warnings with --sample', async () => {
    const { out } = await x12(['generate'], JSON.stringify(claims));
    const production = out.replace('*0*T*:', '*0*P*:').replaceAll('1234567893', '1999996666');
    const args = ['validate', '--now', '2025-03-02'];
    expect(await x12(args, production)).toMatchObject({ code: 1 });
    expect(await x12([...args, '--sample'], production)).toMatchObject({ code: 0 });
  });

  test('rejects invalid JSON with its path', async () => {
    const wrong = await x12(
      ['generate'],
      JSON.stringify({ ...claims, claims: [{ ...claims.claims[0], total_charge: 'x' }] }),
    );
    expect(wrong).toMatchObject({ code: 2, out: '', error: expect.stringContaining('total_charge') });
    expect(await x12(['generate'], '{')).toMatchObject({ code: 2, error: expect.stringContaining('JSON') });
  });
});
