import { describe, expect, test } from '@jest/globals';
import { edited, fileOf, officeVisit, secondaryClaim } from '#test/fixtures/x12/claim.ts';
import { allGuides } from '#test/fixtures/x12/trace.ts';
import { transactionListeners } from '#x12/engine/transactions.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

const moment = new Date('2026-03-15T18:00:00Z');

/** IK3 and IK4 of the 999, and its IK5, for a claim with one change. */
async function errorsOf(file: string, from: string | RegExp, to: string): Promise<string[]> {
  const listeners = transactionListeners({}, { now: moment });
  const options = { guides: allGuides, listeners, moment, controlNumber: 1 };
  const { files } = await acknowledge(Buffer.from(edited(file, [from, to]), 'utf8'), options);
  const segments = files.flatMap(({ bytes }) => bytes.toString('utf8').split('~'));
  return segments
    .filter((one) => /^(IK3|IK4|IK5)/.test(one))
    .map((one) => one.replace(/^IK3\*(\w+)\*\d+/, 'IK3*$1'));
}

const office = fileOf(officeVisit);
const secondary = fileOf(secondaryClaim);

describe('IK403 of the 999', () => {
  test.each([
    ['5', 'a text that is too long', 'MARLOW*TESSA', `MARLOW*${'T'.repeat(36)}`, '4*1036'],
    ['5', 'a qualifier that is too long', 'REF*EI*', 'REF*EIEI*', '1*128'],
    ['5', 'a claim number that is too long', 'CLM*PCN-1*', `CLM*${'9'.repeat(39)}*`, '1*1028'],
    ['5', 'money of more than ten digits', 'PCN-1*175.5*', 'PCN-1*17512345678*', '2*782'],
    ['4', 'a text that is too short', 'N4*BOULDER*', 'N4*B*', '1*19'],
    ['4', 'a modifier of one character', '99213:25', '99213:2', '1:3*1339'],
    ['6', 'letters in an amount', 'PCN-1*175.5*', 'PCN-1*1OO.5*', '2*782'],
    ['6', 'letters in a number', /SV1\*HC:94010\*50\*UN\*1\*/, 'SV1*HC:94010*50*UN*X*', '4*380'],
    ['6', 'a character outside of the character set', 'MARLOW*TESSA', 'MARLOW*TE\u0001SA', '4*1036'],
    ['6', 'such a character in an amount', 'PCN-1*175.5*', 'PCN-1*17\u00015*', '2*782'],
    ['7', 'a code that the guide does not print', 'DMG*D8*19840602*F', 'DMG*D8*19840602*X', '3*1068'],
    ['7', 'a qualifier that the guide does not print', 'PRV*BI*PXC', 'PRV*BI*ZZZ', '2*128'],
    ['8', 'a date that does not exist', 'DTP*472*D8*20260302', 'DTP*472*D8*20260230', '3*1251'],
    ['8', 'an invalid date of birth', 'DMG*D8*19840602', 'DMG*D8*19841302', '2*1251'],
    ['8', 'a date of birth in the future', 'DMG*D8*19840602', 'DMG*D8*20990602', '2*1251'],
    [
      '8',
      'a BHT04 that is not a date',
      /BHT\*0019\*00\*BATCH-1\*20260315/,
      'BHT*0019*00*BATCH-1*20261315',
      '4*373',
    ],
    ['9', 'a time that does not exist', '*1130*CH', '*2530*CH', '5*337'],
    ['1', 'an element that is missing', 'SBR*P*18', 'SBR**18', '1*1138'],
    ['1', 'a qualifier that is missing', 'REF*EI*', 'REF**', '1*128'],
    ['1', 'a last element that is missing', 'N3*12 OAK ST', 'N3*', '1*166'],
    ['I10', 'an element that is not used', 'CLM*PCN-1*175.5***', 'CLM*PCN-1*175.5*MB**', '3*1032'],
    ['I12', 'more places than money has', 'PCN-1*175.5*', 'PCN-1*175.505*', '2*782'],
    ['I12', 'a post office box', 'N3*100 CLINIC WAY', 'N3*PO BOX 7', '1*166'],
    ['I12', 'an inconsistent hierarchy', 'HL*2*1*22', 'HL*7*1*22', '1*628'],
    [
      'I13',
      'a first name of an organization',
      'NM1*85*2*VALLEY CLINIC*',
      'NM1*85*2*VALLEY CLINIC*ANN',
      '4*1036',
    ],
    ['3', 'a separator after the last element', 'N3*12 OAK ST', 'N3*12 OAK ST*', '2'],
    ['13', 'a component too many', '11:B:1', '11:B:1:9', '5:4'],
  ])('is %s for %s, once', async (code, _, from, to, place) => {
    const [, ...lines] = await errorsOf(office, from, to);
    expect(lines.at(-1)).toBe('IK5*R*5');
    expect(
      lines.filter((one) => one.startsWith('IK4')).map((one) => one.split('*').slice(1, 4).join('*')),
    ).toEqual([`${place.padEnd(place.includes('*') ? 0 : place.length + 1, '*')}*${code}`]);
  });

  test.each([
    ['V030', office, 'PRV*BI*PXC', 'PRV*BI*ZZ'],
    ['V071', office, 'HI*ABK', `REF*G1*${'A'.repeat(51)}~\nHI*ABK`],
    ['V083', office, '99213:25', '99213:2'],
    ['V090', office, 'REF*6R*L1', `REF*6R*${'1'.repeat(31)}`],
    ['V095', office, 'REF*6R*L1~\n', 'REF*6R*L1~\nLIN**N4*00074115578~\n'],
    ['V105', secondary, 'DTP*573*D8*20260310', 'DTP*573*D8*20261310'],
    ['V106', secondary, 'CAS*PR*1*20', 'CAS*XX*1*20'],
    ['V108', secondary, /NM1\*PR\*2\*FRONT[^~]*~\n/, ''],
  ])('%s: rejects a fault against the guide with any SNIP type of its edit', async (_, file, from, to) => {
    expect((await errorsOf(file, from, to)).at(-1)).toBe('IK5*R*5');
  });
});
