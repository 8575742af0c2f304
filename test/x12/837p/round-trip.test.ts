import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { officeVisit } from '#test/fixtures/x12/claim.ts';
import { check } from '#test/fixtures/x12/findings.ts';
import { claimFileJson } from '#test/fixtures/x12/random-claim.ts';
import { haveSamples, readSample, type Sample, samples } from '#test/fixtures/x12/samples.ts';
import { sized } from '#test/soak.ts';
import { readClaims, readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { claimToJson } from '#x12/837p/json/claim.ts';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { streamClaims, writeClaims } from '#x12/837p/write/claims.ts';
import type { Finding } from '#x12/findings/finding.ts';

const moment = new Date('2026-03-15T18:00:00Z');
const head = {
  envelope: { sender: 'SENDER', receiver: 'RECEIVER' },
  transaction: {
    batch_id: 'B1',
    submitter: { last_name: 'S', id: 'S1' },
    receiver: { last_name: 'R', id: 'R1' },
  },
};
const sharedTransaction = {
  purpose: '00',
  batch_id: 'B1',
  date: '2026-03-15',
  time: '1800',
  kind: 'CH',
  submitter: { role: '41', entity_type: '2', last_name: 'S', id_qualifier: '46', id: 'S1' },
  receiver: { role: '40', entity_type: '2', last_name: 'R', id_qualifier: '46', id: 'R1' },
};

/** Sorts a subscriber's own claims before those of dependents, as every file does. */
function byContent(claims: readonly unknown[]): string[] {
  return claims.map((claim) => JSON.stringify(claim, Object.keys(flattened(claim)).sort())).sort();
}

function flattened(value: unknown, keys: Record<string, true> = {}): Record<string, true> {
  if (typeof value !== 'object' || value === null) return keys;
  for (const [key, part] of Object.entries(value)) {
    keys[key] = true;
    flattened(part, keys);
  }
  return keys;
}

describe('837P round trip', () => {
  test('preserves any claims through JSON, writing, reading and JSON', () => {
    fc.assert(
      fc.property(claimFileJson, (claims) => {
        const file = claimFileFromJson({ ...head, claims }, moment);
        const written = writeClaims(file.claims, file.envelope);
        const read = [...readClaimsSync(written)].map(claimToJson);
        const expected = claims.map((claim) => ({
          ...claim,
          transaction: sharedTransaction,
          lines: claim.lines.map((line, i) => ({ number: i + 1, ...line })),
        }));
        expect(byContent(read)).toEqual(byContent(expected));
      }),
      { seed: 837, numRuns: sized('random 837P files by way of JSON', { short: 20, soak: 500 }) },
    );
  }, 600_000);

  test('writes the same file again from a file that it wrote', () => {
    fc.assert(
      fc.property(claimFileJson, (claims) => {
        const file = claimFileFromJson({ ...head, claims }, moment);
        const once = writeClaims(file.claims, file.envelope);
        const twice = writeClaims(readClaimsSync(once), file.envelope);
        expect(twice.toString()).toBe(once.toString());
      }),
      { seed: 838, numRuns: sized('random 837P files', { short: 12, soak: 300 }) },
    );
  }, 600_000);

  test('reads chunks and writes streams with the same result as whole files', async () => {
    const claims = Array.from({ length: 250 }, (_, i) => ({ ...officeVisit, patientControlNumber: `P${i}` }));
    const envelope = {
      senderQualifier: 'ZZ',
      sender: 'S',
      receiverQualifier: 'ZZ',
      receiver: 'R',
      moment,
      interchangeNumber: 1,
      groupNumber: 1,
      usage: 'T',
    } as const;
    const delimiters = { element: '*', component: ':', repetition: '^', terminator: '~' };
    const pieces: Buffer[] = [];
    for await (const piece of streamClaims(claims, envelope, { delimiters })) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(2);
    expect(Buffer.concat(pieces).toString()).toBe(writeClaims(claims, envelope).toString());

    const numbers: string[] = [];
    for await (const claim of readClaims(pieces)) numbers.push(claim.patientControlNumber);
    expect(numbers).toEqual(claims.map(({ patientControlNumber }) => patientControlNumber));
  });
});

describe('samples', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const professional = samples().filter(({ category }) => category === '837P');

  /** Errors in files that their projects consider valid, each with the fault in the file. */
  const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'ambulance.example5': { V054: 'CLM05-2 is empty' },
    autoaccident: { V026: 'five-digit ZIP' },
    'cob.2ndary.example4': wrongComponentSeparator({ V026: 'five-digit ZIP' }),
    'cob.example3.A': { V026: 'five-digit ZIP', V108: 'loop 2330B is missing' },
    'cob.example3.B': { V026: 'five-digit ZIP', V027: 'ZIP of four digits in 2010AB' },
    'cob.example3.C': { V026: 'five-digit ZIP' },
    'demo.cob.example4': {
      V022: 'NPI beginning with 0 and 9',
      V026: 'five-digit ZIP',
      V134: 'AMT*F2 of 4010 in 2320',
    },
    'drug.example10.1': { V026: 'five-digit ZIP' },
    'drug.example10.2': { V026: 'five-digit ZIP', V028: 'tax id with a hyphen' },
    'drug.example10.3': { V026: 'five-digit ZIP', V028: 'tax id with a hyphen' },
    'demo.example1.': { V030: 'taxonomy of the code set of 2003, ending in Y' },
    'demo.example11': wrongComponentSeparator({
      V022: 'NPI beginning with 9',
      V025: 'street is a post office box',
    }),
    'demo.example12': wrongComponentSeparator({}),
    'demo.example2.': { V022: 'NPI beginning with 9', V026: 'five-digit ZIP', V030: 'taxonomy of 2003' },
    'demo.example7': { V022: 'NPI beginning with 9', V026: 'five-digit ZIP' },
    'demo.example8': { V022: 'NPI beginning with 7', V026: 'five-digit ZIP' },
    'demo.example9': wrongComponentSeparator({ V022: 'NPI beginning with 5', V026: 'five-digit ZIP' }),
    '/demo.837': { V030: 'taxonomy of 2003' },
    '837_004010X098A1': { V003: 'version 4010' },
    'sample837-original': { V003: 'ISA12 is 00402', V022: 'NPI of nine digits' },
  };

  /** ISA16 is a colon, but the composites are separated by ">": they read as one component. */
  function wrongComponentSeparator(others: Record<string, string>): Record<string, string> {
    const reason = 'composites separated by ">" where ISA16 is ":"';
    return { V054: reason, V064: reason, V081: reason, V087: reason, ...others };
  }

  /** Files meant to be invalid: the faults that their project lists, as `edit loop/segment`. */
  const stated: Readonly<Record<string, readonly string[]>> = {
    x12_bad_segment_identifier: [
      'V009 2010AA/Nd4',
      'V009 2000B/NM31',
      'V024 2010AA/N4',
      'V020 1000A/PER',
      'V130 2010BA/NM1',
    ],
    x12_bad_valid_code: ['V134 2010AA/NM1'],
    x12_loop_errors1: ['V131 2010AA/NM1'],
    x12_loop_errors2: ['V131 2010AA/NM1'],
    x12_loop_errors3: ['V130 2010AA/NM1'],
    x12_missing_elements: ['V021 1000B/NM1', 'V054 2300/CLM'],
    x12_missing_required_loop_in_one_repeat: ['V130 2010BA/NM1'],
    x12_missing_required_loops_mult_repeats: ['V017 2400/LX'],
    x12_segment_errors: ['V024 2010AA/N3', 'V064 2300/HI', 'V028 2010AA/REF'],
    x12_segments_out_of_order: ['V009 2010AA/N4', 'V009 2010AB/N3'],
    x12_bad_first_line: ['V001 undefined/undefined'],
    'pyx12/837miss': ['V137 undefined/SE', 'V137 undefined/GE', 'V137 undefined/IEA'],
    'pyx12/elements': ['V007 undefined/SE', 'V003 undefined/ST'],
    'pyx12/bad_2010AA': ['V003 undefined/ST'],
  };

  function errorsOf({ file }: Sample): Finding[] {
    return check(readSample(file), { now }).filter(
      ({ severity }) => severity === 'error' || severity === 'fatal',
    );
  }

  function entryFor<T>(table: Readonly<Record<string, T>>, file: string): T | undefined {
    return Object.entries(table).find(([part]) => file.includes(part))?.[1];
  }

  function parts(claims: readonly ProfessionalClaim[]): unknown[] {
    return claims.map(claimToJson);
  }

  (haveSamples ? describe : describe.skip)('837P samples', () => {
    test.each(professional.map((sample) => [sample.file, sample] as const))(
      '%s has the claims, lines and charges of the index',
      (_, sample) => {
        const claims = [...readClaimsSync(readSample(sample.file))];
        expect({
          claims: claims.length,
          lines: claims.reduce((sum, { lines }) => sum + lines.length, 0),
          charge: claims.reduce((sum, { totalCharge = 0 }) => sum + totalCharge, 0),
        }).toEqual({ claims: sample.submittedClaims, lines: sample.lines, charge: sample.charge });
      },
    );

    test.each(professional.map((sample) => [sample.file, sample] as const))(
      '%s is the same after writing and reading',
      (_, { file }) => {
        const claims = [...readClaimsSync(readSample(file))];
        const written = writeClaims(claims, {
          senderQualifier: 'ZZ',
          sender: 'A',
          receiverQualifier: 'ZZ',
          receiver: 'B',
          moment: now,
          interchangeNumber: 1,
          groupNumber: 1,
          usage: 'T',
        });
        expect(parts([...readClaimsSync(written)])).toEqual(parts(claims));
      },
    );

    const valid = professional.filter(
      ({ meantToBe }) => meantToBe === 'valid' || meantToBe === 'presumed valid',
    );
    test.each(valid.map((sample) => [sample.file, sample] as const))(
      '%s has only the listed errors',
      (_, sample) => {
        const ids = new Set(errorsOf(sample).map(({ id }) => id));
        const known = Object.keys(entryFor(exceptions, sample.file) ?? {});
        expect([...ids].filter((id) => !known.includes(id))).toEqual([]);
      },
    );

    test.each(Object.entries(stated))(
      'reports the errors that the project of %s states',
      (part, expected) => {
        const sample = professional.find(({ file }) => file.includes(part));
        if (sample === undefined) throw new Error(`no sample ${part}`);
        const found = errorsOf(sample).map(({ id, loop, segment }) => `${id} ${loop}/${segment}`);
        expect(found).toEqual(expect.arrayContaining([...expected]));
      },
    );

    const miscounted = professional.filter(({ envelopeIssues }) => /SE01=|GE01=|IEA01=/.test(envelopeIssues));
    test.each(miscounted.map((sample) => [sample.file, sample] as const))(
      '%s has the wrong counts of the index',
      (_, sample) => {
        const found = errorsOf(sample).flatMap(({ id, segment, details }) =>
          id === 'V007' || id === 'V008'
            ? [`${segment}01=${details?.['declared']} counted ${details?.['counted']}`]
            : [],
        );
        const counts = sample.envelopeIssues.split('; ').filter((issue) => issue.includes('01='));
        expect([...new Set(found)].sort()).toEqual(counts.sort());
      },
    );

    test.each([
      ['x12_complex', 6, [3000, 10]],
      ['x12_multiple_isa', 4, [2000, 4]],
      ['x12_many_claims', 820, [410000, 820]],
    ] as const)('%s has the shape its project asserts', (part, count, [dollars, lines]) => {
      const sample = professional.find(({ file }) => file.includes(part));
      const claims = [...readClaimsSync(readSample(sample?.file ?? ''))];
      expect(claims).toHaveLength(count);
      expect(claims.reduce((sum, claim) => sum + claim.lines.length, 0)).toBe(lines);
      expect(claims.reduce((sum, { totalCharge = 0 }) => sum + totalCharge, 0)).toBe(dollars * 100);
    });

    test('reads the parties of x12_complex', () => {
      const sample = professional.find(({ file }) => file.includes('x12_complex'));
      const [first] = [...readClaimsSync(readSample(sample?.file ?? ''))].map(
        ({ billingProvider }) => billingProvider,
      );
      const claims = [...readClaimsSync(readSample(sample?.file ?? ''))].filter(
        ({ billingProvider }) => billingProvider.levelPosition?.offset === first?.levelPosition?.offset,
      );
      const count = (list: (claim: ProfessionalClaim) => number): number =>
        claims.reduce((sum, claim) => sum + list(claim), 0);
      expect({
        claims: claims.length,
        referring: count(({ referring }) => referring.length),
        rendering: count(({ rendering }) => (rendering ? 1 : 0)),
        facility: count(({ serviceFacility }) => (serviceFacility ? 1 : 0)),
        supervising: count(({ supervising }) => (supervising ? 1 : 0)),
        coverages: count(({ otherCoverages }) => otherCoverages.length),
        otherProviders: count(({ otherCoverages }) =>
          otherCoverages.reduce((sum, { providers }) => sum + providers.length, 0),
        ),
        lines: count(({ lines }) => lines.length),
        drugs: count(({ lines }) => lines.filter(({ drug }) => drug).length),
      }).toEqual({
        claims: 3,
        referring: 4,
        rendering: 2,
        facility: 3,
        supervising: 1,
        coverages: 4,
        otherProviders: 9,
        lines: 5,
        drugs: 2,
      });
    });
  });
});
