import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answered } from '#test/fixtures/x12/answered.ts';
import { dependentVisit, edited, fileOf, officeVisit, secondaryClaim } from '#test/fixtures/x12/claim.ts';
import { damages, spoil } from '#test/fixtures/x12/damage.ts';
import { check } from '#test/fixtures/x12/findings.ts';
import {
  bytesOf,
  claimSegments,
  claimSet,
  group,
  interchange,
  replace,
} from '#test/fixtures/x12/interchange.ts';
import { allGuides } from '#test/fixtures/x12/trace.ts';
import { sized } from '#test/soak.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { transactionListeners } from '#x12/engine/transactions.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { type Finding, responseFor } from '#x12/findings/finding.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';
import { maxFindingsOfSet, VerdictCollector } from '#x12/outbound/verdict-collector.ts';

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

const surplus = Array.from({ length: maxFindingsOfSet + 50 }, () => 'PER*IC*BILLING*TE*3035550100');

/** A set with more findings than a 999 reports. */
const full = replace(claimSegments, 'PER', ...surplus);

test('reports 2,000 findings of a set and counts the others', async () => {
  const { of999, leftOut } = await answered(interchange([group([claimSet(full)])]));
  expect(of999.match(/IK3\*/g)).toHaveLength(maxFindingsOfSet);
  // Two contacts are allowed. Each further one is a finding.
  expect(leftOut).toBe(surplus.length - 2 - maxFindingsOfSet);
});

test('reports an envelope fault of a full set, and starts the next set at zero', async () => {
  const miscounted = claimSet(full).map((segment) => segment.replace(/^SE\*\d+/, 'SE*7'));
  const { of999 } = await answered(interchange([group([miscounted, claimSet(claimSegments, '0002')])]));
  expect(of999.match(/IK5[^~]*/g)).toEqual(['IK5*R*4*5', 'IK5*A']);
  expect(of999).toContain('AK9*P*2*2*1~');
});

/** Returns three sets, the middle one with another ST. */
const withHeader = (st: string): string => {
  const [, ...rest] = claimSet(claimSegments, '0002');
  return interchange([group([claimSet(), [st, ...rest], claimSet(replaced('CLAIM1', 'CLAIM3'), '0003')])]);
};

const replaced = (from: string, to: string): string[] => claimSegments.map((one) => one.replace(from, to));

async function verdict(text: string): Promise<string[]> {
  const settings = { guides: allGuides, moment: new Date('2026-01-20T10:05:00Z'), controlNumber: 1 };
  const { files } = await acknowledge(bytesOf(text), settings);
  const segments = files.flatMap(({ bytes }) => bytes.toString('latin1').split('~'));
  return segments.filter((one) => /^(TA1|AK1|AK2|IK5|AK9)/.test(one));
}

const headers = [
  ['ST*838*0002*005010X222A1', 'AK2*837*0002*005010X222A1', '1'],
  ['ST*8X*0002*005010X222A1', 'AK2*837*0002*005010X222A1', '6'],
  ['ST**0002*005010X222A1', 'AK2*837*0002*005010X222A1', '6'],
  ['ST*835*0002', 'AK2*835*0002', '18'],
  ['ST*837*0002*005010X223A2', 'AK2*837*0002*005010X223A2', 'I6'],
  ['ST*837*0002*NONE', 'AK2*837*0002*NONE', '19'],
  ['ST*837*0002', 'AK2*837*0002', '19'],
] as const;

test.each(headers)('%s rejects only its own set', async (st, ta1, code) => {
  expect(await verdict(withHeader(st))).toEqual([
    'AK1*HC*1*005010X222A1',
    ...['AK2*837*0001*005010X222A1', 'IK5*A'],
    ...[ta1, `IK5*R*${code}`],
    ...['AK2*837*0003*005010X222A1', 'IK5*A'],
    'AK9*P*3*3*2',
  ]);
});

test('rejects a group with an unsupported GS08, and not the next group', async () => {
  const other = group([claimSet()], { number: '2', version: '005010X999' });
  expect(await verdict(interchange([group([claimSet()]), other]))).toEqual([
    ...['AK1*HC*1*005010X222A1', 'AK2*837*0001*005010X222A1', 'IK5*A', 'AK9*A*1*1*1'],
    ...['AK1*HC*2*005010X999', 'AK9*R*1*1*0*2'],
  ]);
});

test.each(['ZZ', 'QQQ', ''])('rejects a group with an unsupported GS01 (%p)', async (functionalId) => {
  const other = group([claimSet()], { functionalId });
  expect(await verdict(interchange([other]))).toEqual(['AK1*HC*1*005010X222A1', 'AK9*R*1*1*0*1']);
});

test('gives a group without GS08 the version of its GS01', async () => {
  const other = group([claimSet()], { version: '' });
  expect(await verdict(interchange([other]))).toEqual(['AK1*HC*1*005010X222A1', 'AK9*R*1*1*0*2']);
});

test.each(headers.slice(0, 6).map(([st]) => st))(
  'rejects a set without a guide also with policy fatal: %s',
  (st) => {
    const collector = new VerdictCollector('fatal');
    const onFinding = (finding: Finding) => collector.finding(finding);
    const engine = new X12Engine({ guides: allGuides, listeners: [collector], onFinding });
    engine.write(bytesOf(withHeader(st)));
    engine.end();
    const [group] = collector.verdicts[0]?.groups ?? [];
    expect(group?.response.sets.map(({ code }) => code)).toEqual(['A', 'R', 'A']);
  },
);

const numRuns = sized('damaged files with responses', { short: 60, soak: 3_000 });
const now = new Date('2026-03-15T18:00:00Z');

const files = [
  fileOf(officeVisit, dependentVisit),
  fileOf(secondaryClaim).replace('HI*ABK:', 'HI*ABK:9.'),
  `${fileOf(officeVisit)}${interchange([])}${fileOf(dependentVisit).replaceAll('000000905', '000000906')}`,
].map((text) => Buffer.from(text, 'latin1'));

/** Responses to damaged files must be valid. */
test('writes valid responses to damaged files, and names only claims of accepted sets in the 277CA', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), damages, async (file, all) => {
      const damaged = spoil(file, all);
      try {
        const { ta1, of999, of277ca, findings, statuses } = await answered([damaged]);
        expect(findings.map(({ id, reference }) => `${id} ${reference}`)).toEqual([]);
        const others = Buffer.from(ta1 + of999, 'latin1');
        const faults = others.length === 0 ? [] : [...validateSync(others, { now })];
        // TA1 and 999 have consecutive interchange numbers, so none repeats.
        expect(faults.map(({ id, reference }) => `${id} ${reference}`)).toEqual([]);
        if (of277ca !== '') expect(of999).toMatch(/IK5\*[AE]/);
        expect(statuses.every(({ disposition }) => disposition !== 'unknown')).toBe(true);
      } catch (error) {
        if (!(error instanceof X12Error)) throw error;
      }
    }),
    { numRuns },
  );
});

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
