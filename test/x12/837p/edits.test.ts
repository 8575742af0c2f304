import { describe, expect, test } from '@jest/globals';
import {
  ambulanceClaim,
  dependentVisit,
  edited,
  fileOf,
  officeVisit,
  secondaryClaim,
  service,
  withLines,
} from '#test/fixtures/x12/claim.ts';
import { claimCases } from '#test/fixtures/x12/edits/claim.ts';
import { coverageCases } from '#test/fixtures/x12/edits/coverage.ts';
import { idOf } from '#test/fixtures/x12/edits/edit-case.ts';
import { lineCases } from '#test/fixtures/x12/edits/lines.ts';
import { partyCases } from '#test/fixtures/x12/edits/parties.ts';
import { brief, check } from '#test/fixtures/x12/findings.ts';
import { claimEdits } from '#x12/edits/claim-edits.ts';

const cases = [...partyCases, ...claimCases, ...lineCases, ...coverageCases];

describe('837P edits', () => {
  test.each(Object.entries({ officeVisit, dependentVisit, secondaryClaim, ambulanceClaim }))(
    'reports nothing for the valid claim %s',
    (_, claim) => {
      expect(check(fileOf(claim)).map(brief)).toEqual([]);
    },
  );

  test.each(cases.map((one) => [idOf(one), one.when, one] as const))(
    '%s when %s',
    (_, __, { findings, file, settings }) => {
      const expected = typeof findings === 'string' ? [findings] : findings;
      expect(check(file(), settings).map(brief)).toEqual(expected);
    },
  );

  test('lets a replacement repeat its original', () => {
    const references = { ...officeVisit.references, originalClaimNumber: 'ICN1' };
    const replacement = { ...officeVisit, patientControlNumber: 'PCN-2', frequency: '7', references };
    expect(check(fileOf(officeVisit, replacement))).toEqual([]);
  });

  test('expects ICD-10 from its first day on', () => {
    const visit = (serviceDate: string) =>
      fileOf(withLines(officeVisit, { ...service('99213', 4000), serviceDate }));
    const codesOn = (day: string) => check(visit(day)).filter(({ id }) => id === 'V065');
    expect(codesOn('2015-09-30').map(({ message }) => message)).toEqual([
      ...(officeVisit.diagnoses ?? []).map(() => expect.stringMatching(/^ICD-10-CM began/)),
    ]);
    expect(codesOn('2015-10-01')).toEqual([]);
  });

  test('has a file for every edit of the 837P', () => {
    const called = new Set(cases.map(idOf));
    expect(claimEdits.map(({ id }) => id).filter((id) => !called.has(id))).toEqual([]);
  });
});

describe('places of 837P findings', () => {
  test('reports a missing segment at the next segment, with the element that requires it', () => {
    const file = edited(fileOf(officeVisit), [/DMG\*.*\n/, '']);
    const [finding] = check(file);
    expect(finding).toMatchObject({
      id: 'V034',
      segment: 'DMG',
      segmentIndex: 17,
      codes: { segment: 'I6' },
      trigger: { segment: 'SBR', index: 13, loop: '2000B', element: 2, elementRef: '1069' },
    });
    expect(file.substring(finding?.byteOffset ?? 0)).toMatch(/^NM1\*PR/);
  });

  test('does not find a segment missing from the first line in the second', () => {
    const [first, second] = officeVisit.lines ?? [];
    if (first === undefined || second === undefined) throw new Error('the fixture has two lines');
    const claim = withLines(officeVisit, service('80053', 4000), {
      ...second,
      references: { clia: '06D1234567' },
    });
    const file = fileOf(claim);
    const [finding] = check(file);
    expect(finding).toMatchObject({ id: 'V070', segment: 'REF' });
    expect(file.substring(finding?.byteOffset ?? 0)).toMatch(/^LX\*2/);
  });

  test('reports the terms of a balance and the claim number', () => {
    const [finding] = check(edited(fileOf(secondaryClaim), ['AMT*D*120.5', 'AMT*D*120.51']));
    expect(finding).toMatchObject({
      id: 'V102',
      patientControlNumber: 'PCN-1',
      details: { payer_paid: '120.51', lines_paid: '140.50', claim_adjustments: '20.00' },
    });
  });

  test('reports the findings of a claim after a bad claim', () => {
    const bad = { ...officeVisit, totalCharge: 1 };
    const file = fileOf(bad, {
      ...bad,
      patientControlNumber: 'PCN-2',
      subscriber: { ...bad.subscriber, id: 'A999999' },
    });
    expect(check(file).map(({ id, patientControlNumber }) => [id, patientControlNumber])).toEqual([
      ['V053', 'PCN-1'],
      ['V053', 'PCN-2'],
    ]);
  });

  test('reports a fault of a shared party once', () => {
    const billingProvider = { ...officeVisit.billingProvider, idQualifier: undefined, id: undefined };
    const subscriber = { ...officeVisit.subscriber, relationship: undefined };
    const claims = [0, 1, 2, 3].map((i) => ({
      ...officeVisit,
      billingProvider,
      subscriber: i < 2 ? subscriber : { ...subscriber, id: `B${i}76543` },
      patientControlNumber: `P${i}`,
      totalCharge: 17550 + i,
      lines: (officeVisit.lines ?? []).map((line, n) => (n === 0 ? { ...line, charge: 12550 + i } : line)),
    }));
    expect(check(fileOf(...claims)).map(({ id, segmentIndex }) => `${id} ${segmentIndex}`)).toEqual([
      'V023 8',
      'V033 13',
      'V033 40',
      'V033 57',
    ]);
  });
});
