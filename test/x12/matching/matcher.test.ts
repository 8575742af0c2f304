import { describe, expect, test } from '@jest/globals';
import { bytesOf, claimSegments, claimText, replace } from '#test/fixtures/x12/interchange.ts';
import { brief, trace } from '#test/fixtures/x12/trace.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { codes } from '#x12/guide/code-list.ts';
import { compileGuide } from '#x12/guide/compile.ts';
import {
  element,
  elementIs,
  type GuideSpec,
  loop,
  type SegmentSpec,
  segment,
  unbounded,
} from '#x12/guide/guide.ts';
import { guide276 } from '#x12/guides/276.ts';
import { guide277 } from '#x12/guides/277.ts';
import { guide277ca } from '#x12/guides/277ca.ts';
import { guide835 } from '#x12/guides/835.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { guide999 } from '#x12/guides/999.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

/** Returns the structural findings of a claim set, with IK304 and position. */
function structure(segments: readonly string[]): string[] {
  const { findings } = trace([bytesOf(claimText(() => [...segments]))]);
  return findings.map((finding) => {
    const { segmentIndex, codes: { segment: code, element } = {} } = finding;
    return `${brief(finding)} ${code ?? ''}${element === undefined ? '' : `/${element}`} @${segmentIndex}`;
  });
}

/** Returns the paths that consumers received, in order. */
function paths(segments: readonly string[]): string[] {
  const { lines } = trace([bytesOf(claimText(() => [...segments]))]);
  return lines.filter((line) => /^(\w*\/|[<>] )/.test(line)).map((line) => line.replace(/(?<=\/\S+) .*/, ''));
}

const insertAfter = (start: string, ...added: string[]) =>
  claimSegments.flatMap((one) => (one.startsWith(start) ? [one, ...added] : [one]));

test('reports segments with their loops, and enters and leaves loops', () => {
  expect(structure(claimSegments)).toEqual([]);
  expect(paths(claimSegments)).toEqual([
    ...['/BHT', '> 1000A', '1000A/NM1', '1000A/PER', '< 1000A', '> 1000B', '1000B/NM1', '< 1000B'],
    ...[
      '> 2000A',
      '2000A/HL',
      '> 2010AA',
      '2010AA/NM1',
      '2010AA/N3',
      '2010AA/N4',
      '2010AA/REF-EI',
      '< 2010AA',
    ],
    ...['> 2000B', '2000B/HL', '2000B/SBR', '> 2010BA', '2010BA/NM1', '2010BA/N3', '2010BA/N4', '2010BA/DMG'],
    ...['< 2010BA', '> 2010BB', '2010BB/NM1', '< 2010BB', '> 2300', '2300/CLM', '2300/HI-ABK'],
    ...['> 2400', '2400/LX', '2400/SV1', '2400/DTP-472', '< 2400', '< 2300', '< 2000B', '< 2000A'],
  ]);
});

