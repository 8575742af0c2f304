import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { bytesOf, claimSet, claimText, group, interchange, isa } from '#test/fixtures/x12/interchange.ts';
import { trace } from '#test/fixtures/x12/trace.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { readStart } from '#x12/reader/file-start.ts';
import { type ReaderLimits, SegmentReader } from '#x12/reader/reader.ts';
import { pack } from '#x12/reader/segment.ts';
import { packBytes } from '#x12/reader/segment-bytes.ts';

interface Read {
  readonly segments: string[];
  readonly repairs: { kind: string; offset: number; before: string; after: string }[];
}

function read(chunks: Iterable<Uint8Array>, limits: Partial<ReaderLimits> = {}): Read {
  const found: Read = { segments: [], repairs: [] };
  const take = (segment: { raw(): string }) => {
    found.segments.push(segment.raw());
  };
  const reader = new SegmentReader(
    {
      isa: take,
      segment: take,
      repair: (kind, offset, before, after) => found.repairs.push({ kind, offset, before, after }),
    },
    limits,
  );
  for (const chunk of chunks) reader.write(chunk);
  reader.finish();
  return found;
}

const readText = (text: string) => read([bytesOf(text)]);

function pieces(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const found: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length] ?? 1);
    found.push(bytes.subarray(at, at + size));
    at += size;
  }
  return found;
}

const plain = `${isa()}GS*HC*A1*B1~ST*837*0001~`;
const plainSegments = [isa().slice(0, -1), 'GS*HC*A1*B1', 'ST*837*0001'];

describe('reading does not depend on chunks', () => {
  const file = bytesOf(claimText());
  const whole = read([file]);

  test('cut in two at each byte', () => {
    for (let cut = 0; cut <= file.length; cut++) {
      expect(read([file.subarray(0, cut), file.subarray(cut)])).toEqual(whole);
    }
  });

  test('byte by byte', () => {
    expect(read(pieces(file, [1]))).toEqual(whole);
  });

  test('a large file in random chunks and windows', () => {
    const large = bytesOf([...generateClaimFile(300_000, 11)].join(''));
    const expected = read([large]);
    expect(expected.repairs).toEqual([]);
    const sizes = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 64, max: 70_000 }), (chunks, windowBytes) => {
        expect(read(pieces(large, chunks), { windowBytes })).toEqual(expected);
      }),
      { numRuns: 15, seed: 3 },
    );
  });

  test.each([
    ['a byte order mark, indentation and empty segments', `\u{feff}${isa()}\n  GS*HC~\n\t~~ST*837~ \nSE*2*1`],
    ['a terminator of several bytes', `${isa({ terminator: '…' })}GS*HC…ST*8…5*1…`],
    ['text in UTF-8 and in Latin-1', `${isa()}NM1*85*2*PEÑA~N3*Å~`],
    ['a collapsed header', 'ISA*00* *00* *ZZ*A*ZZ*B*260115*0930*^*00501*1*0*T*:~GS*HC~'],
    ['lines ended by CR LF with LF as terminator', `${isa({ terminator: '\n' })}GS*HC\r\n\r\nST*837\r\n`],
    ['no header', 'ST*835*0001~BPR*I*1~'],
  ])('each cut of %s', (_, text) => {
    const bytes = bytesOf(text);
    const expected = read([bytes]);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(expected);
    }
    expect(read(pieces(bytes, [1]))).toEqual(expected);
  });
});

