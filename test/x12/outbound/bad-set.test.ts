import { expect, test } from '@jest/globals';
import { bytesOf, claimSegments, claimSet, group, interchange } from '#test/fixtures/x12/interchange.ts';
import { allGuides } from '#test/fixtures/x12/trace.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';
import { VerdictCollector } from '#x12/outbound/verdict-collector.ts';

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
