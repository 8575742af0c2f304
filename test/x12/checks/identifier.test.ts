import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  isCanadianPostalCode,
  isClia,
  isEin,
  isNdc,
  isNpi,
  isSsn,
  isTaxonomy,
  isZip,
  isZipPlus4,
} from '#x12/checks/identifier.ts';
import { isExternalCause, isIcd9, isIcd10, isModifier, isProcedure } from '#x12/checks/medical-code.ts';
import { isInCodeRanges } from '#x12/codes/service-codes.ts';
import { isState, isZipOfState } from '#x12/codes/state.ts';

/** Computes the check digit without shortcuts: Luhn over the prefixed number. */
function luhn(nine: string): string {
  const digits = [...`80840${nine}0`].reverse().map(Number);
  const sum = digits.reduce((total, digit, i) => {
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

const table: readonly (readonly [
  name: string,
  check: (value: string) => boolean,
  good: string[],
  bad: string[],
])[] = [
  [
    'NPI',
    isNpi,
    ['1234567893', '1245319599'],
    ['1234567890', '1999996666', '3234567893', '123456789', '', '12345678 3'],
  ],
  ['EIN', isEin, ['841234567', '123456789'], ['84-1234567', '001234567', '111111111', '84123456', '']],
  [
    'SSN',
    isSsn,
    ['123456789'],
    ['000456789', '666456789', '900456789', '123006789', '123450000', '12345678'],
  ],
  ['taxonomy', isTaxonomy, ['207Q00000X', '3416L0300X'], ['207Q', '203BF0100Y', '207q00000X', '207Q00000XX']],
  ['ZIP', isZip, ['80203', '802031234'], ['8020', '80203-1234', '8020A', '']],
  ['ZIP+4', isZipPlus4, ['802031234'], ['80203', '802030000', '802039999']],
  ['postal code', isCanadianPostalCode, ['K1A0B1', 'K1A 0B1'], ['K1A0B', '80203', 'k1a0b1']],
  ['CLIA', isClia, ['06D1234567'], ['0612345678', '06D123456', '06d1234567']],
  ['NDC', isNdc, ['00004196501'], ['0004-1965-01', '4196501']],
  [
    'ICD-10',
    isIcd10,
    ['J449', 'I10', 'Z3A01', 'C4A0', 'M1A', 'S72001A', 'W010XXA', 'QA00109'],
    ['J44.9', 'J4', '4449', 'JX49', 'QB00', 'S72001AB', 'j449'],
  ],
  ['ICD-9', isIcd9, ['496', '2724', 'V583', 'E8888', '53081'], ['49', '496.1', 'J449', '272411']],
  [
    'procedure',
    isProcedure,
    ['99213', 'A0427', '0101T', '3044F', '0001U', '0012M', '0001A', 'J0696'],
    ['9921', '992133', 'X1234', '9921X'],
  ],
  ['modifier', isModifier, ['25', 'RR', 'A1'], ['2', '255', 'a1', '']],
  ['external cause', isExternalCause, ['W010XXA', 'V877XXA', 'Y92009'], ['S72001A', 'J449', 'Z000']],
];

describe('identifiers and codes', () => {
  test.each(table)('%s', (_, check, good, bad) => {
    expect(good.filter((value) => !check(value))).toEqual([]);
    expect(bad.filter(check)).toEqual([]);
  });

  test('accept one check digit for nine NPI digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[12]\d{8}$/), (nine) => {
        const valid = [...'0123456789'].filter((digit) => isNpi(nine + digit));
        expect(valid).toEqual([luhn(nine)]);
      }),
      { seed: 80840 },
    );
  });

  test('match states with their ZIP codes', () => {
    expect(['CO', 'DC', 'PR', 'AE', 'UM'].every(isState)).toBe(true);
    expect(['XX', 'co', '', 'ON'].some(isState)).toBe(false);
    expect(isZipOfState('80203', 'CO')).toBe(true);
    expect(isZipOfState('10001', 'CO')).toBe(false);
    expect(isZipOfState('00501', 'NY')).toBe(true);
  });

  test('find procedures in codes and ranges', () => {
    const list = ['97110', '70010-79999', 'E0100-E8002'];
    expect(['97110', '70010', '71046', '79999', 'E1390'].every((code) => isInCodeRanges(list, code))).toBe(
      true,
    );
    expect(['97111', '69990', '710460', 'E9000', ''].some((code) => isInCodeRanges(list, code))).toBe(false);
  });
});