describe('delimiters', () => {
  test('come from each header, also when they change within a file', () => {
    const second = isa({ separator: '|', component: '>', repetition: '!', terminator: "'" });
    expect(readText(`${isa()}GS*HC~${second}GS|HP|A:B~C'`).segments).toEqual([
      isa().slice(0, -1),
      'GS*HC',
      second.slice(0, -1),
      'GS|HP|A:B~C',
    ]);
  });

  test('of several bytes are read and reported', () => {
    const { segments, repairs } = readText(`${isa({ terminator: '…' })}\nGS*HC…\nST*837*1…`);
    expect(segments.slice(1)).toEqual(['GS*HC', 'ST*837*1']);
    expect(repairs).toContainEqual({ kind: 'terminator_bytes', offset: 105, before: '…', after: '~' });
  });

  test('may have a line end as terminator', () => {
    expect(readText(`${isa({ terminator: '\n' })}GS*HC\nST*837*1\n`).segments.slice(1)).toEqual([
      'GS*HC',
      'ST*837*1',
    ]);
  });

  test('are not read from the letters ISA in data', () => {
    const text = `${isa()}NM1*IL*1*ISAACS*ISA~ISAX*1~N3*ISA*00*~`;
    expect(readText(text).segments.slice(1)).toEqual(['NM1*IL*1*ISAACS*ISA', 'ISAX*1', 'N3*ISA*00*']);
  });
});

describe('repairs are reported with before and after', () => {
  test('a byte order mark', () => {
    const { segments, repairs } = readText(`\u{feff}${plain}`);
    expect(segments).toEqual(plainSegments);
    expect(repairs).toEqual([{ kind: 'byte_order_mark', offset: 0, before: '\u{feff}', after: '' }]);
  });

  test('indentation', () => {
    const { segments, repairs } = readText(`${isa()}\n  GS*HC*A1*B1~\n\t ST*837*0001~`);
    expect(segments).toEqual(plainSegments);
    expect(repairs.map(({ kind, before }) => [kind, before])).toEqual([
      ['indentation', '  '],
      ['indentation', '\t '],
    ]);
  });

  test('a header without padding', () => {
    const collapsed = 'ISA*00* *00* *ZZ*SENDER*ZZ*RECEIVER*260115*0930*^*00501*000000001*0*T*:';
    const { segments, repairs } = readText(`${collapsed}~GS*HC*A1*B1~`);
    expect(segments).toEqual([collapsed, 'GS*HC*A1*B1']);
    expect(repairs).toEqual([
      { kind: 'header_width', offset: 0, before: collapsed, after: isa().slice(0, -1) },
    ]);
  });

  test.each(['~', '\n', '\r\n', '…', '~\n'])('blanks before each terminator %j, or only some', (end) => {
    for (const blank of [' ', '  ', ' \t']) {
      const padded = plain.replaceAll('~', `${blank}${end}`);
      const mixed = `${isa().slice(0, -1)}${blank}${end}GS*HC*A1*B1${end}ST*837*0001 ${end}`;
      for (const text of [padded, mixed]) {
        const whole = readText(text);
        expect(whole.segments).toEqual(plainSegments);
        expect(whole.repairs.map(({ kind }) => kind)).toContain('blank_before_terminator');
        const bytes = bytesOf(text);
        for (let cut = 100; cut <= 130; cut++) {
          expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
        }
      }
    }
    const next = `${plain.replaceAll('~', ' ~')}${isa()}NTE*ADD*END ~`;
    expect(readText(next).segments.at(-1)).toBe('NTE*ADD*END ');
  });

  test('a last segment without terminator', () => {
    const { segments, repairs } = readText(plain.slice(0, -1));
    expect(segments).toEqual(plainSegments);
    expect(repairs).toEqual([
      { kind: 'terminator_missing', offset: plain.length - 1, before: '', after: '~' },
    ]);
  });

  test('reports nothing for line ends and blanks after terminators', () => {
    expect(readText(plain.replaceAll('~', '~\r\n')).repairs).toEqual([]);
    expect(readText(plain.replaceAll('~', '~ \n')).repairs).toEqual([]);
  });

  test('bytes outside of ASCII, as UTF-8 or else Latin-1', () => {
    const utf8 = readText(`${isa()}N3*PEÑA~`);
    expect(utf8.segments[1]).toBe('N3*PEÑA');
    expect(utf8.repairs).toEqual([{ kind: 'encoding', offset: 106, before: '', after: 'utf-8' }]);
    const latin1 = read([Buffer.from(`${isa()}N3*PEÑA~N4*X~`, 'latin1')]);
    expect(latin1.segments.slice(1)).toEqual(['N3*PEÑA', 'N4*X']);
    expect(latin1.repairs).toEqual([{ kind: 'encoding', offset: 106, before: '', after: 'latin-1' }]);
  });

  test('a file that begins at GS or ST', () => {
    const { segments, repairs } = readText('ST|835|0001\nBPR|I|1\n');
    expect(segments).toEqual(['ST|835|0001', 'BPR|I|1']);
    expect(repairs).toEqual([{ kind: 'header_missing', offset: 0, before: '', after: 'ISA' }]);
  });

  test('skips a segment longer than the limit, in one chunk or many', () => {
    const text = bytesOf(`${isa()}GS*HC~NTE*ADD*${'X'.repeat(500)}~ST*837*1~`);
    const limits = { maxSegmentBytes: 200, windowBytes: 128 };
    for (const chunks of [[text], pieces(text, [1]), pieces(text, [7, 50])]) {
      const { segments, repairs } = read(chunks, limits);
      expect(segments.slice(1)).toEqual(['GS*HC', 'ST*837*1']);
      expect(repairs).toEqual([{ kind: 'segment_too_long', offset: 112, before: '', after: '' }]);
    }
  });
});

