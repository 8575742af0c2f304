import { describe, expect, test } from '@jest/globals';
import {
  ambulanceClaim,
  brief,
  check,
  dependentVisit,
  fileOf,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import { claimCases } from '#test/fixtures/x12/edits/claim.ts';
import { coverageCases } from '#test/fixtures/x12/edits/coverage.ts';
import { idOf } from '#test/fixtures/x12/edits/edit-case.ts';
import { lineCases } from '#test/fixtures/x12/edits/lines.ts';
import { partyCases } from '#test/fixtures/x12/edits/parties.ts';
import { claimEdits } from '#x12/edits/claim.ts';

const cases = [...partyCases, ...claimCases, ...lineCases, ...coverageCases];

describe('837P edits', () => {
  test.each(Object.entries({ officeVisit, dependentVisit, secondaryClaim, ambulanceClaim }))(
    'nothing is said of the sound claim %s',
    (_, claim) => {
      expect(check(fileOf(claim)).map(brief)).toEqual([]);
    },
  );

  test.each(cases.map((one) => [idOf(one), one.when, one] as const))(
    '%s when %s',
    (_, __, { says, file, settings }) => {
      const expected = typeof says === 'string' ? [says] : says;
      expect(check(file(), settings).map(brief)).toEqual(expected);
    },
  );

  test('every edit of the 837P has a file that calls for it', () => {
    const called = new Set(cases.map(idOf));
    expect(claimEdits.map(({ id }) => id).filter((id) => !called.has(id))).toEqual([]);
  });
});
