import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Finding } from '#x12/findings/finding.ts';
import { findingText } from '#x12/presentation/finding-text.ts';

const delimiters = { element: 42, component: 58, repetition: 94, terminator: Buffer.from('~') };
const base: Finding = {
  ...{ id: 'V010', reference: '0001.3.1', snip: 1, severity: 'error' },
  ...{ message: 'Element has a wrong form', byteOffset: 0 },
};

function lines(text: string, over: Partial<Finding>, masked = false): string[] {
  const [, , line = '', caret = ''] = findingText({ ...base, ...over }, { text, delimiters }, masked).split(
    '\n',
  );
  return [line.slice(4), caret.slice(4)];
}

describe('finding as text', () => {
  test.each([
    ['an element', 'CLM*PCN1*125', { segment: 'CLM', element: 2 }, '         ^^^'],
    ['a component', 'SVC*HC:99213:25*1', { segment: 'SVC', element: 1, component: 2 }, '       ^^^^^'],
    ['a repetition', 'EB*1^30^98', { segment: 'EB', element: 1, repetition: 2 }, '     ^^'],
    ['an element that is missing', 'CLM*PCN1', { segment: 'CLM', element: 5 }, '        ^'],
    ['the whole segment', 'CLM*PCN1', { segment: 'CLM' }, '^^^'],
    ['another segment that is missing here', 'LX*1', { segment: 'HI', element: 1 }, '^^'],
  ] as const)('%s', (_what, text, over, caret) => {
    expect(lines(text, over)).toEqual([text, caret]);
  });

  test('writes no control character of the place and the details', () => {
    const place = { patientControlNumber: 'P\u001b[31m', details: { code: 'A\u0007' } };
    expect(findingText({ ...base, ...place }, undefined, false)).toBe(
      'error V010: Element has a wrong form\n  at byte 0, claim P·[31m\n  code: A·\n',
    );
  });

  test('cuts a long segment around the place', () => {
    const text = `NTE*ADD*${'A'.repeat(300)}*X*${'B'.repeat(300)}`;
    const [line = '', caret = ''] = lines(text, { segment: 'NTE', element: 3 });
    expect(line).toHaveLength(102);
    expect(line[caret.indexOf('^')]).toBe('X');
  });

  test('hides data and keeps its shape when masked', () => {
    expect(lines('NM1*IL*1*Fern*OLIVE', { segment: 'NM1', element: 3 }, true)).toEqual([
      'NM1*AA*9*Aaaa*AAAAA',
      '         ^^^^',
    ]);
  });

  test('hides the claim number in the place when masked', () => {
    const finding = { ...base, patientControlNumber: 'FERN-1980' };
    expect(findingText(finding, undefined, false)).toContain('claim FERN-1980');
    expect(findingText(finding, undefined, true)).toContain('  at byte 0, claim AAAA-9999\n');
  });

  test.each(['FERN OLIVE*1', 'SUE*1'])('hides text in the place of a segment id when masked: %s', (text) => {
    const [id = ''] = text.split('*');
    const source = { text, delimiters };
    expect(findingText({ ...base, segment: id }, source, true)).not.toMatch(/FER|OLIVE|SUE/);
  });

  test('hides a repaired header when masked, and no separator', () => {
    const header = { before: 'ISA*00**00*SECRET*ZZ*SENDER', after: 'ISA*00*          *00*SECRET' };
    const text = findingText({ ...base, repair: header }, undefined, true);
    expect(text).toContain('  read "ISA*99**99*AAAAAA*AA*AAAAAA" as "ISA*99*          *99*AAAAAA"');
    const encoding = { ...base, repair: { before: '', after: 'latin-1' } };
    expect(findingText(encoding, undefined, true)).toContain('as "latin-1"');
  });

  test('states that it is masked, only when masked', () => {
    const source = { text: 'NM1*IL*1*FERN*OLIVE', delimiters };
    const finding = { ...base, segment: 'NM1', element: 3 };
    expect(findingText(finding, source, true)).toContain(
      '(masked: letters are shown as A or a, digits as 9)',
    );
    expect(findingText(finding, source, false)).not.toContain('masked');
  });

  test('shows no control characters and keeps the caret below the segment', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        fc.nat(30),
        fc.nat(5),
        fc.nat(5),
        (text, element, component, repetition) => {
          const [line = '', caret = ''] = lines(`ST*${text}`, {
            segment: 'ST',
            element,
            component,
            repetition,
          });
          expect(line).not.toMatch(/\p{Cc}/u);
          expect(caret).toMatch(/^ *\^+$/);
          expect(caret.length).toBeLessThanOrEqual(line.length + 1);
        },
      ),
      { numRuns: 500, seed: 12 },
    );
  });
});
