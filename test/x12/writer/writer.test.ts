import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { X12Document } from '#x12/engine/document.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { SegmentReader } from '#x12/reader/reader.ts';
import { MemorySpool, type Spool, spoolLines, UsedCharacters } from '#x12/writer/spool.ts';
import { type InterchangeEnvelope, Repetitions, type WriterOptions, X12Writer } from '#x12/writer/writer.ts';
import { FileSpool } from '../../../bin/x12/file-spool.ts';

const moment = new Date('2026-01-15T09:30:45Z');
const envelope: InterchangeEnvelope = {
  senderQualifier: 'ZZ',
  sender: 'SENDER',
  receiverQualifier: 'ZZ',
  receiver: 'RECEIVER',
  moment,
  controlNumber: 12,
  usage: 'T',
};
const groupEnvelope = {
  functionalId: 'HC',
  sender: 'SENDER',
  receiver: 'RECEIVER',
  moment,
  controlNumber: 3,
  version: '005010X222A1',
};

function write(body: (writer: X12Writer) => void, options: WriterOptions = {}): string {
  const writer = new X12Writer(options);
  writer.interchange(envelope);
  writer.group(groupEnvelope);
  writer.set('837', 1, '005010X222A1');
  body(writer);
  writer.endSet();
  writer.endGroup();
  writer.endInterchange();
  return writer.bytes().toString();
}

test('writes envelopes with fixed width, counts and control numbers', () => {
  const text = write((writer) => writer.segment('BHT', '0019', '00'), { lineEnd: '\n' });
  expect(text.split('\n')).toEqual([
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260115*0930*^*00501*000000012*0*T*:~',
    'GS*HC*SENDER*RECEIVER*20260115*0930*3*X*005010X222A1~',
    'ST*837*0001*005010X222A1~',
    'BHT*0019*00~',
    'SE*3*0001~',
    'GE*1*3~',
    'IEA*1*000000012~',
    '',
  ]);
});

test('omits trailing empty elements and components only', () => {
  const text = write((writer) => {
    writer.segment('NM1', '85', undefined, '', 'X', undefined, '');
    writer.segment('SV1', ['HC', '99213', undefined, '25', ''], undefined, ['1', '', '3']);
    writer.segment('CTX', new Repetitions([['A', 'B'], 'C']));
    writer.segment('OI');
  });
  expect(text).toContain('NM1*85***X~SV1*HC:99213::25**1::3~CTX*A:B^C~OI~');
});

describe('delimiters', () => {
  test('are the customary ones if the data does not contain them', () => {
    expect(write((writer) => writer.segment('N3', '1 MAIN ST'))).toContain('N3*1 MAIN ST~');
  });

  test('are others if the data contains the customary ones', () => {
    const text = write((writer) => writer.segment('N3', 'A*B:C^D~E', ['1', '2']));
    expect(text).toContain("N3|A*B:C^D~E|1>2'");
    expect(text.startsWith('ISA|00|')).toBe(true);
    expect([text[82], text[104], text[105]]).toEqual(['!', '>', "'"]);
  });

  test('stay the customary ones if only texts for people contain them', () => {
    const options = { replacesSeparators: true };
    const text = write((writer) => {
      writer.segment('NM1', 'IL', '1', 'O*NEIL', '~ANN^MAY*');
      writer.segment('NTE', 'ADD', 'SEEN AT 10:30');
      writer.segment('N3', '*', 'SUITE 4');
      writer.segment('SV1', ['HC', 'J3490', '', '', '', '', 'DRUG: 5 ML'], '10');
    }, options);
    expect(text).toContain(
      'NM1*IL*1*O NEIL*ANN MAY~NTE*ADD*SEEN AT 10.30~N3*-*SUITE 4~SV1*HC:J3490:::::DRUG. 5 ML*10~',
    );
    expect([text[3], text[82], text[104], text[105]]).toEqual(['*', '^', ':', '~']);
    // An id is returned by the receiver, so it stays as it is.
    const withId = write((writer) => writer.segment('CLM', 'A*1', '10'), options);
    expect(withId).toContain('CLM|A*1|10~');
  });

  test('that are given are used, and data that contains one is refused', () => {
    const delimiters = { element: '|', component: '>', repetition: '!', terminator: '\n' };
    expect(write((writer) => writer.segment('N3', 'A*B'), { delimiters })).toContain('N3|A*B\n');
    expect(() => write((writer) => writer.segment('N3', 'A|B'), { delimiters })).toThrow(X12Error);
    expect(() => write(() => undefined, { delimiters: { ...delimiters, component: '|' } })).toThrow(X12Error);
    expect(() => write(() => undefined, { delimiters: { ...delimiters, component: 'A' } })).toThrow(X12Error);
  });

  test('that are given allow output in pieces', () => {
    const delimiters = { element: '*', component: ':', repetition: '^', terminator: '~' };
    const writer = new X12Writer({ delimiters });
    writer.interchange(envelope);
    const first = writer.bytes().toString();
    writer.group(groupEnvelope);
    writer.endGroup();
    writer.endInterchange();
    expect(first + writer.bytes().toString()).toContain(
      '~GS*HC*SENDER*RECEIVER*20260115*0930*3*X*005010X222A1~GE*0*3~',
    );
  });

  test('are chosen for any data', () => {
    const everyMark = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
    for (const data of ['*|+=', ':><;', '^!`{', "~'\\}", "*|+=:><;^!`{~'\\}", everyMark]) {
      const text = write((writer) => writer.segment('N3', data, ['1', '2']));
      const [segment] = new X12Document(Buffer.from(text)).segments.filter(({ id }) => id === 'N3');
      expect(segment?.elements).toEqual(['N3', data, `1${text[104]}2`]);
      expect(new Set([text[3], text[82], text[104], text[105]]).size).toBe(4);
    }
  });
});

