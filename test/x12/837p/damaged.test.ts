import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ambulanceClaim,
  dependentVisit,
  edited,
  envelope,
  fileOf,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import { damages, spoil } from '#test/fixtures/x12/damage.ts';
import { check } from '#test/fixtures/x12/findings.ts';
import { sized } from '#test/soak.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { claimToJson } from '#x12/837p/json/claim.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { maxSegments } from '#x12/engine/bounded-consumer.ts';
import { X12Error } from '#x12/findings/x12-error.ts';

const file = Buffer.from(
  fileOf(officeVisit, dependentVisit, { ...secondaryClaim, patientControlNumber: 'PCN-3' }, ambulanceClaim),
  'latin1',
);

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof X12Error) return undefined;
    throw error;
  }
}

describe('damaged 837P files', () => {
  test('writes what it read from a damaged file, and reads it back the same', () => {
    fc.assert(
      fc.property(damages, (all) => {
        const claims: ProfessionalClaim[] = attempt(() => [...readClaimsSync(spoil(file, all))]) ?? [];
        const once = attempt(() => writeClaims(claims, envelope));
        if (once === undefined) return;
        const read = [...readClaimsSync(once)];
        const twice = [...readClaimsSync(writeClaims(read, envelope))];
        expect(twice.map(claimToJson)).toEqual(read.map(claimToJson));
      }),
      { seed: 2_000, numRuns: sized('damaged 837P files', { short: 100, soak: 3_000 }) },
    );
  }, 600_000);
});

/** Claims that exceed a limit of the guide. Each once took quadratic time, which the timeout of a test detects. */

const many = 12_000;
const count = Array.from({ length: many }, (_, i) => i + 1);

function idsOf(file: string): string[] {
  return [...new Set(check(file).map(({ id }) => id))];
}

test('reports too many pointers in SV107 and reads a limited number', () => {
  const file = edited(fileOf(officeVisit), [/^(SV1\*(?:[^*\n]*\*){6})[^*~\n]*/m, `$1${count.join(':')}`]);
  expect(idsOf(file)).toEqual(['V087']);
  const [claim] = readClaimsSync(Buffer.from(file));
  expect(claim?.lines[0]?.diagnosisPointers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('finds a repeated control number in a claim with too many lines', () => {
  const line = (i: number) =>
    `LX*${i}~\nSV1*HC:99213*1*UN*1***1~\nDTP*472*D8*20260302~\nREF*6R*L${i % (many - 1)}~\n`;
  const file = edited(fileOf(officeVisit), [/^LX\*1~[\s\S]*?(?=SE\*)/m, count.map(line).join('')]);
  const repeated = check(file).filter(({ id }) => id === 'V090');
  expect(repeated.map(({ value }) => value)).toEqual(['L1']);
});

test('reports too many adjustments, condition codes and diagnoses', () => {
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

describe('a claim above the segment limit', () => {
  const references = 'REF*G1*PA1~\n'.repeat(maxSegments);
  const withoutEnd = edited(fileOf(officeVisit, secondaryClaim), ['HI*ABK', `${references}HI*ABK`]);

  test('is cut at the limit with one finding, and the next claim is complete', () => {
    const found = check(withoutEnd).filter(({ id }) => id === 'V148');
    expect(found).toMatchObject([{ severity: 'error', loop: '2300', segment: 'REF', snip: 1 }]);
    const claims = [...readClaimsSync(Buffer.from(withoutEnd))];
    expect(claims.map(({ isCut, lines }) => [isCut, lines.length])).toEqual([
      [true, 0],
      [undefined, 2],
    ]);
  });

  test('has no finding about the part that was cut off', () => {
    expect(idsOf(withoutEnd)).not.toContain('V053');
  });

  test('is not a claim of the maximum size of the guide', () => {
    const line = (i: number) =>
      `LX*${i}~\nSV1*HC:99213*1*UN*1***1~\nDTP*472*D8*20260302~\n${'REF*G1*PA1~\n'.repeat(200)}`;
    const file = edited(fileOf(officeVisit), [
      /^LX\*1~[\s\S]*?(?=SE\*)/m,
      count.slice(0, 50).map(line).join(''),
    ]);
    expect(idsOf(file)).not.toContain('V148');
  });

  test('is also cut at a limit of bytes, as are the levels above it', () => {
    const note = `K3*${'N'.repeat(1_000_000)}~\n`;
    expect(idsOf(edited(fileOf(officeVisit), ['HI*ABK', `${note.repeat(9)}HI*ABK`]))).toContain('V148');
    const file = edited(fileOf(officeVisit), ['CLM*', `${'REF*G2*X1~\n'.repeat(maxSegments)}CLM*`]);
    const cut = check(file).filter(({ id }) => id === 'V148');
    expect(cut).toMatchObject([{ loop: '2010BB', segment: 'REF' }]);
    expect([...readClaimsSync(Buffer.from(file))]).toMatchObject([
      { patientControlNumber: 'PCN-1', isCut: undefined },
    ]);
  });
});
