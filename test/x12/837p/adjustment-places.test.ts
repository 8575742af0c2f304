import { expect, test } from '@jest/globals';
import { edited, fileOf, secondaryClaim } from '#test/fixtures/x12/claim.ts';
import { check } from '#test/fixtures/x12/findings.ts';

/** Segment text and element of each V106, in order. */
function places(...cas: readonly string[]): string[] {
  const file = edited(fileOf(secondaryClaim), [/^(SBR\*P.*\n)(?:CAS.*\n)*/m, `$1${cas.join('~\n')}~\n`]);
  return check(file)
    .filter(({ id, loop }) => id === 'V106' && loop === '2320')
    .map(({ byteOffset, element, value }) => {
      const segment = file.slice(byteOffset, file.indexOf('~', byteOffset));
      return `${segment} ${element} ${value}`;
    });
}

test('reports an unknown reason at its own CAS and element', () => {
  expect(places('CAS*CO*45*10', 'CAS*PR*1*5**ZZZ9*5')).toEqual(['CAS*PR*1*5**ZZZ9*5 5 ZZZ9']);
  expect(places('CAS*CO*45*10*****ZZZ9*5')).toContain('CAS*CO*45*10*****ZZZ9*5 8 ZZZ9');
});

test('reports a repeated group at the CAS that repeats it', () => {
  expect(places('CAS*CO*45*10', 'CAS*PR*1*5', 'CAS*CO*96*1')).toEqual(['CAS*CO*96*1 1 CO']);
});