describe('the writer refuses', () => {
  test.each<[string, Partial<InterchangeEnvelope>]>([
    ['a sender that is too long', { sender: 'A'.repeat(16) }],
    ['a control number of ten digits', { controlNumber: 1_000_000_000 }],
    ['a control number below zero', { controlNumber: -1 }],
    ['a control number that is not an integer', { controlNumber: 1.5 }],
  ])('%s', (_, change) => {
    expect(() => new X12Writer().interchange({ ...envelope, ...change })).toThrow(X12Error);
  });

  test('control characters in data', () => {
    expect(() => write((writer) => writer.segment('N3', 'A\nB'))).toThrow(X12Error);
  });
});

test('reads back any data as it was written', () => {
  const character = fc.constantFrom(..."AZaz09 .,-:*~^|>!'éÅ€#&".split(''));
  const value = fc
    .string({ unit: character, minLength: 1, maxLength: 12 })
    .filter((text) => text.trim() === text);
  const segments = fc.array(fc.array(value, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(segments, (all) => {
      const text = write((writer) => {
        for (const elements of all) writer.segment('ZZZ', ...elements);
      });
      const found: string[][] = [];
      const reader = new SegmentReader({
        isa() {},
        segment(segment) {
          if (segment.id !== 'ZZZ') return;
          found.push(Array.from({ length: segment.elementCount }, (_, e) => segment.text(e + 1)));
        },
        repair() {},
      });
      reader.write(Buffer.from(text));
      reader.finish();
      expect(found).toEqual(all);
    }),
    { seed: 11, numRuns: 300 },
  );
});

const spools = {
  'in memory': () => new MemorySpool(),
  'in a file': () => new FileSpool(),
} as const satisfies Readonly<Record<string, () => Spool>>;

describe.each(Object.entries(spools))('a spool %s', (_, newSpool) => {
  test('returns appended text that was not truncated', () => {
    const long = fc
      .tuple(fc.stringMatching(/^[ -~]{1,40}$/), fc.integer({ min: 1, max: 6_000 }))
      .map(([text, times]) => text.repeat(times));
    const step = fc.oneof(
      fc.record({ append: long }),
      fc.record({ keep: fc.double({ min: 0, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (steps, part) => {
          const spool = newSpool();
          let expected = '';
          for (const one of steps) {
            if ('append' in one) {
              spool.append(one.append);
              expected += one.append;
            } else {
              const place = Math.floor(expected.length * one.keep);
              spool.truncate(place);
              expected = expected.slice(0, place);
            }
            expect(spool.length).toBe(expected.length);
          }
          const from = Math.floor(expected.length * part);
          expect([...spool.read(0, expected.length)].join('')).toBe(expected);
          expect([...spool.read(from, expected.length)].join('')).toBe(expected.slice(from));
          expect([...spool.read(0, from)].join('')).toBe(expected.slice(0, from));
          if (spool instanceof FileSpool) spool.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  test('returns lines between two places', () => {
    const spool = newSpool();
    const lines = Array.from({ length: 5_000 }, (_, i) => `{"line":${i},"text":"${'x'.repeat(i % 50)}"}`);
    spool.append('before\n');
    const from = spool.length;
    for (const line of lines) spool.append(`${line}\n`);
    const to = spool.length;
    spool.append('behind\n');
    expect([...spoolLines(spool, from, to)]).toEqual(lines);
    if (spool instanceof FileSpool) spool.close();
  });
});

test('records the characters of all text', () => {
  const used = new UsedCharacters();
  used.note('A*B');
  used.note('C|');
  expect(['*', '|', 'C', '~', ':'].map((mark) => used.includes(mark))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
