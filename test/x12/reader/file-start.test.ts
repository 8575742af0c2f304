import { describe, expect, test } from '@jest/globals';
import { claimSet, group, interchange } from '#test/fixtures/x12/interchange.ts';
import { trace } from '#test/fixtures/x12/trace.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { readStart } from '#x12/reader/file-start.ts';

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
