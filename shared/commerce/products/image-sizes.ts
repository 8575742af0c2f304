import type { Sharp } from 'sharp';
import sharp from 'sharp';
import {
  type ImageFault,
  type ImageFormat,
  type ImageSize,
  imageFormats,
  imageSizeNames,
  maxImagePixels,
} from './image-fields.ts';
import { pixelsOf } from './image-set.ts';

// A function handles one image at a time on one processor, and no two are alike.
sharp.cache(false);
sharp.concurrency(1);
// Files of strangers reach these three decoders only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

interface ImageFile {
  readonly size: ImageSize;
  readonly format: ImageFormat;
  readonly bytes: Buffer;
}

interface MadeImage {
  readonly width: number;
  readonly height: number;
  readonly files: readonly ImageFile[];
}

/** The file is no image that can be shown. */
export class UnusableImage extends Error {
  readonly fault: ImageFault;

  constructor(fault: ImageFault, cause?: unknown) {
    super(fault, { cause });
    this.name = 'UnusableImage';
    this.fault = fault;
  }
}

/**
 * Makes every size of an image: upright, in sRGB and without metadata. JPEG has a white background.
 *
 * @throws UnusableImage
 */
export async function makeSizes(file: Buffer): Promise<MadeImage> {
  const { width, height } = await pixelsIn(file);
  const large = pixelsOf({ width, height }, 'large');
  // Decodes the file once, and as small as its format allows.
  const decoded = await sharp(file, { limitInputPixels: maxImagePixels, failOn: 'error' })
    .autoOrient()
    .resize(large.width, large.height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new UnusableImage('damaged', error);
    });
  const files: ImageFile[] = [];
  const raw = { width: large.width, height: large.height, channels: decoded.info.channels };
  for (const size of imageSizeNames) {
    const pixels = pixelsOf({ width, height }, size);
    for (const format of imageFormats) {
      const resized = sharp(decoded.data, { raw }).resize(pixels.width, pixels.height, {
        fit: 'fill',
      });
      files.push({ size, format, bytes: await encoded[format](resized) });
    }
  }
  return { width, height, files };
}

const encoded: { readonly [F in ImageFormat]: (image: Sharp) => Promise<Buffer> } = {
  webp: (image) => image.webp({ quality: 80 }).toBuffer(),
  jpeg: (image) =>
    image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }).toBuffer(),
};

/** Upright width and height of the image. Reads no pixels, so a small file with billions of them does no harm. */
async function pixelsIn(file: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const format = formatOf(file);
  if (format === undefined) throw new UnusableImage('unsupported_format');
  const { autoOrient, pages } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new UnusableImage('damaged', error);
    });
  const { width, height } = autoOrient;
  if (width * height > maxImagePixels) throw new UnusableImage('too_many_pixels');
  if ((pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(file))) throw new UnusableImage('animated');
  return { width, height };
}

type FileFormat = 'jpeg' | 'png' | 'webp';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The format of a file by its first bytes, whatever its name and declared type are; undefined for any other. */
function formatOf(file: Buffer): FileFormat | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (file.subarray(0, 8).equals(pngSignature)) return 'png';
  const isRiff = file.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
}

/** Bytes of a chunk beside its data: length, name and checksum. */
const chunkFrame = 12;

/** Whether a PNG file has a chunk `acTL` before its pixels, which makes it an animation. Decoders show its first frame. */
function isAnimatedPng(file: Buffer): boolean {
  let at = pngSignature.length;
  while (at + chunkFrame <= file.length) {
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += chunkFrame + file.readUInt32BE(at);
  }
  return false;
}
