import { describe, expect, test } from '@jest/globals';
import { edited, fileOf, officeVisit, secondaryClaim } from '#test/fixtures/x12/claim.ts';
import { check } from '#test/fixtures/x12/findings.ts';
import { responseFor } from '#x12/findings/finding.ts';

/** The errors of a file, as `id response`. */
const responses = (text: string): string[] =>
  check(text)
    .filter(({ severity }) => severity !== 'warning')
    .map((finding) => `${finding.id} ${responseFor(finding)}`);

describe('the response that reports a finding', () => {
  test.each([
    ['a qualifier that the guide does not print', /PRV\*BI\*PXC/, 'PRV*BI*ZZ', 'V030'],
    ['an element that is too short', '99213:25', '99213:2', 'V083'],
  ])('is the 999 for %s, whatever the SNIP type of its edit', (_, from, to, id) => {
    expect(responses(edited(fileOf(officeVisit), [from, to]))).toEqual([`${id} 999`]);
  });

  test('is the 999 for a missing required loop', () => {
    const file = edited(fileOf(secondaryClaim), [/NM1\*IL\*1\*MARLOW\*TESSA\*\*\*\*MI\*X99~\n/, '']);
    expect(responses(file)).toEqual(['V108 999']);
  });

  test('is the 999 for a missing required segment', () => {
    const file = edited(fileOf(secondaryClaim), [/DTP\*573[^~]*~\n/, '']);
    expect(responses(file)).toContain('V105 999');
  });

  test.each([
    ['a balance', 'CLM*PCN-1*175.5*', 'CLM*PCN-1*200*', 'V053'],
    ['a taxonomy code', '207Q00000X', '207Q00000Y', 'V030'],
    ['a modifier that repeats', '99213:25', '99213:25:25', 'V083'],
    ['a place of service', '11:B:1', '00:B:1', 'V055'],
    ['a claim frequency that payers refuse', '11:B:1', '11:B:6', 'V056'],
    ['a diagnosis', 'ABK:J449', 'ABK:J44.9', 'V065'],
    ['an address that only this situation requires', 'N3*12 OAK ST~\n', '', 'V034'],
  ])('is the 277CA for %s', (_, from, to, id) => {
    expect(responses(edited(fileOf(officeVisit), [from, to]))).toEqual([`${id} 277CA`]);
  });

  test('is the TA1 for a fault of the interchange', () => {
    const [finding] = responses(fileOf(officeVisit).replace('IEA*1*000000905', 'IEA*1*000000906'));
    expect(finding).toBe('V004 TA1');
  });
});
