import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { broken, claims, inFolder, sound, x12 } from './run-x12.ts';

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

describe('x12 ack', () => {
  test('writes a 999 for an 835, and a TA1 with --ta1', async () => {
    const { code, out } = await x12(['ack', '--control', '42', '--now', '2025-03-11T08:30:00Z', '-'], sound);
    expect(code).toBe(0);
    expect(out).toContain(
      '*250311*0830*^*00501*000000042*0*T*:~GS*FA*CLINIC*PAYER*20250311*0830*42*X*005010X231A1~',
    );
    expect(out).toContain('~AK1*HP*7*005010X221A1~AK2*835*0001~IK5*A~AK9*A*1*1*1~');
    const both = await x12(['ack', '--ta1'], sound);
    expect(both.out).toMatch(/~TA1\*000000007\*250310\*1200\*A\*000~IEA/);
    const refused = await x12(['ack'], sound.toString().replace('N3*1 MAIN ST~', ''));
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('IK3*N3*6*1000*3~');
  });

  test('writes a 277CA for the claims of an 837P, alone or after the 999', async () => {
    const file = (await x12(['generate', '-'], JSON.stringify(claims))).out.replace('HI*ABK:J', 'HI*ABK:J.');
    const all = await x12(['ack', '--lines', '--now', '2025-03-01T12:30:00Z', '-'], file);
    expect(all.code).toBe(1);
    expect(all.out.match(/^GS\*\w\w/gm)).toEqual(['GS*FA', 'GS*HN']);
    expect(all.out).toMatch(/^IEA\*1\*000000001~\nISA.*\*000000002\*/m);
    expect(all.out).toMatch(/^STC\*A7:254\*20250301\*U\*125\*{8}V065 2300 HI01-2 SEGMENT \d+ - /m);
    const alone = await x12(['ack', '--only', '277ca', '--now', '2025-03-01T12:30:00Z', '-'], file);
    expect(alone.out).toMatch(/^ISA.*~GS\*HN.*IEA\*1\*000000001~$/s);
    expect((await x12(['validate', '--now', '2025-03-01', '-'], alone.out)).code).toBe(0);
    const silent = await x12(['ack', '--only', 'TA1,999', '-'], file);
    expect(silent.out).not.toContain('GS*HN');
    const wrong = await x12(['ack', '--only', '997', '-'], file);
    expect([wrong.code, wrong.error]).toEqual([
      2,
      expect.stringContaining('--only must be a list of TA1, 999, 277CA'),
    ]);
  });

  test('reports the rules of a payer in the 277CA', async () => {
    const file = (await x12(['generate', '-'], JSON.stringify(claims))).out;
    const stranger = file.replaceAll('COMEDASSISTPROG', 'SOMEONEELSE0000');
    const { out } = await x12(['ack', '--profile', 'CO_TXIX', '--lines', '-'], stranger);
    expect(out).toMatch(/^STC\*A3:116\*.*\*U\*125\*{8}R200 /m);
  });
});

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

describe('x12 inspect', () => {
  test('writes an 835 as one document', async () => {
    const { code, out } = await x12(['inspect', '-'], sound);
    expect(code).toBe(0);
    const { interchanges } = JSON.parse(out);
    expect(interchanges).toMatchObject([
      {
        ...{ sender: 'PAYER', receiver: 'CLINIC', control_number: '000000007', usage: 'T' },
        groups: [
          {
            ...{ functional_id: 'HP', version: '005010X221A1', control_number: '7' },
            transactions: [
              {
                ...{ set: '835', control_number: '0001', balanced: true },
                payment: { amount: '160.00', method: 'ACH', trace: 'EFT1', date: '2025-03-10' },
                claims: [
                  {
                    ...{ patient_control_number: 'PCN1', status_code: '1', charge: '100.00', paid: '80.00' },
                    ...{ patient_responsibility: '5.00', payer_control_number: 'ICN1' },
                    service_lines: [{ procedure: '99213', charge: '100.00', paid: '80.00', units: 1 }],
                  },
                  { patient_control_number: 'PCN2' },
                ],
                provider_adjustments: [{ reason: 'WO', amount: '80.00', text: 'overpayment recovery' }],
              },
            ],
          },
        ],
      },
    ]);
  });

  test('writes a 277CA as one document, and any file as lines with --stream', async () => {
    const { out } = await x12(['inspect', '-'], acknowledgmentFile(acknowledgment()));
    const [transaction] = JSON.parse(out).interchanges[0].groups[0].transactions;
    expect(transaction).toMatchObject({
      set: '277',
      batch: 'BATCH1',
      statuses: [
        {
          ...{ patient_control_number: 'ICN1', tax_id: '123456789', category: 'A2', amount: '125.00' },
          ...{ classification: 'accepted', disposition: 'accepted', service_date: '2025-02-01' },
          numbers: { trn02: 'PCN1', ref_1k: 'ICN1' },
        },
        { patient_control_number: 'PCN2', classification: 'rejected', conflict: false },
      ],
      unscoped_statuses: [{ level: '21', category: 'A1' }],
    });
    const lines = await x12(
      ['inspect', '--stream', '-'],
      Buffer.concat([sound, acknowledgmentFile(acknowledgment())]),
    );
    expect(
      lines.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual([...['claim_payment', 'claim_payment'], ...['unscoped_status', 'status', 'status']]);
  });

  test.each([
    ['a file that does not exist', {}, 'ENOENT'],
    ['a file that is not X12', { 'b.835': 'Dear sirs' }, 'ISA'],
  ])('writes one whole document with %s between others', async (_, unreadable, fault) => {
    const { code, out, error } = await inFolder({ 'a.835': sound, 'c.835': sound, ...unreadable }, (path) =>
      x12(['inspect', path('a.835'), path('b.835'), path('c.835')]),
    );
    expect(code).toBe(2);
    expect(error).toMatch(/^x12: .*b\.835.*\n$/);
    const [first, second, third] = JSON.parse(out).files;
    expect(first).toMatchObject({ interchanges: [{ complete: true }] });
    expect(second).toMatchObject({ interchanges: expect.any(Array), error: expect.stringContaining(fault) });
    expect(third).toMatchObject({ interchanges: [{ complete: true }] });
    expect(third).not.toHaveProperty('error');
  });

  test('writes the lines of the files after an unreadable one with --stream', async () => {
    const { code, out } = await inFolder({ 'b.835': sound }, (path) =>
      x12(['inspect', '--stream', path('a.835'), path('b.835')]),
    );
    expect(code).toBe(2);
    const kinds = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(kinds).toEqual(['claim_payment', 'claim_payment']);
  });

  test('writes several files into one document', async () => {
    const ran = await inFolder({ 'a.835': sound, 'b.277': acknowledgmentFile(acknowledgment()) }, (path) =>
      x12(['inspect', path('a.835'), path('b.277')]),
    );
    expect(JSON.parse(ran.out).files).toMatchObject([
      { file: expect.stringMatching(/a\.835$/), interchanges: [{}] },
      { file: expect.stringMatching(/b\.277$/), interchanges: [{}] },
    ]);
  });
});
