import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { generateRemittanceFile } from '#test/bench/x12/remittance-file.ts';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { bytesOf, claimText, replace } from '#test/fixtures/x12/interchange.ts';
import { randomRemittance } from '#test/fixtures/x12/random-remittance.ts';
import { claim, line, remittance, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { sized } from '#test/soak.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import type { CsvTable } from '#x12/csv/csv.ts';
import { csv } from '#x12/csv/csv.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { parseCents } from '#x12/values/money.ts';

type Row = Readonly<Record<string, string>>;

async function textOf(bytes: Uint8Array, table?: CsvTable): Promise<string> {
  let text = '';
  for await (const piece of csv(bytes, { ...(table && { table }) })) text += piece;
  return text;
}

/** Rows as a CSV reader of the npm registry reads them; it refuses rows of another width. */
async function rowsOf(bytes: Uint8Array, table?: CsvTable): Promise<Row[]> {
  return parse(await textOf(bytes, table), { columns: true });
}

/** Sum in cents. Fails for a cell that is not a plain decimal. */
function sum(rows: readonly Row[], column: string): number {
  return rows.reduce((total, row) => {
    const cents = parseCents(row[column] ?? '');
    if (cents === undefined) throw new RangeError(`${row[column]} is no amount`);
    return total + cents;
  }, 0);
}

function claimsOf(bytes: Uint8Array) {
  return [...readRemittancesSync(bytes)].flatMap((event) => (event.kind === 'claim' ? [event.claim] : []));
}

describe('an 835 as CSV', () => {
  test('has a row for each claim payment', async () => {
    const rows = await rowsOf(remittanceFile(remittance()));
    expect(rows).toMatchObject([
      {
        ...{ interchange: '000000007', transaction: '0001', payer: 'STATE PAYER', payee_id: '1234567893' },
        ...{ payment_trace: 'EFT1', payment_date: '2025-03-10', payment_amount: '160.00', claim_number: '1' },
        ...{ patient_control_number: 'PCN1', payer_control_number: 'ICN1', status_code: '1' },
        ...{ charge: '100.00', paid: '80.00', patient_responsibility: '5.00', patient_last_name: 'FERN' },
        ...{ statement_from: '2025-02-01', statement_to: '', lines: '1', complete: 'true' },
      },
      { patient_control_number: 'PCN2', charge: '200.00', paid: '160.00', lines: '2' },
    ]);
  });

  test('has a row for each line and for each adjustment, also those of the provider', async () => {
    const file = remittanceFile(remittance());
    expect(await rowsOf(file, 'lines')).toMatchObject([
      {
        ...{ patient_control_number: 'PCN1', line_number: '1', procedure: '99213', units: '1' },
        ...{ charge: '100.00', paid: '80.00', service_from: '2025-02-01', line_control_number: 'L1' },
      },
      { patient_control_number: 'PCN2', line_number: '1' },
      { patient_control_number: 'PCN2', line_number: '2' },
    ]);
    const adjustments = await rowsOf(file, 'adjustments');
    expect(adjustments).toHaveLength(7);
    expect(adjustments[0]).toMatchObject({
      ...{ level: 'line', line_number: '1', group: 'CO', reason: '45', amount: '15.00' },
      reason_text: 'charge above the fee schedule or contract',
    });
    expect(adjustments[6]).toMatchObject({
      ...{ level: 'provider', provider: '1234567893', fiscal_period: '2025-12-31', reason: 'WO' },
      ...{ reason_text: 'overpayment recovery', reference: 'ICN0', amount: '80.00', claim_number: '' },
    });
  });

  test('has the sums of CLP, SVC and BPR in any file', async () => {
    await fc.assert(
      fc.asyncProperty(randomRemittance, async (input) => {
        const file = remittanceFile(input);
        const read = claimsOf(file);
        const claims = await rowsOf(file);
        const lines = await rowsOf(file, 'lines');
        const total = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);
        expect(claims.map((row) => row['patient_control_number'])).toEqual(
          read.map(({ patientControlNumber }) => patientControlNumber),
        );
        expect(sum(claims, 'charge')).toBe(total(read.map(({ charge }) => charge)));
        expect(sum(claims, 'paid')).toBe(total(read.map(({ paid }) => paid)));
        expect(sum(lines, 'paid')).toBe(total(read.flatMap((one) => one.lines.map(({ paid }) => paid))));
        expect(lines).toHaveLength(total(read.map((one) => one.lines.length)));
      }),
      { numRuns: sized('random 835 files as CSV', { short: 15, soak: 400 }) },
    );
  });

  test('balances: paid minus provider adjustments is the payment', async () => {
    const file = bytesOf([...generateRemittanceFile(200_000, 7)].join(''));
    const claims = await rowsOf(file);
    const lines = await rowsOf(file, 'lines');
    const adjustments = await rowsOf(file, 'adjustments');
    const keyOf = (row: Row) => `${row['interchange']} ${row['transaction']}`;
    const payments = new Map(claims.map((row) => [keyOf(row), [row]]));
    expect(claims.length).toBeGreaterThan(100);
    const provider = adjustments.filter(({ level }) => level === 'provider');
    expect(sum(claims, 'paid') - sum(provider, 'amount')).toBe(
      sum([...payments.values()].flat(), 'payment_amount'),
    );
    const ofClaims = adjustments.filter(({ level }) => level !== 'provider');
    expect(sum(claims, 'charge') - sum(ofClaims, 'amount')).toBe(sum(claims, 'paid'));
    expect(sum(lines, 'charge')).toBe(sum(claims, 'charge'));
  });

  (haveSamples ? test : test.skip)('has the sums of every public sample', async () => {
    let checked = 0;
    for (const { file, category, version, charge, paid, claims } of samples()) {
      if (category !== '835' || !version.startsWith('005010X221')) continue;
      const rows = await rowsOf(readSample(file));
      expect([file, rows.length, sum(rows, 'charge'), sum(rows, 'paid')]).toEqual([
        ...[file, claims, charge, paid],
      ]);
      checked++;
    }
    expect(checked).toBeGreaterThan(10);
  });
});

