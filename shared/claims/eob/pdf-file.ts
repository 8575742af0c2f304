import type { PDFDocument } from '@cantoo/pdf-lib';

type Library = typeof import('@cantoo/pdf-lib');

/**
 * The bytes of a document as ASCII text, which passes through gateways unchanged: streams are written in hexadecimal digits, and
 * strings already are.
 */
export async function asciiFileOf(
  document: PDFDocument,
  { PDFName, PDFRawStream, PDFStream }: Pick<Library, 'PDFName' | 'PDFRawStream' | 'PDFStream'>,
): Promise<string> {
  await document.flush();
  const { context } = document;
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue;
    const digits = Buffer.from(Buffer.from(object.getContents()).toString('hex'), 'latin1');
    const filters = ['ASCIIHexDecode', object.dict.get(PDFName.of('Filter'))].flatMap(
      (filter) => filter ?? [],
    );
    object.dict.set(PDFName.of('Filter'), context.obj(filters));
    context.assign(reference, PDFRawStream.of(object.dict, digits));
  }
  const bytes = Buffer.from(await document.save({ useObjectStreams: false, addDefaultPage: false }));
  return withAsciiHeader(bytes).toString('latin1');
}

/** Replaces the bytes of the comment after the first line, which marks files as binary. */
function withAsciiHeader(bytes: Buffer): Buffer {
  const end = bytes.indexOf('obj');
  return Buffer.concat([
    bytes.subarray(0, end).map((byte) => (byte > 0x7e ? 0x2d : byte)),
    bytes.subarray(end),
  ]);
}
