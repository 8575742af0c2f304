import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ambulanceClaim,
  dependentVisit,
  envelope,
  fileOf,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import { damages, spoil } from '#test/fixtures/x12/damage.ts';
import { sized } from '#test/soak.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { claimToJson } from '#x12/837p/json/claim.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
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
