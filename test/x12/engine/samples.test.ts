import { describe, expect, test } from '@jest/globals';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { allGuides, brief, trace } from '#test/fixtures/x12/trace.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

const imsweb = 'imsweb__x12-parser/';
const describeSamples = haveSamples ? describe : describe.skip;

/** Returns the errors of a sample as `id place @position`, without the listed ids. */
function errors(file: string, ...ignored: readonly string[]): string[] {
  return trace([readSample(file)])
    .findings.filter(
      ({ severity, id }) => (severity === 'error' || severity === 'fatal') && !ignored.includes(id),
    )
    .map((finding) => `${brief(finding)} @${finding.segmentIndex ?? 0}`);
}

/** Faults of all files of this project: SE01 of 25 for any length, HI with a qualifier only, HL numbers. */
const usual = ['V007', 'V064', 'V015', 'V016', 'V008', 'V006', 'V005'];

describeSamples('every public sample', () => {
  test('is read to its end, with the sets that a plain tokenizer counts', () => {
    for (const { file, sets } of samples()) {
      const { lines } = trace([readSample(file)]);
      expect(lines.at(-1)).toMatch(/^end \d+$/);
      // Two files have no ISA. In a third the reference tokenizer lost the terminator of several bytes.
      if (/x12_no_isa_line|blue_cross_nc_sample|ts214_ellipses/.test(file)) continue;
      expect([file, lines.filter((line) => /^ST\??\s/.test(line)).length]).toEqual([file, sets]);
    }
  });

  test('gets responses without faults', async () => {
    for (const { file } of samples()) {
      const options = { guides: allGuides, moment: new Date('2026-01-20T10:00:00Z'), controlNumber: 1 };
      const { files } = await acknowledge(readSample(file), options);
      for (const { bytes } of files) expect([file, trace([bytes]).findings.map(brief)]).toEqual([file, []]);
    }
  });
});

describeSamples('files meant to be valid that are of the four sets', () => {
  /** Errors of the samples, confirmed by the reference. */
  const exceptions: Readonly<Record<string, string>> = {
    'demo.cob.2ndary.example4': 'an institutional claim (CLM05-2 A, SV2) under the version of the 837P',
    'demo.example11': 'an institutional claim under the version of the 837P',
    'demo.example12': 'an institutional claim under the version of the 837P',
    'demo.example9': 'an institutional claim under the version of the 837P',
    'demo.ambulance.example5': 'CLM05-2 is empty',
    'demo.cob.example3.A': 'loop 2330B is missing',
    'demo.cob.example4': 'AMT01 AAE is of 4010',
    '835_005010X221A1': 'PER*BL and BPR16 are missing, SVC01 begins with the code',
    'demo.835': 'PER*BL is missing, TS309 and TS311 are not used in 5010',
    '277CA Sample (Accepted)': 'DTP*472 is 29 February 2023',
    x12_277CA_accepted: 'DTP*472 is 29 February 2023',
    'profee-multiple': 'one interchange number 156 times',
    'sample837-original': 'ISA12 is 00403',
    'x12_999_accepted.txt': 'IEA02 differs from ISA13, GS05 is not a time',
  };
  const four = new Set(['837P', '835', '999', '277CA']);
  const valid = samples().filter(
    ({ category, meantToBe, version }) =>
      four.has(category) && /^(presumed )?valid$/.test(meantToBe) && version.startsWith('005010'),
  );

  test.each(valid.map(({ file }) => [file]))('%s', (file) => {
    const reason = Object.keys(exceptions).find((name) => file.includes(name));
    const found = errors(file);
    if (reason === undefined) expect(found).toEqual([]);
    else expect(found).not.toEqual([]);
  });
});

