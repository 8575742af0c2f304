import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const red = { r: 220, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 220 };

/** An image whose left half is red and whose right half is blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: blue } },
      left: width / 2,
      top: 0,
    },
  ]);

/**
 * The photo of a phone that was turned: a JPEG with EXIF orientation 6, the place where it was taken and a camera. Upright it
 * is 600 wide and 1,200 high, red above blue.
 */
export const photo = (): Promise<Buffer> =>
  halves(1200, 600)
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Make: 'Meadow Cameras' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** A PNG with alpha, 100 pixels wide: orange at 40 percent. */
export const translucent = (): Promise<Buffer> =>
  sharp({
    create: { width: 100, height: 80, channels: 4, background: { r: 200, g: 100, b: 50, alpha: 0.4 } },
  })
    .png()
    .toBuffer();

export const webp = (): Promise<Buffer> => halves(2400, 1200).webp().toBuffer();

/** A JPEG in Display P3 whose pixels are pure red of sRGB, which are other numbers in P3. */
export const wideColors = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
    .withIccProfile('p3')
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();

export const truncated = async (): Promise<Buffer> => {
  const whole = await photo();
  return whole.subarray(0, whole.length / 2);
};

export const text = (): Buffer => Buffer.from('These are no pixels, whatever the name of the file is.');

export const vector = (): Buffer =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>',
  );

export const animatedWebp = async (): Promise<Buffer> => {
  const frames = [red, blue].map((background) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
};

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A PNG of black and white pixels, which compress to a thousandth. */
function blackPng(side: number, extra: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const lines = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  const pixels = chunk('IDAT', deflateSync(lines));
  return Buffer.concat([signature, chunk('IHDR', header), ...extra, pixels, chunk('IEND', Buffer.alloc(0))]);
}

/** A small valid file with 400 million pixels. */
export const bomb = (): Buffer => blackPng(20_000);

export const animatedPng = (): Buffer => {
  const frames = Buffer.alloc(8);
  frames.writeUInt32BE(2);
  return blackPng(16, [chunk('acTL', frames)]);
};

/** A pixel of an encoded image as numbers. */
export async function pixelOf(image: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

export const metadataOf = (image: Buffer) => sharp(image).metadata();
