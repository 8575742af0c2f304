import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { bytesOf, claimText } from '#test/fixtures/x12/interchange.ts';
import { allGuides } from '#test/fixtures/x12/trace.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { compileHandlers } from '#x12/engine/segment-handlers.ts';
import { feed, feedSync, readAll } from '#x12/engine/source.ts';
import { maskValue } from '#x12/findings/finding.ts';
import { codes, codeValidity } from '#x12/guide/code-list.ts';
import { guide837p } from '#x12/guides/837p.ts';

const bytes = bytesOf(claimText());

/** An engine that records the number of each claim. */
function claimNumbers(): { engine: X12Engine; numbers: string[] } {
  const numbers: string[] = [];
  const table = compileHandlers<string[]>(guide837p, {
    segments: { '2300/CLM': (found, segment) => found.push(segment.text(1)) },
  });
  const engine = new X12Engine({ guides: allGuides, listeners: [{ set: () => table.consumer(numbers) }] });
  return { engine, numbers };
}

describe('a source may be', () => {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  }
  test.each([
    ['bytes', () => bytes],
    ['a Node stream', () => Readable.from([bytes.subarray(0, 50), bytes.subarray(50)])],
    ['a stream of text', () => Readable.from([claimText().slice(0, 500), claimText().slice(500)])],
    ['an async iterable', chunks],
    ['an iterable', () => [bytes.subarray(0, 500), bytes.subarray(500)]],
  ])('%s', async (_, source) => {
    const first = claimNumbers();
    expect(await readAll(source(), first.engine)).toBe(bytes.length);
    const second = claimNumbers();
    for await (const _step of feed(source(), second.engine));
    expect([first.numbers, second.numbers]).toEqual([['CLAIM1'], ['CLAIM1']]);
  });

  test('bytes in memory', () => {
    const { engine, numbers } = claimNumbers();
    expect([...feedSync(bytes, engine)]).toHaveLength(2);
    expect(numbers).toEqual(['CLAIM1']);
  });
});

describe('handlers', () => {
  test('are called for loops and the end of a set', () => {
    const handled: string[] = [];
    const table = compileHandlers<string[]>(guide837p, {
      segments: { '2400/SV1': (found, segment) => found.push(segment.component(1, 2)) },
      enter: { '2400': (found, segment) => found.push(`> ${segment.id}`) },
      leave: { '2400': (found) => found.push('<') },
      end: (found, trailer) => found.push(`end ${trailer.count}`),
    });
    const engine = new X12Engine({ guides: allGuides, listeners: [{ set: () => table.consumer(handled) }] });
    engine.write(bytes);
    engine.end();
    expect(handled).toEqual(['> LX', '99213', '<', 'end 23']);
  });

  test('throw for paths that the guide does not have', () => {
    const segments = compileHandlers(guide837p, { segments: { '2300/XYZ': () => undefined } });
    expect(() => segments.consumer(undefined)).toThrow(RangeError);
    const loops = compileHandlers(guide837p, { enter: { '9999': () => undefined } });
    expect(() => loops.consumer(undefined)).toThrow(RangeError);
  });
});

test('passes a set to several listeners', () => {
  const seen: string[] = [];
  const listener = (name: string) => ({
    set: () => ({
      segment: (node: { path: string }) => {
        if (node.path === '2300/CLM') seen.push(`${name} ${node.path}`);
      },
      enter: () => undefined,
      leave: () => undefined,
      end: () => seen.push(`${name} end`),
    }),
  });
  const listeners = [listener('a'), {}, listener('b')];
  const engine = new X12Engine({ guides: allGuides, listeners });
  engine.write(bytes);
  engine.end();
  expect(seen).toEqual(['a 2300/CLM', 'b 2300/CLM', 'a end', 'b end']);
});

test('reads elements as text, numbers, dates and parts', () => {
  const found: unknown[] = [];
  const text = claimText((all) =>
    all.map((one) => (one.startsWith('SV1') ? 'SV1*HC:99213:25*-1.5*UN*2.25***1:2' : one)),
  );
  const table = compileHandlers<unknown[]>(guide837p, {
    segments: {
      '2400/SV1': (values, segment) => {
        values.push(
          [segment.id, segment.elementCount, segment.raw(), segment.length],
          [segment.has(2), segment.has(5), segment.has(99), segment.text(99)],
          [segment.text(1), segment.component(1, 2), segment.component(1, 9), segment.componentCount(7)],
          [segment.is(3, 'UN'), segment.componentIs(1, 1, 'HC'), segment.componentIs(1, 9, '')],
          [segment.cents(2), segment.decimal(4), segment.cents(3), segment.decimal(99)],
          [segment.repetitions(3), segment.repetitions(5), segment.componentCount(5)],
        );
      },
      '2400/DTP-472': (values, segment) =>
        values.push([segment.date(3), segment.endDate(3), segment.date(1)]),
    },
  });
  const engine = new X12Engine({ guides: allGuides, listeners: [{ set: () => table.consumer(found) }] });
  engine.write(bytesOf(text));
  engine.end();
  expect(found).toEqual([
    ['SV1', 7, 'SV1*HC:99213:25*-1.5*UN*2.25***1:2', 34],
    [true, false, false, ''],
    ['HC:99213:25', '99213', '', 2],
    [true, true, true],
    [-150, 2.25, undefined, undefined],
    [['UN'], [], 0],
    ['2025-12-01', undefined, undefined],
  ]);
});

test('masks letters and digits and keeps the shape', () => {
  expect(maskValue('Peña-12 A.b')).toBe('Aaaa-99 A.a');
});

test('checks the dates of codes in a list', () => {
  const entries = new Map([
    ['A', {}],
    ['B', { from: '2024-01-01' }],
    ['C', { to: '2023-12-31' }],
  ]);
  const list = { name: 'dated', entries };
  expect(['A', 'B', 'C', 'D'].map((code) => codeValidity(list, code, '2023-06-01'))).toEqual([
    ...['valid', 'not_yet', 'valid', 'unknown'],
  ]);
  expect(codeValidity(list, 'C', '2024-01-01')).toBe('expired');
  expect(codeValidity(list, 'C')).toBe('valid');
  expect(codeValidity(codes('A'), 'A', '1999-01-01')).toBe('valid');
});