describeSamples('errors that the projects of the samples state', () => {
  test.each<[string, string[]]>([
    ['x12_loop_errors1_exceeds_max_1_parent.txt', ['V131 2010AA/NM1 @13']],
    ['x12_loop_errors2_exceeds_max_repeats_multiple_parents.txt', ['V131 2010AA/NM1 @32']],
    ['x12_loop_errors3_missing_loops.txt', ['V130 2010AA/NM1 @7']],
    ['x12_missing_required_loop_in_one_repeat.txt', ['V130 2010BA/NM1 @18']],
    ['x12_missing_elements.txt', ['V021 1000B/NM1 2 @5', 'V054 2300/CLM 5 @29']],
    ['x12_segments_out_of_order.txt', ['V009 2010AA/N4 @10', 'V009 2010AB/N3 @15']],
    [
      'x12_bad_segment_identifier.txt',
      [
        'V009 1000A/ @4',
        'V020 1000A/PER @5',
        'V009 2010AA/Nd4 @9',
        'V024 2010AA/N4 @10',
        'V009 2000B/NM31 @18',
        'V130 2010BA/NM1 @19',
      ],
    ],
  ])('%s', (file, expected) => {
    expect(errors(imsweb + file, ...usual).sort()).toEqual(expected.sort());
  });

  test('x12_segment_errors.txt: N3 and HI missing, one REF too many', () => {
    const found = errors(`${imsweb}x12_segment_errors.txt`, 'V007', 'V016');
    expect(found.sort()).toEqual(['V024 2010AA/N3 @8', 'V028 2010AA/REF @10', 'V064 2300/HI @20']);
  });

  test('x12_missing_required_loops_mult_repeats.txt: 2400 missing in two claims', () => {
    const found = errors(`${imsweb}x12_missing_required_loops_mult_repeats.txt`);
    expect(found.filter((one) => one.startsWith('V017 2400/LX'))).toHaveLength(2);
  });

  test('reports a header without fixed widths and a missing header as fatal', () => {
    expect(errors(`${imsweb}x12_bad_first_line.txt`)[0]).toBe('V001  @0');
    expect(errors(`${imsweb}x12_no_isa_line.txt`)[0]).toBe('V140  @0');
  });

  test('reports a truncated set', () => {
    const found = errors('azoner__pyx12/837miss.source.x12');
    expect(found.filter((one) => one.startsWith('V137'))).toEqual([
      'V137 SE @0',
      'V137 GE @0',
      'V137 IEA @0',
    ]);
  });

  test('finds the same loops with other delimiters', () => {
    const paths = (file: string) =>
      trace([readSample(imsweb + file)])
        .lines.filter((line) => /^(\w*\/|[<>] )/.test(line))
        .map((line) => line.split(' ')[0]);
    expect(paths('x12_valid_different_separators.txt')).toEqual(paths('x12_valid.txt'));
  });
});

describeSamples('the 999 of an invalid sample points at the segment', () => {
  const options = {
    guides: allGuides,
    moment: new Date('2026-01-20T10:00:00Z'),
    controlNumber: 1,
    ta1: 'never',
  } as const;

  test.each<[string, string[]]>([
    [
      'x12_segment_errors.txt',
      ['IK3*N3*8*2010*3', 'IK3*REF*10*2010*5', 'IK3*HI*20*2300*3', 'CTX*CLM01:A37YH556'],
    ],
    ['x12_loop_errors1_exceeds_max_1_parent.txt', ['IK3*NM1*13*2010*4']],
    ['x12_loop_errors3_missing_loops.txt', ['IK3*NM1*7*2010*3']],
    ['x12_missing_elements.txt', ['IK3*NM1*5*1000*8', 'IK4*2*1065*1', 'IK3*CLM*29*2300*8', 'IK4*5**1']],
    ['x12_segments_out_of_order.txt', ['IK3*N4*10*2010*7', 'IK3*N3*15*2010*7']],
    ['x12_bad_valid_code.txt', ['IK3*NM1*7*2010*8', 'IK4*1*98*7*117', 'IK3*NM1*13*2010*3']],
    ['x12_bad_segment_identifier.txt', ['IK3*NM3*18*2000*1', 'IK3*NM1*19*2010*3']],
  ])('%s', async (file, expected) => {
    const { files } = await acknowledge(readSample(imsweb + file), options);
    const segments = files[0]?.bytes.toString('latin1').split('~') ?? [];
    expect(segments).toEqual(expect.arrayContaining(expected));
    expect(segments).toContain('AK9*R*1*1*0');
  });
});

test('throws X12Error for input that is not X12', () => {
  expect(() => trace([new TextEncoder().encode('no X12 at all')])).toThrow(X12Error);
});
