import { describe, expect, test } from '@jest/globals';
import { readAmount, readBankFile, readDay } from '#claims/reconciliation/bank-file.ts';
import { newBankLines, traceTokens } from '#claims/reconciliation/bank-line.ts';
import { bankFileSettings } from '#contract/claims/money/bank.ts';

const settings = bankFileSettings.parse({});

describe('reads amounts', () => {
  test.each([
    ['1,234.50', 123_450],
    ['$12', 1200],
    ['-12.5', -1250],
    ['(12.50)', -1250],
    ['$-3.07', -307],
    ['12.50-', -1250],
    ['.75', 75],
    ['0.00', 0],
    ['999,999,999.99', 99_999_999_999],
  ])('%s', (text, cents) => {
    expect(readAmount(text, 'point')).toBe(cents);
  });

  test.each(['', '12.345', '1e3', '--1', '(5', '5)', '-(5)', 'abc', '1000000000.00', '-'])(
    'refuses %j',
    (text) => {
      expect(readAmount(text, 'point')).toBeUndefined();
    },
  );

  test('with a decimal comma', () => {
    expect(readAmount('1.234,50', 'comma')).toBe(123_450);
  });
});

test.each([
  ['2026-03-09', 'iso_or_us', '2026-03-09'],
  ['3/9/2026', 'iso_or_us', '2026-03-09'],
  ['2026-03-09T10:00:00', 'YYYY-MM-DD', '2026-03-09'],
  ['09.03.2026', 'DD.MM.YYYY', '2026-03-09'],
  ['20260309', 'YYYYMMDD', '2026-03-09'],
  ['2026-02-30', 'iso_or_us', undefined],
  ['13/40/2026', 'iso_or_us', undefined],
  ['09.03.2026', 'iso_or_us', undefined],
] as const)('reads %s as %s', (text, format, day) => {
  expect(readDay(text, format)).toBe(day);
});

describe('a bank file', () => {
  test('reports bad lines by number, and reads the others', () => {
    const csv = [
      '\ufeffPosting Date,Description,Credit,Debit,Trace Number',
      '2026-03-01,"HCCLAIMPMT, two',
      'lines",125.50,,00123',
      '',
      'yesterday,x,1,,',
      '2026-03-02,fee,,9.95,',
      '2026-03-03,both,1,1,',
      '2026-03-04,short,5',
    ].join('\r\n');
    const { lines, faults, count } = readBankFile(csv, settings);
    expect(lines).toEqual([
      { line: 2, date: '2026-03-01', amount: 12_550, trace: '00123', description: 'HCCLAIMPMT, two\nlines' },
      { line: 6, date: '2026-03-02', amount: -995, description: 'fee' },
    ]);
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [5, 'date'],
      [7, 'amount'],
      [8, 'line'],
    ]);
    expect(count).toBe(5);
  });

  test('takes the columns that the caller names', () => {
    const chosen = bankFileSettings.parse({
      date_column: 'Datum',
      amount_column: 'BETRAG',
      decimal: 'comma',
      date_format: 'DD.MM.YYYY',
      separator: 'semicolon',
    });
    const { lines } = readBankFile('datum;Betrag\n01.03.2026;1.000,25\n', chosen);
    expect(lines).toEqual([{ line: 2, date: '2026-03-01', amount: 100_025 }]);
  });

  test.each([
    ['', {}],
    ['date,description\n2026-03-01,x', {}],
    ['amount\n5', {}],
    ['date,amount\n2026-03-01,5', { trace_column: 'Reference' }],
    ['date,amount\n"2026-03-01,5', {}],
    [`date,amount\n${'2026-03-01,5\n'.repeat(2001)}`, {}],
  ])('refuses a file without a usable header or form (%#)', (csv, over) => {
    expect(() => readBankFile(csv, bankFileSettings.parse(over))).toThrow('Validation failed');
  });
});

test('gives a line the same id in files whose periods overlap, and equal lines of a file different ids', () => {
  const facts = { account: 'Main', fileId: crypto.randomUUID(), now: new Date() };
  const line = { line: 2, date: '2026-03-01', amount: 2500, description: 'COPAY' };
  const [first, second] = newBankLines([line, { ...line, line: 3 }], facts);
  const [other] = newBankLines([{ ...line, line: 9 }], { ...facts, fileId: crypto.randomUUID() });
  expect(first?.id).not.toBe(second?.id);
  expect(other?.id).toBe(first?.id);
  const [elsewhere] = newBankLines([line], { ...facts, account: 'Savings' });
  expect(elsewhere?.id).not.toBe(first?.id);
});

test('finds traces in a description, unless the line has a trace', () => {
  const description = 'HCCLAIMPMT TRN*1*EFT0001234*1840000000~ PAYER';
  expect(traceTokens({ description })).toEqual(['EFT0001234', '1840000000']);
  expect(traceTokens({ description, trace: ' 00-77 ' })).toEqual(['77']);
});
