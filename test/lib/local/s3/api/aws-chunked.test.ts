import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { AwsChunkedDecoder } from '#lib/local/s3/api/aws-chunked.ts';

const encode = (chunks: readonly Uint8Array[], signature: string) =>
  Buffer.concat([
    ...chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}${signature}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`0${signature}\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n`),
  ]);

async function decode(encoded: Buffer, cuts: readonly number[]) {
  const decoder = new AwsChunkedDecoder();
  const edges = [
    0,
    ...cuts.map((cut) => cut % (encoded.length + 1)).toSorted((a, b) => a - b),
    encoded.length,
  ];
  const pieces = edges.slice(1).map((end, index) => encoded.subarray(edges[index], end));
  const content: Buffer[] = [];
  for await (const chunk of Readable.from(pieces).pipe(decoder)) content.push(chunk);
  return { content: Buffer.concat(content), trailers: decoder.trailers };
}

test('property: decodes chunks from any pieces of the encoded body', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 })),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.constantFrom('', ';chunk-signature=abc'),
      async (chunks, cuts, signature) => {
        const { content, trailers } = await decode(encode(chunks, signature), cuts);
        expect(content.equals(Buffer.concat(chunks))).toBe(true);
        expect(trailers.get('x-amz-checksum-crc32')).toBe('AAAAAA==');
      },
    ),
    { numRuns: 60 },
  );
});

test.each(['5\r\nabc', 'zz\r\nabc\r\n', '3\r\nabcd\r\n0\r\n\r\n', ''])('%j is refused', async (text) => {
  await expect(decode(Buffer.from(text), [])).rejects.toThrow();
});