describe('input that is not X12', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \r\n '],
    ['prose', 'Dear Sir or Madam, please find enclosed'],
    ['a header without readable delimiters', 'ISA*00*ZZ~GS*HC~'],
    ['UTF-16', Buffer.from(`\u{feff}${plain}`, 'utf16le').toString('latin1')],
  ])('throws X12Error for %s', (_, text) => {
    expect(() => read([Buffer.from(text, 'latin1')])).toThrow(X12Error);
  });
});

test('takes linear time for a long run without terminators', () => {
  const bytes = bytesOf(`${isa()}NTE*${'A*'.repeat(150_000)}~`);
  expect(read(pieces(bytes, [3])).segments[1]?.length).toBe(bytes.length - 107);
});

const file = interchange([group([claimSet()])]);
const banner = 'From: portal@example.org\r\nSubject: VISA*1*2 and ISA*00*\r\n\r\n';

function ids(text: string, size: number): string[] {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  return trace(chunks).findings.map(({ id, severity, byteOffset }) => `${id} ${severity} ${byteOffset}`);
}

describe('file without ISA at its start', () => {
  test.each([1, 7, 65_536])('skips text before the header, in chunks of %i bytes', (size) => {
    expect(ids(banner + file, size)).toEqual(['V149 warning 0']);
    const segments = (text: string) =>
      trace([Buffer.from(text)]).lines.filter((line) => !line.startsWith('!')).length;
    expect(segments(banner + file)).toBe(segments(file));
  });

  test('finds a header up to 64 kB after the start and no further', () => {
    expect(ids('x'.repeat(65_535) + file, 10_000)).toEqual(['V149 warning 0']);
    expect(() => ids('x'.repeat(65_536) + file, 10_000)).toThrow(X12Error);
  });

  test('throws for a file without header and for an unreadable first header', () => {
    expect(() => ids('This is a report without any X12 in it.\n'.repeat(5000), 4096)).toThrow(X12Error);
    expect(() => ids(`ISA 00 broken\n${file}`, 4096)).toThrow(X12Error);
  });

  test('does not read beyond the end, where the memory of an earlier file may be', () => {
    const memory = Buffer.from('ISA*00*');
    expect(() => readStart(memory, 0, 1, true, 0)).toThrow('The input does not begin with an ISA segment');
    expect(() => readStart(memory, 0, 3, true, 0)).toThrow('The ISA delimiters cannot be read');
  });
});

test.each(['', 'A', 'B6', 'NM1', 'AB12', '\xff\xff\xff\xff'])(
  'packs %j as its text, wherever it lies',
  (text) => {
    for (const after of ['', '*', '*123~']) {
      const bytes = Buffer.from(`*${text}${after}`, 'latin1');
      expect(packBytes(bytes, 1, 1 + text.length)).toBe(pack(text));
    }
  },
);

test('has no number for more than four bytes', () => {
  expect(packBytes(Buffer.from('ABCDE'), 0, 5)).toBe(-1);
});
