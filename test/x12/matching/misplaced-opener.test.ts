import { describe, expect, test } from '@jest/globals';
import { bytesOf, claimSegments, claimText } from '#test/fixtures/x12/interchange.ts';
import { trace } from '#test/fixtures/x12/trace.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

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
