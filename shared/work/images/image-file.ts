type FileFormat = 'jpeg' | 'png' | 'webp';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The format of a file by its first bytes, whatever its name and declared type are; undefined for any other. */
export function formatOf(file: Buffer): FileFormat | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (file.subarray(0, 8).equals(pngSignature)) return 'png';
  const isRiff = file.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
}

/** Bytes of a chunk beside its data: length, name and checksum. */
const chunkFrame = 12;

/** Whether a PNG file has a chunk `acTL` before its pixels, which makes it an animation. Decoders show its first frame. */
export function isAnimatedPng(file: Buffer): boolean {
  let at = pngSignature.length;
  while (at + chunkFrame <= file.length) {
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += chunkFrame + file.readUInt32BE(at);
  }
  return false;
}
