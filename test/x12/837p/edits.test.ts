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
import type { CheckSettings } from '#x12/837p/check/settings.ts';
import type { WritableClaim } from '#x12/837p/write/claims.ts';
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

const office = fileOf(officeVisit);
const claim = (changes: Partial<WritableClaim>) => fileOf({ ...officeVisit, ...changes });
const billing = (changes: Partial<WritableClaim['billingProvider']>) =>
  claim({ billingProvider: { ...officeVisit.billingProvider, ...changes } });
const diagnosis = (code: string, qualifier = 'ABK') => claim({ diagnoses: [{ qualifier, code }] });
const procedure = (code: string) => edited(office, ['HC:94010', `HC:${code}`]);
const tables = (inForce: boolean | undefined): CheckSettings['tables'] => ({
  procedures: (code) =>
    code === '94010' ? (inForce === undefined ? undefined : { inForce }) : { inForce: true },
});

/** An edit may have several reasons; the message names the actual one. */
const reasons: readonly (readonly [message: string, file: string, settings?: Partial<CheckSettings>])[] = [
  ['NPI must have ten digits; correct it', billing({ id: '123456789' })],
  ['NPI must begin with 1 or 2; correct it', billing({ id: '9876543210' })],
  ['NPI check digit is wrong; correct the number', billing({ id: '1234567890' })],
  ['Tax id must have nine digits without a hyphen; correct REF02', billing({ taxId: '84-1234567' })],
  ['Employer id is never issued; check REF*EI', billing({ taxId: '999999999' })],
  ['Taxonomy code must have ten characters; correct PRV03', billing({ taxonomy: '207Q0000X' })],
  ['Taxonomy code must end in X; correct PRV03', billing({ taxonomy: '207Q00000Y' })],
  ['ZIP code must have nine digits; send ZIP+4', edited(office, ['CO*802031234', 'CO*80203'])],
  [
    'Last four digits of the ZIP code are a filler; send the real ZIP+4',
    edited(office, ['CO*802031234', 'CO*802030000']),
  ],
  ['Place of service code does not exist; correct it', edited(office, ['***11:B', '***98:B'])],
  [
    'Place of service code is not yet in force on the service date; send one that is',
    edited(office, ['***11:B', '***10:B'], ['20260302', '20210302'], ['20260302', '20210302']),
  ],
  ['Diagnosis code has a dot; send it without', diagnosis('J44.9')],
  ['ICD-10-CM code must begin with a capital letter; correct it', diagnosis('4449')],
  ['Second character of an ICD-10-CM code must be a digit; correct it', diagnosis('JA49')],
  ['ICD-10-CM code must have three to seven characters; correct it', diagnosis('S7200000')],
  [
    'ICD-10-CM began on 1 October 2015; send ICD-9-CM with BK and BF',
    edited(diagnosis('J449'), ['20260302', '20150302'], ['20260302', '20150302'], ['***1:2', '***1']),
  ],
  ['ICD-9-CM ended on 30 September 2015; send ICD-10-CM with ABK and ABF', diagnosis('496', 'BK')],
  ['Procedure code must have five characters; correct it', procedure('992130')],
  ['Procedure code must begin with a digit or A to V; correct it', procedure('W9213')],
  ['Procedure code is not in the code set; correct it', office, { tables: tables(undefined) }],
  ['Procedure code is not in force on the service date; send one that is', office, { tables: tables(false) }],
  [
    'Adjustment reason code is no longer in force on the adjudication date; send one that is',
    edited(
      fileOf(secondaryClaim),
      ['CAS*PR*1*', 'CAS*PR*42*'],
      [/(N(?:M1\*PR).*77001~\n)/, '$1DTP*573*D8*20260310~\n'],
    ),
  ],
  [
    'Patient Control Number is too long; send at most 38 characters',
    claim({ patientControlNumber: 'X'.repeat(39) }),
  ],
  ['Patient Control Number is missing; add it', edited(office, ['CLM*PCN-1*', 'CLM**'])],
  [
    'Total Claim Charge Amount has more than two decimals; send at most two',
    edited(office, ['*175.5*', '*175.501*']),
  ],
  [
    'Total Claim Charge Amount must be a number; send digits and at most one point',
    edited(office, ['*175.5*', '*1E3*']),
  ],
  ['Birth date is in the future; correct DMG02', edited(office, ['19840602', '20270602'])],
  [
    'Birth date is more than 130 years ago; correct DMG02',
    edited(office, ['19840602', '19010602']),
    { now: new Date('2035-01-01') },
  ],
  [
    'Line control number repeats in the claim; number each line once',
    edited(office, ['REF*6R*L2', 'REF*6R*L1']),
  ],
];

describe('reasons of 837P findings', () => {
  // A third parameter would be taken for the callback of an asynchronous test.
  test.each(reasons)('%s', (...[message, file, settings]) => {
    expect(check(file, settings).map((finding) => finding.message)).toContain(message);
  });

  test('reports no wrong length for a value of that length', () => {
    const wrongStart = check(billing({ id: '9876543210' })).map(({ message }) => message);
    expect(wrongStart.join()).not.toMatch(/ten digits/);
    const neverIssued = check(billing({ taxId: '000000000' })).map(({ message }) => message);
    expect(neverIssued.join()).not.toMatch(/nine digits/);
  });

  test('reports no late claim without a filing limit', () => {
    const old = edited(office, ['20260302', '20200302'], ['20260302', '20200302']);
    expect(check(old)).toEqual([]);
  });

  test('accepts only X in GS07', () => {
    const found = check(edited(office, ['*17*X*', '*17*T*']));
    expect(found.map(({ id, segment, element, severity }) => [id, segment, element, severity])).toEqual([
      ['V141', 'GS', 7, 'error'],
    ]);
  });
});
