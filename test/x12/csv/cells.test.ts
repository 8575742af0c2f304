import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { bytesOf, claimText, replace } from '#test/fixtures/x12/interchange.ts';
import { claim, line, remittance, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { csv } from '#x12/csv/csv.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { rowsOf, textOf } from './rows.ts';

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
