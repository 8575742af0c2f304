import { describe, expect, test } from '@jest/globals';
import { findingsOf } from '#test/fixtures/x12/findings.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import type { Finding } from '#x12/findings/finding.ts';

const noTechnicalContact = 'V130 1000A/PER: the guide requires PER*BL, these older examples lack it';
const shiftedDate = 'V132 /BPR16: one separator is missing, so the date is in BPR15';
const wrongSeparator = [
  'V010 2110/SVC01: component separator is ">", ISA16 has ":"',
  'V132 2110/SVC01: component separator is ">", ISA16 has ":"',
];

/** Known errors in files that should be valid, each with its reason. Any other error fails the test. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'LinuxForHealth__x12/835_005010X221A1.cob-contractural-adjustment.835': [
    noTechnicalContact,
    shiftedDate,
    ...wrongSeparator,
  ],
  'LinuxForHealth__x12/835_005010X221A1.managed-care.835': [
    noTechnicalContact,
    'V135 /BPR16: 20002316 is not a date',
  ],
  'LinuxForHealth__x12/835_005010X221A1.secondary-payment.835': [
    noTechnicalContact,
    shiftedDate,
    ...wrongSeparator,
  ],
  'LinuxForHealth__x12/835_005010X221A1.tertiary-payment.835': [
    noTechnicalContact,
    shiftedDate,
    'V132 2110/SVC01: HC*24599.00 splits the composite, and every element after it is one too far',
    'V132 2110/SVC06: the same',
    'V010 2110/SVC06: the same',
  ],
  'LinuxForHealth__x12/demo.835': [
    noTechnicalContact,
    'V133 2000/TS309: used in 4010, not in 5010',
    'V133 2000/TS311: used in 4010, not in 5010',
  ],
  'azoner__pyx12/835id.source.x12': [
    'V003 /ISA12: version 4010, read but not supported',
    'V003 /ST: version 4010, read but not supported',
  ],
  'tastypackets__x12-parser/profee-multiple.edi': [
    'V004 /ISA13: the same interchange 156 times',
    'V124 /TRN02: the same remittance 156 times',
  ],
};

function place({ id, loop = '', segment = '', element }: Finding): string {
  return `${id} ${loop}/${segment}${element === undefined ? '' : String(element).padStart(2, '0')}`;
}

describe('835 samples', () => {
  const all = samples().filter(({ category }) => category === '835');

  (haveSamples ? test : test.skip).each(all)(
    '$file: counts and sums',
    ({ file, sets, claims, charge, paid }) => {
      const ends = [...readRemittancesSync(readSample(file))].flatMap((event) =>
        event.kind === 'end' ? [event.summary] : [],
      );
      const sum = (of: (summary: (typeof ends)[number]) => number): number =>
        ends.reduce((total, summary) => total + of(summary), 0);
      expect(ends).toHaveLength(sets);
      expect(sum((summary) => summary.claims)).toBe(claims);
      expect(sum((summary) => summary.charge)).toBe(charge);
      expect(sum((summary) => summary.paid)).toBe(paid);
    },
  );

  const valid = all.filter(
    ({ meantToBe }) => meantToBe.includes('valid') && !/wrong|^invalid/.test(meantToBe),
  );
  (haveSamples ? test : test.skip).each(valid)('$file: has only the explained errors', ({ file }) => {
    const errors = findingsOf(readSample(file)).filter(
      ({ severity }) => severity === 'error' || severity === 'fatal',
    );
    const explained = (exceptions[file] ?? []).map((text) => text.slice(0, text.indexOf(':')));
    expect([...new Set(errors.map(place))].sort()).toEqual(explained.sort());
  });

  (haveSamples ? test : test.skip)('agrees with the source projects on their files', () => {
    const events = (file: string) => [...readRemittancesSync(readSample(file))];
    const claimsOf = (file: string) =>
      events(file).flatMap((event) => (event.kind === 'claim' ? [event.claim] : []));
    const blueCross = claimsOf('keironstoddart__edi-835-parser/blue_cross_nc_sample.txt');
    expect(blueCross.map(({ lines }) => lines.length)).toEqual([3]);
    expect(blueCross[0]?.paid).toBe(blueCross[0]?.lines.reduce((sum, { paid }) => sum + paid, 0));
    const united = claimsOf('keironstoddart__edi-835-parser/united_healthcare_legacy_sample.txt');
    expect(united.map(({ lines }) => lines.length)).toEqual([2, 3]);
    const interest = claimsOf('CoveHealth__edi-835-parser/sample_835_with_interests.txt')
      .flatMap(({ amounts }) => amounts)
      .filter(({ qualifier }) => qualifier === 'I');
    expect(interest.reduce((sum, { amount }) => sum + amount, 0)).toBe(10_30);
    const lines = claimsOf('CoveHealth__edi-835-parser/sample_835.txt').flatMap((claim) => claim.lines);
    expect(lines).toHaveLength(12);
  });

  (haveSamples ? test : test.skip)('returns an equal result for any terminators and line ends', () => {
    const content = (file: string) =>
      JSON.stringify(
        [...readRemittancesSync(readSample(`tastypackets__x12-parser/${file}`))],
        (key, value) => (key === 'offset' ? undefined : value),
      );
    const expected = content('profee.edi');
    expect(content('multi-line-not-delimited.edi')).toBe(expected);
  });
});
