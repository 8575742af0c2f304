import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { claimText, isa } from '#test/fixtures/x12/interchange.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { X12Document } from '#x12/engine/document.ts';
import { X12Error } from '#x12/findings/x12-error.ts';

const other = isa({ separator: '|', component: '>', terminator: '\n' });
const odd = `\u{feff}${claimText().replaceAll('~\n', '~\r\n   ')}${other}  GS|ZZ|Ä\n\nXYZ|1||\n`;

test('returns an unchanged file byte for byte', () => {
  const bytes = Buffer.from(odd);
  expect(new X12Document(bytes).bytes().equals(bytes)).toBe(true);
});

test('returns each interchange separately', () => {
  const document = new X12Document(Buffer.from(odd));
  expect(document.interchangeCount).toBe(2);
  expect(document.bytes(2).toString()).toBe(odd.slice(odd.indexOf(other)));
  expect(`\u{feff}${document.bytes(1).toString()}${document.bytes(2).toString()}`).toBe(odd);
  expect(() => document.bytes(3)).toThrow(RangeError);
});

describe('a changed element', () => {
  const document = () => new X12Document(Buffer.from(odd));
  const placeOf = (id: string) => document().segments.findIndex((segment) => segment.id === id);

  test('changes only its segment', () => {
    const changed = document();
    changed.setElement(placeOf('CLM'), 2, '250.5');
    changed.setElement(placeOf('CLM'), 1, 'OTHER');
    changed.setElement(placeOf('XYZ'), 5, 'Z');
    const expected = odd.replace('CLM*CLAIM1*100*', 'CLM*OTHER*250.5*').replace('XYZ|1||', 'XYZ|1||||Z');
    expect(changed.bytes().toString()).toBe(expected);
  });

  test('keeps the other elements of a Latin-1 segment', () => {
    const text = odd.slice(1).replace('CLM*CLAIM1*', 'CLM*M\u00dcLLER*');
    const changed = new X12Document(Buffer.from(text, 'latin1'));
    const clm = changed.segments.findIndex(({ id }) => id === 'CLM');
    changed.setElement(clm, 2, '250.5');
    expect(changed.bytes().toString('latin1')).toBe(text.replace('LLER*100*', 'LLER*250.5*'));
    expect(() => changed.setElement(clm, 1, '\u0141')).toThrow(X12Error);
  });

  test('throws when it contains a delimiter', () => {
    expect(() => document().setElement(placeOf('CLM'), 1, 'A*B')).toThrow(X12Error);
    expect(() => document().setElement(placeOf('CLM'), 1, 'A~B')).toThrow(X12Error);
    expect(() => document().setElement(placeOf('CLM'), 1, 'A\nB')).toThrow(X12Error);
    expect(() => document().setElement(9_999, 1, 'A')).toThrow(RangeError);
  });
});

(haveSamples ? test : test.skip)('returns every public sample byte for byte', () => {
  for (const { file } of samples()) {
    const bytes = readSample(file);
    expect(new X12Document(bytes).bytes().equals(bytes)).toBe(true);
  }
});
