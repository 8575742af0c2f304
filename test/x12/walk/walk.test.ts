import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import {
  bytesOf,
  claimSegments,
  claimText,
  group,
  interchange,
  replace,
} from '#test/fixtures/x12/interchange.ts';
import { remittance, remittanceFile } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { X12Document } from '#x12/engine/document.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { walk, walkSync } from '#x12/walk/walk.ts';
import type { WalkStep } from '#x12/walk/walker.ts';

const loopsOf = (steps: Iterable<WalkStep>): string[] =>
  [...steps].map(({ loop, segment }) => `${segment.id} ${loop === undefined ? '?' : loop.join('/')}`);

function plain({ loop, segment, set }: WalkStep): unknown {
  return [loop, segment.raw(), segment.index, segment.offset, set?.controlNumber];
}

async function walked(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<unknown[]> {
  const steps: unknown[] = [];
  for await (const step of walk(chunks)) steps.push(plain(step));
  return steps;
}

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

describe('walk', () => {
  test('gives the loops of each segment of an 837P', () => {
    expect(loopsOf(walkSync(bytesOf(claimText())))).toEqual([
      ...['ISA ', 'GS ', 'ST ', 'BHT ', 'NM1 1000A', 'PER 1000A', 'NM1 1000B'],
      ...['HL 2000A', 'NM1 2000A/2010AA', 'N3 2000A/2010AA', 'N4 2000A/2010AA', 'REF 2000A/2010AA'],
      ...['HL 2000A/2000B', 'SBR 2000A/2000B', 'NM1 2000A/2000B/2010BA', 'N3 2000A/2000B/2010BA'],
      ...['N4 2000A/2000B/2010BA', 'DMG 2000A/2000B/2010BA', 'NM1 2000A/2000B/2010BB'],
      ...['CLM 2000A/2000B/2300', 'HI 2000A/2000B/2300', 'LX 2000A/2000B/2300/2400'],
      ...['SV1 2000A/2000B/2300/2400', 'DTP 2000A/2000B/2300/2400', 'SE ', 'GE ', 'IEA '],
    ]);
  });

  test('gives the loops of an 835 and a 277CA', () => {
    const paths = (bytes: Uint8Array) => [
      ...new Set([...walkSync(bytes)].flatMap(({ loop }) => (loop?.length ? [loop.join('/')] : []))),
    ];
    expect(paths(remittanceFile(remittance()))).toEqual([
      ...['1000A', '1000B', '2000', '2000/2100', '2000/2100/2110'],
    ]);
    expect(paths(acknowledgmentFile(acknowledgment()))).toContain('2000A/2000B/2000C/2000D/2200D');
  });

  test('walks a set without a guide with undefined loops', () => {
    const set = ['ST*834*0001*005010X220A1', 'BGN*00*1*20260101', 'INS*Y*18', 'SE*4*0001'];
    const text = interchange([group([set], { functionalId: 'BE', version: '005010X220A1' })]);
    const steps = [...walkSync(bytesOf(text))];
    expect(loopsOf(steps)).toEqual(['ISA ', 'GS ', 'ST ?', 'BGN ?', 'INS ?', 'SE ?', 'GE ', 'IEA ']);
    expect(steps.map(({ set: header }) => header?.set)).toEqual([
      ...[undefined, undefined, '834', '834', '834', '834', undefined, undefined],
    ]);
  });

  test('walks only the loops of the given guides', () => {
    const [, , st] = loopsOf(walkSync(bytesOf(claimText()), { guides: [] }));
    expect(st).toBe('ST ?');
  });

  test('gives a segment without a place an undefined loop, and the segments after it theirs', () => {
    const text = claimText((segments) => segments.flatMap((one) => (/^HI/.test(one) ? [one, 'ZZZ*1'] : one)));
    const loops = loopsOf(walkSync(bytesOf(text)));
    expect(loops).toContain('ZZZ ?');
    expect(loops).toContain('SV1 2000A/2000B/2300/2400');
    expect(loops.filter((one) => one.endsWith('?'))).toHaveLength(1);
  });

  test('gives a loop that comes too late, and segments out of order, the path of the guide', () => {
    const late = ['NM1*87*2', 'N3*9 LATE ST', 'N4*DENVER*CO*80203'];
    const lateLoop = claimText((segments) =>
      segments.flatMap((one) => (one.startsWith('DMG') ? [one, ...late] : one)),
    );
    const loops = loopsOf(walkSync(bytesOf(lateLoop)));
    expect(loops).toEqual(expect.arrayContaining(['NM1 2000A/2010AB', 'N3 2000A/2010AB']));
    expect(loops).toContain('CLM 2000A/2000B/2300');

    const party = ['NM1*82*1*LATE*DOC****XX*1234567893', 'PRV*PE*PXC*207Q00000X'];
    const lateSegment = claimText((segments) =>
      segments.flatMap((one) => (one.startsWith('SV1') ? [one, ...party] : one)),
    );
    expect(loopsOf(walkSync(bytesOf(lateSegment))).slice(-6, -3)).toEqual([
      ...['NM1 2000A/2000B/2300/2400/2420A', 'PRV 2000A/2000B/2300/2400/2420A', 'DTP 2000A/2000B/2300/2400'],
    ]);
  });

  test('reads elements by their path and by their number', () => {
    const steps = [...walkSync(bytesOf(claimText()))];
    const clm = steps.find(({ segment }) => segment.id === 'CLM')?.segment;
    expect(clm?.get('CLM01')).toBe('CLAIM1');
    expect(clm?.get('CLM05')).toBe('11:B:1');
    expect(clm?.get('CLM05-3')).toBe('1');
    expect([clm?.get('CLM05-4'), clm?.get('CLM03'), clm?.get('CLM44'), clm?.get('NM101')]).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect(() => clm?.get('CLM5')).toThrow(RangeError);
    expect([clm?.cents(2), clm?.component(5, 2), clm?.has(3), clm?.is(8, 'Y')]).toEqual([
      ...[10_000, 'B', false, true],
    ]);
    expect([clm?.componentCount(5), clm?.repetitions(1), clm?.componentIs(5, 1, '11')]).toEqual([
      ...[3, ['CLAIM1'], true],
    ]);
    const dtp = steps.find(({ segment }) => segment.id === 'DTP')?.segment;
    expect([dtp?.date(3), dtp?.endDate(3), dtp?.decimal(1)]).toEqual(['2025-12-01', undefined, 472]);
    expect(dtp?.position()).toEqual({ index: 22, offset: claimText().indexOf('DTP*') });
    expect(dtp?.packed(2)).toBe(dtp?.packedComponent(2, 1));
    const [isa] = steps;
    expect([isa?.segment.get('ISA06'), isa?.segment.get('ISA16')]).toEqual(['SENDER         ', ':']);
  });

  test('segments can be kept while the walk continues', async () => {
    const text = interchange(
      Array.from({ length: 300 }, (_, n) =>
        group([[`ST*837*${n}*005010X222A1`, ...claimSegments, `SE*23*${n}`]]),
      ),
    );
    const kept: WalkStep[] = [];
    for await (const step of walk(pieces(bytesOf(text), 5_000))) kept.push(step);
    expect(kept.map(({ segment }) => segment.raw())).toEqual(
      new X12Document(bytesOf(text)).segments.map(({ elements }) => elements.join('*')),
    );
  });

  test('gives the same steps for any chunks', async () => {
    const text = bytesOf(
      claimText((segments) => segments.flatMap((one) => (/^(HI|N3)/.test(one) ? [one, one, 'LX*9'] : one))),
    );
    const long = bytesOf(claimText((segments) => replace(segments, 'HI', `HI*ABK:${'E'.repeat(20_000)}`)));
    const files = [text, long, remittanceFile(remittance(), remittance())];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 3_000, max: 30_000 })),
        fc.constantFrom(...files),
        async (size, file) => {
          expect(await walked(pieces(file, size))).toEqual([...walkSync(file)].map(plain));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('gives requests that do not wait their steps in order', async () => {
    const steps = walk(bytesOf(claimText()));
    const requests = Array.from({ length: 30 }, () => steps.next());
    const results = await Promise.all(requests);
    expect(results.map(({ value }) => value?.segment.id).filter(Boolean)).toEqual(
      [...walkSync(bytesOf(claimText()))].map(({ segment }) => segment.id),
    );
    expect(results.at(-1)).toEqual({ value: undefined, done: true });
  });

  test('closes its source when the loop ends early', async () => {
    const stream = Readable.from(pieces(bytesOf(claimText()), 50));
    for await (const { segment } of walk(stream)) if (segment.id === 'BHT') break;
    expect(stream.destroyed).toBe(true);
  });

  test('refuses input that is not X12, and ends', async () => {
    const steps = walk(bytesOf('no X12'));
    await expect(steps.next()).rejects.toThrow(X12Error);
    expect(await steps.next()).toEqual({ value: undefined, done: true });
  });

  (haveSamples ? test : test.skip)('walks every segment of every public sample', () => {
    for (const { file } of samples()) {
      const bytes = readSample(file);
      const expected = new X12Document(bytes).segments.map(({ start, elements }) => [start, elements]);
      const steps = [...walkSync(bytes)].map(({ segment }) => [
        segment.offset,
        Array.from({ length: segment.elementCount + 1 }, (_, e) => segment.text(e)),
      ]);
      expect(steps).toEqual(expected);
    }
  });
});