describe('an 837P as CSV', () => {
  test('has a row for each claim and each line', async () => {
    const file = bytesOf(claimText());
    expect(await rowsOf(file)).toMatchObject([
      {
        ...{ interchange: '000000001', transaction: '0001', batch: 'BATCH1', payer: 'PAYER', payer_id: 'P1' },
        ...{ billing_provider_id: '1234567893', patient_control_number: 'CLAIM1', charge: '100.00' },
        ...{ place_of_service: '11', frequency: '1', patient_last_name: 'ISAACS', diagnoses: 'E119' },
        ...{ patient_birth_date: '1970-01-01', service_from: '2025-12-01', service_to: '2025-12-01' },
        ...{ lines: '1', complete: 'true' },
      },
    ]);
    expect(await rowsOf(file, 'lines')).toMatchObject([
      { line_number: '1', procedure: '99213', charge: '100.00', units: '1', diagnoses: 'E119' },
    ]);
  });

  test('has the sums of a generated file', async () => {
    const file = bytesOf([...generateClaimFile(200_000, 7)].join(''));
    const read = [...readClaimsSync(file)];
    const claims = await rowsOf(file);
    expect(read.length).toBeGreaterThan(50);
    expect(claims).toHaveLength(read.length);
    expect(sum(claims, 'charge')).toBe(read.reduce((total, one) => total + (one.totalCharge ?? 0), 0));
    expect(sum(await rowsOf(file, 'lines'), 'charge')).toBe(sum(claims, 'charge'));
  });

  test('leaves an amount that is not a number empty', async () => {
    const text = claimText((segments) => replace(segments, 'CLM', 'CLM*CLAIM1*abc***11:B:1*Y*A*Y*Y'));
    expect(await rowsOf(bytesOf(text))).toMatchObject([{ charge: '' }]);
  });
});

describe('cells', () => {
  const named = (lastName: string) => claim({ patient: { entity: 'QC', type: '1', lastName } });

  test('text that a spreadsheet would run as a formula begins with an apostrophe', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\uff1d1'];
    const rows = await rowsOf(remittanceFile(remittanceOf(names.map(named))));
    expect(rows.map((row) => row['patient_last_name'])).toEqual(names.map((name) => `'${name}`));
  });

  test('a negative amount is a number', async () => {
    const reversal = claim({
      charge: -10_000,
      paid: -8_000,
      lines: [line({ charge: -10_000, paid: -8_000 })],
    });
    const rows = await rowsOf(remittanceFile(remittanceOf([reversal])));
    expect(rows).toMatchObject([{ charge: '-100.00', paid: '-80.00' }]);
  });

  test('any text comes back from a CSV reader', async () => {
    const text = fc.string({
      unit: fc.constantFrom(...'",;\' =+-@AÄ<&'.split('')),
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        text.map((one) => `A${one}Z`),
        async (name) => {
          const [row] = await rowsOf(remittanceFile(remittanceOf([named(name)])));
          expect(row?.['patient_last_name']).toBe(name);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('lines end with CRLF, and cells with quotes, commas and line breaks are quoted', async () => {
    const name = 'O"NEIL, ANN';
    const text = await textOf(remittanceFile(remittanceOf([named(name)])));
    expect(text).toContain(',"O""NEIL, ANN",');
    expect(text.split('\r\n')).toHaveLength(3);
    const broken = await textOf(bytesOf(claimText((s) => replace(s, 'NM1*IL', 'NM1*IL*1*A\nB*C****MI*A1'))));
    expect(broken).toContain(',"A\nB",');
  });
});

describe('other input', () => {
  test('a set of another kind is an error after the rows before it', async () => {
    const mixed = Buffer.concat([remittanceFile(remittance()), bytesOf(claimText())]);
    const pieces: string[] = [];
    const reading = (async () => {
      for await (const piece of csv(mixed)) pieces.push(piece);
    })();
    await expect(reading).rejects.toThrow(
      'Transaction set 837 does not fit the table; write each kind separately',
    );
    expect(parse(pieces.join(''), { columns: true })).toHaveLength(2);
    await expect(textOf(acknowledgmentFile(acknowledgment()))).rejects.toThrow(X12Error);
    await expect(textOf(bytesOf(claimText()), 'adjustments')).rejects.toThrow('no table adjustments');
    await expect(textOf(bytesOf('no X12'))).rejects.toThrow(X12Error);
  });

  test('a truncated file gives the rows that can be read', async () => {
    const file = remittanceFile(remittance());
    const cut = file.subarray(0, file.indexOf('CLP*PCN2') + 60);
    expect((await rowsOf(cut)).map((row) => row['complete'])).toEqual(['true', 'false']);
  });
});
