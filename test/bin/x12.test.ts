import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { claim, remittance, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { compiledCode } from '../compiled-code.ts';

const program = resolve(import.meta.dirname, '../../bin/x12.ts');

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs the real command line; `input` goes to its standard input. */
function x12(args: readonly string[], input: string | Uint8Array = ''): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...compiledCode } });
  const out: Buffer[] = [];
  const error: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => error.push(chunk));
  child.stdin.end(input);
  return new Promise((done) => {
    child.on('close', (code) =>
      done({ code, out: Buffer.concat(out).toString(), error: Buffer.concat(error).toString() }),
    );
  });
}

async function inFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  action: (path: (name: string) => string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'x12-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return await action((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sound = remittanceFile(remittance());
const broken = remittanceFile(remittanceOf([claim()], { payment: { ...remittance().payment, amount: 1 } }));

describe('x12 inspect', () => {
  test('an 835 as one document', async () => {
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

  test('a 277CA, and lines instead of a document', async () => {
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

  test('several files', async () => {
    const ran = await inFolder({ 'a.835': sound, 'b.277': acknowledgmentFile(acknowledgment()) }, (path) =>
      x12(['inspect', path('a.835'), path('b.277')]),
    );
    expect(JSON.parse(ran.out).files).toMatchObject([
      { file: expect.stringMatching(/a\.835$/), interchanges: [{}] },
      { file: expect.stringMatching(/b\.277$/), interchanges: [{}] },
    ]);
  });
});

describe('x12 validate', () => {
  test('a sound file', async () => {
    const { code, out } = await x12(['validate', '-'], sound);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      valid: true,
      counts: { error: 0, fatal: 0, warning: 0, information: 0 },
      findings: [],
    });
  });

  test('a file with an error', async () => {
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

  test('for reading: the line of the source with a caret, from a file and from standard input', async () => {
    const fromFile = await inFolder({ 'b.835': broken }, (path) =>
      x12(['validate', '--text', path('b.835')]),
    );
    const expected = ['  | BPR*I*0.01*C*ACH*CCP*', '  |       ^^^^\n', 'not valid: 1 errors, 0 warnings'];
    for (const text of expected) expect(fromFile.out).toContain(text);
    expect((await x12(['validate', '--text'], broken)).out).toBe(fromFile.out);
    const masked = await x12(['validate', '--text', '--masked'], broken);
    expect(masked.out).toContain('  | BPR*A*9.99*A*AAA*AAA*');
  });

  const findingIn = (out: string) => {
    const { value, value_masked } = JSON.parse(out).findings[0];
    return [value, value_masked];
  };

  test('values are masked unless they are asked for, and say so', async () => {
    const odd = remittanceFile(remittanceOf([claim({ statusCode: '5' })]));
    const value = async (...flags: string[]) => findingIn((await x12(['validate', ...flags], odd)).out);
    expect(await value()).toEqual(['9', true]);
    expect(await value('--values')).toEqual(['5', undefined]);
  });

  test('several files share one verdict', async () => {
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

describe('x12 ack and stats', () => {
  test('the 999 that answers an 835', async () => {
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

  test('the 277CA for the claims of an 837P, alone or behind the 999', async () => {
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
      expect.stringContaining('--only takes TA1, 999 and 277CA'),
    ]);
  });

  test('the rules of a payer in the 277CA', async () => {
    const file = (await x12(['generate', '-'], JSON.stringify(claims))).out;
    const stranger = file.replaceAll('COMEDASSISTPROG', 'SOMEONEELSE0000');
    const { out } = await x12(['ack', '--profile', 'CO_TXIX', '--lines', '-'], stranger);
    expect(out).toMatch(/^STC\*A3:116\*.*\*U\*125\*{8}R200 /m);
  });

  test('counts and sums', async () => {
    const { code, out } = await x12(['stats'], sound);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ bytes: sound.length, interchanges: 1, groups: 1, transactions: { '835': 1 } },
      ...{
        claim_payments: 2,
        paid_lines: 3,
        payment_charge: '300.00',
        paid: '240.00',
        payment_amount: '160.00',
      },
      ...{ unbalanced_remittances: 0, seconds: expect.any(Number), mb_per_second: expect.any(Number) },
    });
  });
});

const claims = {
  envelope: { sender: '12345678', receiver: 'COMEDASSISTPROG', moment: '2025-03-01T12:00:00Z' },
  transaction: {
    batch_id: 'BATCH1',
    submitter: {
      ...{ entity_type: '2', last_name: 'GRANARY', id: '12345678' },
      contacts: [{ name: 'EDI', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
    },
    receiver: { entity_type: '2', last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'COMEDASSISTPROG' },
  },
  claims: [
    {
      ...{ patient_control_number: 'PCN1', total_charge: '125.00', place_of_service: '11', frequency: '1' },
      ...{
        provider_signature: 'Y',
        accept_assignment: 'A',
        benefits_assigned: 'Y',
        release_of_information: 'Y',
      },
      billing_provider: {
        ...{
          entity_type: '2',
          last_name: 'CLINIC',
          id: '1234567893',
          tax_id: '123456789',
          taxonomy: '207Q00000X',
        },
        address: { line1: '1 MAIN ST', city: 'DENVER', state: 'CO', zip: '802021234' },
      },
      subscriber: {
        ...{ entity_type: '1', last_name: 'FERN', first_name: 'OLIVE', id: 'A123456', payer_sequence: 'P' },
        ...{ relationship: '18', claim_filing: 'MC', birth_date: '1980-04-01', gender: 'F' },
        address: { line1: '2 ELM ST', city: 'DENVER', state: 'CO', zip: '80202' },
        payer: { entity_type: '2', last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'CO_TXIX' },
      },
      diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
      lines: [
        {
          ...{ number: 1, charge: '125.00', unit: 'UN', quantity: 1, service_date: '2025-02-20' },
          ...{ procedure: { qualifier: 'HC', code: '99213' }, diagnosis_pointers: [1], control_number: 'L1' },
        },
      ],
    },
  ],
};

describe('x12 generate', () => {
  test('an 837P that is valid, also by the rules of the state, and says what the JSON says', async () => {
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

  test('the name of the file is checked when it is given', async () => {
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

  test('what an 837P has no room for is named by its path, and nothing is written', async () => {
    const [first] = claims.claims;
    const file = { ...claims, claims: [{ ...first, related_causes: ['AA', 'EM', 'OA'] }] };
    const refused = await x12(['generate'], JSON.stringify(file));
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.error).toContain('claims[0].related_causes[2]: has no place in an 837P');
  });

  test('accents are refused, or transliterated with a word on standard error', async () => {
    const [first] = claims.claims;
    const file = JSON.stringify({ ...claims, claims: [{ ...first, note: { text: 'café' } }] });
    expect(await x12(['generate'], file)).toMatchObject({ code: 2, out: '' });
    const written = await x12(['generate', '--characters', 'transliterate'], file);
    expect(written).toMatchObject({ code: 0, error: 'x12: claims[0].note.text: transliterated\n' });
    expect(written.out).toContain('NTE*ADD*cafe~');
  });

  test('made-up identifiers of a sample are warnings', async () => {
    const { out } = await x12(['generate'], JSON.stringify(claims));
    const production = out.replace('*0*T*:', '*0*P*:').replaceAll('1234567893', '1999996666');
    const args = ['validate', '--now', '2025-03-02'];
    expect(await x12(args, production)).toMatchObject({ code: 1 });
    expect(await x12([...args, '--sample'], production)).toMatchObject({ code: 0 });
  });

  test('JSON that is not what is needed says where', async () => {
    const wrong = await x12(
      ['generate'],
      JSON.stringify({ ...claims, claims: [{ ...claims.claims[0], total_charge: 'x' }] }),
    );
    expect(wrong).toMatchObject({ code: 2, out: '', error: expect.stringContaining('total_charge') });
    expect(await x12(['generate'], '{')).toMatchObject({ code: 2, error: expect.stringContaining('JSON') });
  });
});

describe('x12 itself', () => {
  test('help', async () => {
    expect(await x12(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('x12 validate FILE'),
    });
    expect((await x12(['validate', '--help'])).out).toContain('--profile FILE');
  });

  test('what cannot be read ends with 2 and a word on standard error', async () => {
    const cases: [string[], string][] = [
      [['inspect', 'no-such-file.835'], 'no-such-file.835'],
      [['inspect', '-'], 'x12: '],
      [['frobnicate'], 'Unknown command frobnicate'],
      [['validate', '--nonsense'], '--nonsense'],
    ];
    for (const [args, message] of cases) {
      const { code, error } = await x12(args, 'this is no X12');
      expect(code).toBe(2);
      expect(error).toContain(message);
    }
  });
});
