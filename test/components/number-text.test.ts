import { describe, expect, test } from '@jest/globals';
import { numberText } from '#web/components/number-text.ts';

describe('a field for numbers', () => {
  test.each([
    ['en-US', '12.50', 12.5],
    ['en-US', '1,234.5', 1234.5],
    ['en-US', '1,234', 1234],
    ['en-US', '12,5', 12.5],
    ['en-US', ' 1 200 ', 1200],
    ['en-US', '.5', 0.5],
    ['en-US', '-3', -3],
    ['es-ES', '12,50', 12.5],
    ['es-ES', '12.50', 12.5],
    ['es-ES', '1.234,5', 1234.5],
    ['es-ES', '1.234', 1234],
    ['es-MX', '12.50', 12.5],
  ])('reads in %s "%s" as %d', (locale, text, value) => {
    expect(numberText(locale).read(text)).toBe(value);
  });

  test.each(['', '-', '.', 'abc', '1.2.3', '12kg', '1e5', '0x10', 'Infinity'])(
    'reads no number from "%s"',
    (text) => {
      expect(numberText('en-US').read(text)).toBeUndefined();
    },
  );

  test('writes what it reads', () => {
    for (const locale of ['en-US', 'es-ES', 'es-MX', 'es-US'])
      for (const value of [0, 4.5, 1234.56, 1_000_000, -2.25])
        expect(numberText(locale).read(numberText(locale).write(value, 2))).toBe(value);
  });

  test('writes amounts of money with their decimals', () => {
    expect(numberText('en-US').write(1234.5, 2)).toBe('1234.50');
    expect(numberText('es-ES').write(1234.5, 2)).toBe('1234,50');
  });
});
