import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findingsOf } from '#test/fixtures/x12/findings.ts';
import { randomRemittance } from '#test/fixtures/x12/random-remittance.ts';
import { claim, remittance, remittanceFile } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { sized } from '#test/soak.ts';
import type { ClaimPayment } from '#x12/835/model.ts';
import { type RemittanceEvent, readRemittances, readRemittancesSync } from '#x12/835/read-remittances.ts';
import type { RemittanceInput } from '#x12/835/write-remittances.ts';
import type { Finding } from '#x12/findings/finding.ts';

/** Returns the typed content without positions, which depend on how a file is written. */
function content(bytes: Uint8Array): unknown {
  return JSON.parse(JSON.stringify(drafts([...readRemittancesSync(bytes)]), withoutPosition));
}

function drafts(events: readonly RemittanceEvent[]): RemittanceInput[] {
  const found: RemittanceInput[] = [];
  let claims: ClaimPayment[] = [];
  for (const event of events) {
    if (event.kind === 'remittance') claims = [];
    else if (event.kind === 'claim') claims.push(event.claim);
    else
      found.push({
        ...event.summary.remittance,
        claims,
        providerAdjustments: event.summary.providerAdjustments,
      });
  }
  return found;
}

function withoutPosition(key: string, value: unknown): unknown {
  return key === 'position' || key === 'tracePosition' ? undefined : value;
}

describe('835 round trips', () => {
  test('reads what was written', () => {
    const [found] = drafts([...readRemittancesSync(remittanceFile(remittance()))]);
    expect(found).toMatchObject(remittance());
  });

  test.each([
    'MIA*1*2*3*4*MA01*6*7*8*9*10*11*12*13*14*15*16*17*18*19*MA07*MA15*MA18*N1*24',
    'MOA*0.5*2*MA01*MA07*MA15*MA18*N1*8*9',
  ])('keeps each element of %s', (segment) => {
    const plain = remittanceFile(remittance()).toString('latin1');
    const given = plain
      .replace('DTM*232', `${segment}~DTM*232`)
      .replace(/SE\*(\d+)/, (_, count) => `SE*${Number(count) + 1}`);
    expect(given).toContain(segment);
    const [read] = drafts([...readRemittancesSync(Buffer.from(given, 'latin1'))]);
    if (read === undefined) throw new Error('No remittance');
    expect(remittanceFile(read).toString('latin1')).toContain(`${segment}~`);
  });

  test('keeps headers with TS3 and TS2', () => {
    const summary = {
      ...{
        provider: '1234567893',
        facilityType: '11',
        fiscalPeriod: '2025-12-31',
        claims: 2,
        charge: 20_000,
      },
      ...{ mspPayer: 150, pipClaims: 4, pipAdjustment: -300 },
    };
    const first = { assigned: '1', summary, supplemental: { federalSpecific: 12_34, coveredDays: 3 } };
    const second = { assigned: '1', summary: undefined, supplemental: undefined };
    const claims = [claim({ header: first }), claim({ header: first }), claim({ header: second })];
    const file = remittanceFile(remittance({ claims }));
    const [read] = drafts([...readRemittancesSync(file)]);
    expect(read?.claims.map(({ header }) => header)).toMatchObject([first, first, second]);
    expect(read?.claims[0]?.header).toBe(read?.claims[1]?.header);
    expect(file.toString().match(/LX\*1/g)).toHaveLength(2);
  });

  test('returns an equal result after read, write and read', () => {
    fc.assert(
      fc.property(randomRemittance, (draft) => {
        const first = remittanceFile(draft);
        const read = drafts([...readRemittancesSync(first)]);
        expect(content(remittanceFile(...read))).toEqual(content(first));
        expect(read[0]?.claims).toHaveLength(draft.claims.length);
        expect(read[0]?.claims.map(({ paid }) => paid)).toEqual(draft.claims.map(({ paid }) => paid));
      }),
      { numRuns: sized('random 835 files', { short: 50, soak: 1_000 }), seed: 835 },
    );
  }, 600_000);

  test('returns an equal result for any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(randomRemittance, fc.array(fc.integer({ min: 1, max: 200 })), async (draft, cuts) => {
        const bytes = remittanceFile(draft, draft);
        const events: RemittanceEvent[] = [];
        for await (const event of readRemittances(pieces(bytes, cuts))) events.push(event);
        expect(events).toEqual([...readRemittancesSync(bytes)]);
      }),
      { numRuns: sized('random 835 files in pieces', { short: 20, soak: 300 }), seed: 835 },
    );
  }, 600_000);

  const readable = samples().filter(
    ({ category, version }) => category === '835' && version.startsWith('00'),
  );
  (haveSamples ? test : test.skip).each(readable)('$file', ({ file }) => {
    const first = readSample(file);
    const read = drafts([...readRemittancesSync(first)]);
    expect(read.length).toBeGreaterThan(0);
    expect(content(remittanceFile(...read))).toEqual(content(first));
  });
});

function* pieces(bytes: Uint8Array, cuts: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (let n = 0; at < bytes.length; n++) {
    const size = cuts[n % Math.max(cuts.length, 1)] ?? 50;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

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
