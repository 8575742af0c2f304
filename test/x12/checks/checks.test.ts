import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bytesOf, group, interchange } from '#test/fixtures/x12/interchange.ts';
import { trace } from '#test/fixtures/x12/trace.ts';
import { sized } from '#test/soak.ts';
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
import { codes } from '#x12/guide/code-list.ts';
import { composite, element, type GuideSpec, qualifiedSegment, segment } from '#x12/guide/guide.ts';

/** A segment whose elements need every kind of check. */
const guide: GuideSpec = {
  name: 'elements',
  set: '837',
  functionalId: 'HC',
  version: '005010X222A1',
  accepts: [],
  hasImplementationReference: true,
  children: [
    segment(
      'TST',
      'Test',
      'R',
      1,
      [
        element('R', 1028),
        element('S', 98, { codes: codes('85', 'QC') }),
        element('S', 782),
        element('S', 554),
        element('S', 373),
        element('S', 337),
        element('N', 127),
        composite(
          'S',
          'C003',
          [element('R', 235, { codes: codes('HC') }), element('S', 234), element('S', 1339)],
          {
            rules: ['C0302'],
          },
        ),
        element('S', 1250),
        element('S', 1251),
        element('S', 1073, { repeats: 2 }),
        element('S', 156, { edit: 'V027' }),
        element('S', 9999, { codes: codes('SITUATIONAL TRIGGER', 'CLM01') }),
      ],
      { rules: ['P0910', 'E0506', 'C0203', 'L040506', 'R0103'] },
    ),
  ],
};

/** Returns the findings of TST with these elements, as `id element-component.repetition IK403`. */
function check(elements: string, component = ':'): string[] {
  const set = ['ST*837*0001*005010X222A1', `TST*${elements}`, 'SE*3*0001'];
  const text = interchange([group([set])], { component });
  return trace([bytesOf(text)], { guides: [guide] }).findings.map(
    ({ id, element, component, repetition, codes: { element: code } = {} }) =>
      `${id} ${element}${component === undefined ? '' : `-${component}`}${
        repetition === undefined ? '' : `.${repetition}`
      } ${code}`,
  );
}

describe('usage', () => {
  test.each([
    ['A', []],
    ['', ['V132 1 1']],
    ['A******X', ['V133 7 I10']],
    ['A*************1', ['V136 14 3']],
    ['A**', ['V010 3 3']],
    ['A*******:99213', ['V132 8-1 1']],
    ['A*******HC:99213:25:X', ['V136 8-4 13']],
    ['A*******HC:99213:', ['V010 8-3 13']],
  ])('%s', (elements, expected) => {
    expect(check(elements)).toEqual(expected);
  });
});

describe('type, length and code', () => {
  test.each([
    [`${'A'.repeat(38)}`, []],
    [`${'A'.repeat(39)}`, ['V010 1 5']],
    [' A', ['V010 1 6']],
    ['A ', ['V010 1 6']],
    ['A\tB', ['V012 1 6']],
    ['PEÑA', ['V142 undefined undefined', 'V012 1 6']],
    ['A:B', ['V136 1-2 13']],
    ['A*85*1', []],
    ['A*XX*1', ['V134 2 7']],
    ['A*8*1', ['V010 2 4']],
    ['A**-12.50', []],
    ['A**12.505', ['V010 3 I12']],
    ['A**12345678901', ['V010 3 5']],
    ['A**1-2', ['V010 3 6']],
    ['A**1.2.3', ['V010 3 6']],
    ['A**.', ['V010 3 4']],
    ['A**1E5', ['V010 3 6']],
    ['A***1.5*20251201', ['V010 4 6']],
    ['A****20251232', ['V135 5 8']],
    ['A****20240229', []],
    ['A****20230229', ['V135 5 8']],
    ['A****18991231', ['V135 5 8']],
    ['A*****2359', []],
    ['A*****2460', ['V135 6 9']],
    ['A*****23595', ['V135 6 9']],
    ['A***********CO', []],
    ['A***********COL', ['V027 12 5']],
    ['A************CLM01', []],
    ['A************SITUATIONAL TRIGGER', []],
    ['A************SITUATION', ['V134 13 7']],
  ])('%s', (elements, expected) => {
    expect(check(elements)).toEqual(expected);
  });
});

describe('a component separator', () => {
  test.each([
    ['that is a point splits a number', '.', 'A**1.5', ['V136 3-2 13']],
    ['that is a letter splits a code', 'C', 'A*QC*1', ['V136 2-2 13']],
    ['that is a digit splits a code', '5', 'A*85*1', ['V136 2-2 13']],
    ['that is a mark leaves numbers and codes whole', '>', 'A*85*1.5', []],
  ])('%s', (_, component, elements, expected) => {
    // Faults of the envelopes come first.
    expect(check(elements, component).slice(-1)).toEqual(expected);
  });
});

