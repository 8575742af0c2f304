import { describe, expect, test } from '@jest/globals';
import { LoopReader } from '#x12/837p/build/loop-reader.ts';
import { professionalClaim } from '#x12/837p/model/claim.ts';

const loops = new LoopReader();
loops.add('2300', professionalClaim, 'open.claim');
const { segments, enter } = loops.compile();

const linesOf = (code: unknown) => String(code).split(/\n\s*/);

describe('generated readers of 837P segments', () => {
  test('names each field of a segment', () => {
    expect(linesOf(segments.get('2300/CR2'))).toEqual([
      '(open, s) => {',
      'const r = open.claim;',
      'r.spinalManipulation = { condition: s.text(8), description: filled(s.text(10)), furtherDescription: filled(s.text(11)) };',
      '}',
    ]);
  });

  test('makes a group when a segment gives it a value', () => {
    expect(linesOf(segments.get('2300/DTP-090')).map((line) => line.replace(/\bv\d+\b/, 'make'))).toEqual([
      '(open, s) => {',
      '{ const value = s.date(3); if (s.is(1, "090") && value !== undefined) (open.claim.dates ??= make()).assumedCare = value; }',
      '{ const value = s.date(3); if (s.is(1, "091") && value !== undefined) (open.claim.dates ??= make()).relinquishedCare = value; }',
      '}',
    ]);
  });

  test('keeps the parties of loops apart', () => {
    expect(segments.get('2310B/NM1')).not.toBe(segments.get('2420A/NM1'));
    expect(enter.get('2310B')).not.toBe(enter.get('2310C'));
  });
});