describe('the matcher reports', () => {
  test('a missing required segment at the segment in its place', () => {
    expect(structure(replace(claimSegments, 'N4*DENVER*CO*802031234'))).toEqual(['V024 2010AA/N4 3 @9']);
  });

  test('a missing last segment of a claim at the next segment, for the first claim', () => {
    const second = claimSegments.slice(16).map((one) => one.replace('CLAIM1', 'CLAIM2'));
    const segments = [...replace(claimSegments, 'DTP*472'), ...second];
    const [finding] = trace([bytesOf(claimText(() => segments))]).findings;
    expect(finding).toMatchObject({
      loop: '2400',
      segment: 'DTP',
      segmentIndex: 22,
      patientControlNumber: 'CLAIM1',
    });
  });

  test('a segment in the wrong order as out of sequence and not as missing', () => {
    const swapped = [...claimSegments];
    [swapped[6], swapped[7]] = ['N4*DENVER*CO*802031234', 'N3*100 CLINIC WAY'];
    expect(structure(swapped)).toEqual(['V009 2010AA/N3 7 @9']);
    expect(paths(swapped)).toContain('2010AA/N3');
  });

  test('surplus segments and loops', () => {
    expect(structure(insertAfter('N3*100', 'N3*SUITE 2'))).toEqual(['V024 2010AA/N3 5 @9']);
    const twice = insertAfter('NM1*PR', 'NM1*PR*2*OTHER*****PI*P2');
    expect(structure(twice).map((line) => line.slice(-5))).toEqual(['4 @18']);
  });

  test('unknown, foreign and unexpected segments, and matches the others', () => {
    expect(structure(insertAfter('HI*', 'ZZZ*1'))).toEqual(['V009 2300/ZZZ 1 @20']);
    expect(structure(insertAfter('HI*', 'CLP*1'))).toEqual(['V009 2300/CLP 6 @20']);
    expect(structure(insertAfter('HI*', 'N4*DENVER*CO*80203'))).toEqual(['V009 2300/N4 2 @20']);
  });

  test('a missing opener, and enters its loop', () => {
    expect(structure(replace(claimSegments, 'NM1*IL'))).toEqual(['V130 2010BA/NM1 3 @13']);
    expect(paths(replace(claimSegments, 'NM1*IL'))).toContain('2010BA/DMG');
    const noClaim = replace(claimSegments, 'CLM');
    expect(structure(noClaim).filter((line) => line.includes('CLM'))).toEqual(['V017 2300/CLM 3 @18']);
    expect(paths(noClaim)).toContain('2400/SV1');
  });

  test('an unknown qualifier as a fault of its element', () => {
    const lines = structure(insertAfter('HI*', 'NM1*ZZ*1*DOE*JOHN', 'N3*1 MAIN ST', 'N4*DENVER*CO*80203'));
    expect(lines).toEqual(['V134 2310A/NM1 1 8/7 @20']);
    expect(structure(insertAfter('REF*EI', 'REF*1C*123456'))).toEqual(['V029 2010AA/REF 1 8/7 @11']);
    expect(structure(insertAfter('CLM', 'REF*ZZ*123456'))).toEqual(['V069 2300/REF 1 8/7 @19']);
  });

  test('many misplaced loops without keeping them open', () => {
    const many = Array.from({ length: 4_000 }, (_, i) => [
      'NM1*41*2*X*****46*1',
      'PER*IC*X*TE*3035550100',
      `NM1*40*2*Y${i}*****46*2`,
    ]);
    const { findings, lines } = trace([bytesOf(claimText((all) => [...all, ...many.flat()]))]);
    expect(findings.length).toBeGreaterThanOrEqual(8_000);
    const deepest = lines.reduce(
      (depth, line) => {
        const now = depth.now + (line.startsWith('> ') ? 1 : line.startsWith('< ') ? -1 : 0);
        return { now, most: Math.max(depth.most, now) };
      },
      { now: 0, most: 0 },
    );
    expect(deepest).toEqual({ now: 0, most: 4 });
  });

  test('findings of a claim after a bad claim', () => {
    const claims = ['CLAIM1', 'CLAIM2', 'CLAIM3'].flatMap((number) => [
      `CLM*${number}*100***11:B:1*Y*A*Y*Y`,
      ...(number === 'CLAIM2' ? ['XX9*1', 'N3*NOWHERE', 'SBR*Q*18*******CI', 'LX*1'] : ['LX*1']),
      'SV1*HC:99213*100*UN*1***1',
      'DTP*472*D8*20251201',
    ]);
    const { findings } = trace([bytesOf(claimText(() => [...claimSegments.slice(0, 16), ...claims]))]);
    const missing = findings.filter(({ segment }) => segment === 'HI');
    expect(missing.map((finding) => finding.patientControlNumber)).toEqual(['CLAIM1', 'CLAIM2', 'CLAIM3']);
  });
});

describe('the hierarchy', () => {
  const subscriber = (hl: string) => [hl, ...claimSegments.slice(10)];

  test.each([
    ['HL*3*1*22*0', []],
    ['HL*2*1*22*0', ['V015 2000B/HL 1']],
    ['HL*3*2*22*0', ['V015 2000B/HL 2']],
    ['HL*3*1*22*1', ['V016 2000B/HL 4']],
  ])('%s as the second subscriber', (hl, expected) => {
    const text = claimText((segments) => [...segments, ...subscriber(hl)]);
    expect(trace([bytesOf(text)]).findings.map(brief)).toEqual(expected);
  });

  test('reports a level with HL04 0 and a child', () => {
    expect(structure(replace(claimSegments, 'HL*1', 'HL*1**20*0'))).toContain('V016 2000A/HL 4 8/7 @6');
  });
});

