import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { bytesOf, claimText, isa } from '#test/fixtures/x12/interchange.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { type ReaderLimits, SegmentReader } from '#x12/reader/reader.ts';

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
