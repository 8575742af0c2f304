import { expect, test } from '@jest/globals';
import { check, edited, fileOf, officeVisit, secondaryClaim } from '#test/fixtures/x12/claim.ts';
import { readClaimsSync } from '#x12/837p/read-claims.ts';

/**
 * Claims with more of something than a claim can have. Each took time that grew with the square of it; the timeout of
 * a test is what they then ran into.
 */

const many = 12_000;
const count = Array.from({ length: many }, (_, i) => i + 1);

function idsOf(file: string): string[] {
  return [...new Set(check(file).map(({ id }) => id))];
}

test('more pointers than SV107 takes are an error, and not all are read', () => {
  const file = edited(fileOf(officeVisit), [/^(SV1\*(?:[^*\n]*\*){6})[^*~\n]*/m, `$1${count.join(':')}`]);
  expect(idsOf(file)).toEqual(['V087']);
  const [claim] = readClaimsSync(Buffer.from(file));
  expect(claim?.lines[0]?.diagnosisPointers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('more lines than a claim takes: a control number that comes back is still found', () => {
  const line = (i: number) =>
    `LX*${i}~\nSV1*HC:99213*1*UN*1***1~\nDTP*472*D8*20260302~\nREF*6R*L${i % (many - 1)}~\n`;
  const file = edited(fileOf(officeVisit), [/^LX\*1~[\s\S]*?(?=SE\*)/m, count.map(line).join('')]);
  const repeated = check(file).filter(({ id }) => id === 'V090');
  expect(repeated.map(({ value }) => value)).toEqual(['L1']);
});

test('more adjustments, condition codes and diagnoses than there can be', () => {
  const file = edited(
    fileOf(secondaryClaim),
    [/^(SBR\*P.*\n)/m, `$1${'CAS*CO*45*1~\n'.repeat(many)}`],
    [/^(HI\*ABK.*)~\n/m, `$1${count.map((i) => `*ABF:A${i}`).join('')}~\n${'HI*BG:01~\n'.repeat(many)}`],
  );
  expect(idsOf(file)).toEqual(expect.arrayContaining(['V131', 'V136']));
  const [claim] = readClaimsSync(Buffer.from(file));
  expect(claim?.otherCoverages[0]?.adjustments.length).toBeGreaterThanOrEqual(many);
  expect(claim?.conditionCodes.length).toBeGreaterThanOrEqual(many);
});