describe('guides', () => {
  const guide = (children: GuideSpec['children']): GuideSpec => ({
    name: 'own',
    set: '837',
    functionalId: 'HC',
    version: '005010X222A1',
    accepts: [],
    hasImplementationReference: true,
    children,
  });
  const nm1 = (key: string) =>
    segment('NM1', key, 'R', 1, [element('R', 98, { codes: codes(key) })], {
      key,
      when: [elementIs(1, key)],
    });

  test('with contradictions are refused at compilation', () => {
    expect(() => compileGuide(guide([nm1('85'), nm1('85')]))).toThrow(RangeError);
    expect(() => compileGuide(guide([loop('A', '', 'R', 1, []), nm1('85')]))).toThrow(RangeError);
    const doubled = [nm1('1'), nm1('2')].map((one) => loop('A', '', 'S', unbounded, [one]));
    expect(() => compileGuide(guide(doubled))).toThrow(RangeError);
  });

  test('with a wrong rule or element are refused when it is first needed', () => {
    const rule = segment('N4', '', 'R', 1, [element('R', 19)], { rules: ['Q0102'] });
    const nodeOf = (spec: SegmentSpec) =>
      [...compileGuide(guide([spec])).segments.values()].find((node) => node.spec.id === 'N4');
    expect(() => nodeOf(rule)?.rules).toThrow(RangeError);
    expect(() => nodeOf(segment('N4', '', 'R', 1, 'X19'))?.elements).toThrow(RangeError);
  });

  test.each([guide276, guide277, guide277ca, guide835, guide837p, guide999])(
    'prepare each element and rule of $set $version',
    (spec) => {
      const nodes = [...compileGuide(spec).segments.values()];
      expect(nodes.every(({ elements, rules }) => elements.length > 0 && rules.length >= 0)).toBe(true);
    },
  );

  test('accept neighbors with the same id in any order, but no others', () => {
    const own = guide([nm1('85'), nm1('87'), segment('N3', '', 'S', 1, [element('R', 166)])]);
    const run = (...segments: string[]) =>
      trace([bytesOf(claimText(() => segments))], { guides: [own] }).findings.map(brief);
    expect(run('NM1*87', 'NM1*85', 'N3*X')).toEqual([]);
    expect(run('N3*X', 'NM1*85', 'NM1*87')).toEqual(['V009 NM1']);
  });
});

/** Moves the first segment with a prefix before the first segment with the prefix `before`. */
function moved(start: string, before: string): string[] {
  const at = claimSegments.findIndex((one) => one.startsWith(start));
  const rest = claimSegments.toSpliced(at, 1);
  return rest.toSpliced(
    rest.findIndex((one) => one.startsWith(before)),
    0,
    claimSegments[at] ?? '',
  );
}

function read(segments: readonly string[]) {
  const bytes = bytesOf(claimText(() => [...segments]));
  const claims = [...readClaimsSync(bytes)].map(({ patientControlNumber, totalCharge, lines }) => [
    patientControlNumber,
    totalCharge,
    lines.map(({ charge }) => charge),
  ]);
  const findings = trace([bytes]).findings.map(({ message, codes, segmentIndex }) => ({
    message,
    code: codes?.segment,
    segmentIndex,
  }));
  return { bytes, claims, findings };
}

const whole = [['CLAIM1', 10_000, [10_000]]];

describe('one misplaced segment', () => {
  test('gives one finding with both places, and one IK3, for a service date before its line', async () => {
    const { bytes, claims, findings } = read(moved('DTP*472', 'HI*'));
    expect(claims).toEqual(whole);
    expect(findings).toEqual([
      {
        message: 'DTP*472 is not allowed here; found in loop 2300, expected in 2400',
        code: '2',
        segmentIndex: 19,
      },
    ]);
    const settings = { guides: allGuides, moment: new Date('2026-01-20T10:00:00Z'), controlNumber: 1 };
    const { files } = await acknowledge(bytes, settings);
    const text = files[0]?.bytes.toString() ?? '';
    expect(text.match(/IK3\*[^~]*/g)).toEqual(['IK3*DTP*19*2300*2']);
  });

  test.each([
    ['SV1', 'LX'],
    ['LX', 'HI*'],
    ['CLM', 'NM1*PR'],
    ['HI*', 'CLM'],
    ['SBR', 'HL*2'],
    ['NM1*IL', 'SBR'],
    ['HL*2', 'REF*EI'],
    ['NM1*85', 'HL*1'],
    ['N4*DENVER', 'N3*100'],
    ['CLM', 'N3*1 MAIN'],
  ])(
    'keeps number, line and amounts of the claim for %s before %s, with at most two findings',
    (start, before) => {
      const { claims, findings } = read(moved(start, before));
      expect(claims).toEqual(whole);
      expect(findings.length).toBeGreaterThan(0);
      expect(findings.filter(({ code }) => code !== '8').length).toBeLessThanOrEqual(2);
    },
  );

  test('begins a claim where its content follows a CLM among the lines of the previous claim', () => {
    const second = claimSegments.slice(16).map((one) => one.replace('CLAIM1', 'CLAIM2'));
    const [number = '', ...content] = second;
    const segments = [...claimSegments.slice(0, -1), number, ...claimSegments.slice(-1), ...content];
    expect(read(segments).claims).toEqual([...whole, ['CLAIM2', 10_000, [10_000]]]);
  });

  test('opens a loop without its opener if two segments confirm it', () => {
    const { claims, findings } = read(claimSegments.filter((one) => !one.startsWith('LX')));
    expect(claims).toEqual(whole);
    expect(findings.map(({ code }) => code)).toEqual(['3']);
  });

  test('keeps the waiting segment after its read window', () => {
    const { bytes, claims } = read(moved('SV1', 'LX'));
    const inPieces = trace([...bytes].map((byte) => Buffer.of(byte)));
    expect(inPieces).toEqual(trace([bytes]));
    expect(claims).toEqual(whole);
  });
});
