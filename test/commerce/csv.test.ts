import { expect, test } from '@jest/globals';
import { csvText, withoutFormulaGuard } from '#commerce/csv.ts';

test('lines end with CRLF, and cells with commas, quotes or line breaks are quoted', () => {
  expect(csvText([['a', 'b,c', 'd"e', 'f\ng', -1.5, '']])).toBe('a,"b,c","d""e","f\ng",-1.5,\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('the text %p is no formula', (text) => {
  expect(csvText([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`);
});

test.each(['=1', "'=1", "''+1", "'plain", "'", '-', "'-5"])(
  'the text %p is restored from its cell',
  (text) => {
    const cell = csvText([[text]]).slice(0, -2);
    expect(withoutFormulaGuard(cell)).toBe(text);
  },
);