describe('numbers', () => {
  test.each([
    ['A**12.', []],
    ['A**.5', []],
    ['A**1234567890.12', ['V010 3 5']],
    ['A***0*20251201', []],
    ['A***12.*20251201', ['V010 4 6']],
    ['A***-1*20251201', []],
  ])('%s', (elements, expected) => {
    expect(check(elements)).toEqual(expected);
  });
});

describe('date time periods take the form that their qualifier names', () => {
  test.each([
    ['D8*20251201', true],
    ['D8*2025120', false],
    ['D8*20251301', false],
    ['RD8*20251201-20251231', true],
    ['RD8*20251231-20251201', false],
    ['RD8*20251201', false],
    ['DT*202512010930', true],
    ['DT*202512012530', false],
    ['TM*0930', true],
    ['TM*9999', false],
    ['XX*anything', true],
  ])('%s', (elements, isRight) => {
    expect(check(`A********${elements}`)).toEqual(isRight ? [] : ['V135 10 8']);
  });
});

describe('relational rules', () => {
  test.each([
    ['P: all or none', 'A********D8', ['V011 10 2']],
    ['E: at most one', 'A****20251201*0930', ['V011 6 10']],
    ['C: the first needs the others', 'A*85', ['V011 3 2']],
    ['L: the first needs one of the others', 'A***1', ['V011 5 2']],
    ['L: one is enough', 'A***1**0930', []],
    ['C inside of a composite', 'A*******HC::25', ['V011 8-2 2']],
  ])('%s', (_, elements, expected) => {
    expect(check(elements)).toEqual(expected);
  });

  test('name the element that requires the missing one', () => {
    const text = interchange([group([['ST*837*0001*005010X222A1', 'TST*A*85', 'SE*3*0001']])]);
    const [finding] = trace([bytesOf(text)], { guides: [guide] }).findings;
    expect(finding?.trigger).toEqual({ segment: 'TST', index: 2, loop: '', element: 2, elementRef: '98' });
    expect(finding?.details).toEqual({ rule: 'C0203' });
  });
});

describe('repetitions', () => {
  test.each([
    ['Y^N', []],
    ['Y^NN', ['V010 11.2 5']],
    ['Y^N^Y', ['V136 11.3 12']],
  ])('%s', (element, expected) => {
    expect(check(`A**********${element}`)).toEqual(expected);
  });

  test('of an element without repetitions are refused', () => {
    expect(check('A^B')).toEqual(['V136 1.2 12']);
  });
});

test('checks any text without an exception', () => {
  const text = fc.string({
    unit: fc.constantFrom('A', '9', '*', ':', '^', '.', '-', ' ', 'é', '0'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, (elements) => {
      expect(Array.isArray(check(elements))).toBe(true);
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('finds the same faults whether or not the segment has another fault', () => {
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '85',
      'QC',
      'HC:99213',
      'HC',
      'D8',
      '20250115',
      '20251345',
      '1200',
      '10.5',
      'A B',
      ' A',
    ),
    fc.string({ unit: fc.constantFrom('A', '9', ':', '^', '.', '-', ' ', 'é'), maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 8, maxLength: 13 }), (values) => {
      const withUnused = (text: string) => check(values.with(6, text).join('*'));
      const alone = withUnused('');
      expect(withUnused('X').filter((fault) => fault !== 'V133 7 I10')).toEqual(alone);
      expect(withUnused('X')).toContain('V133 7 I10');
    }),
    { seed: 11, numRuns: sized('segments with two faults', { short: 300, soak: 5_000 }) },
  );
});

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

const elementsOf = (list: string) => segment('CLM', 'Claim', 'R', 1, list).elements;

describe('notation of the elements of a guide', () => {
  test('reads usage, number, count, length, codes and edit', () => {
    expect(elementsOf('R1028!V050 S782x2 N1032 R127<30 R1073=N,Y!V058 NC040')).toEqual([
      element('R', 1028, { edit: 'V050' }),
      element('S', 782),
      element('S', 782),
      element('N', 1032),
      element('R', 127, { max: 30 }),
      element('R', 1073, { codes: codes('N', 'Y'), edit: 'V058' }),
      composite('N', 'C040', []),
    ]);
  });

  test.each(['X127', 'R', 'R127=', 'R127!', 'R127 ', '127'])('refuses the notation %p', (list) => {
    expect(() => elementsOf(list)).toThrow(RangeError);
  });

  test('detects a qualified segment by the codes of its first element', () => {
    const reference = qualifiedSegment('REF', 'Reference', 'S', 1, 'R128=G1,9F R127');
    expect(reference).toMatchObject({ key: 'REF-G1', when: [{ element: 1, values: ['G1', '9F'] }] });
  });
});
