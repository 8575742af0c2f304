import { describe, expect, test } from '@jest/globals';
import type { ImageFormat, ImageSize } from '#contract/commerce/product-image-fields.ts';
import { makeSizes } from '#work/images/image-sizes.ts';
import * as samples from './sample-images.ts';

async function made(file: Buffer) {
  const { width, height, files } = await makeSizes(file);
  const fileOf = (size: ImageSize, format: ImageFormat) =>
    files.find((one) => one.size === size && one.format === format)?.bytes ?? Buffer.alloc(0);
  return { width, height, files, fileOf };
}

/** Compares colors, because JPEG and WebP round them. */
const expectColor = (pixel: readonly number[], color: readonly number[]) => {
  const distances = color.map((value, index) => Math.abs(value - (pixel[index] ?? -1000)));
  expect({ pixel, isNear: Math.max(...distances) < 16 }).toEqual({ pixel, isNear: true });
};

describe('sizes of an image', () => {
  test('a photo is upright, and has no place and no camera in any file', async () => {
    const photo = await samples.photo();
    expect(await samples.metadataOf(photo)).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    expect(photo.includes('Meadow Cameras')).toBe(true);
    const { width, height, files, fileOf } = await made(photo);
    expect([width, height]).toEqual([600, 1200]);
    expect(files).toHaveLength(6);
    for (const { size, format, bytes } of files) {
      const {
        exif,
        icc,
        xmp,
        orientation,
        space,
        format: encoded,
        ...facts
      } = await samples.metadataOf(bytes);
      expect({ exif, icc, xmp, orientation, space, encoded }).toEqual({ space: 'srgb', encoded: format });
      const sides = { thumbnail: [160, 320], medium: [400, 800], large: [600, 1200] }[size];
      expect([facts.width, facts.height]).toEqual(sides);
      expect(bytes.includes('Meadow')).toBe(false);
    }
    expectColor(await samples.pixelOf(fileOf('medium', 'jpeg'), 200, 100), [220, 20, 20]);
    expectColor(await samples.pixelOf(fileOf('medium', 'webp'), 200, 700), [20, 20, 220]);
  });

  test('alpha is kept in WebP, and on white in JPEG; a small image is not enlarged', async () => {
    const { fileOf } = await made(await samples.translucent());
    const large = fileOf('large', 'webp');
    expect(await samples.metadataOf(large)).toMatchObject({ width: 100, height: 80, hasAlpha: true });
    expectColor(await samples.pixelOf(large, 50, 40), [200, 100, 50, 102]);
    expectColor(await samples.pixelOf(fileOf('large', 'jpeg'), 50, 40), [233, 193, 173]);
  });

  test('WebP is scaled down', async () => {
    const { width, height, fileOf } = await made(await samples.webp());
    expect([width, height]).toEqual([2400, 1200]);
    expect(await samples.metadataOf(fileOf('large', 'jpeg'))).toMatchObject({ width: 1600, height: 800 });
    expect(await samples.metadataOf(fileOf('thumbnail', 'webp'))).toMatchObject({ width: 320, height: 160 });
  });

  test('wide colors are converted to sRGB, not only relabelled', async () => {
    const file = await samples.wideColors();
    expect((await samples.metadataOf(file)).icc).toBeDefined();
    const { fileOf } = await made(file);
    expectColor(await samples.pixelOf(fileOf('large', 'jpeg'), 32, 32), [255, 0, 0]);
  });

  test.each([
    ['a truncated photo', samples.truncated, 'damaged'],
    ['the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'damaged'],
    ['a bomb of 400 million pixels', samples.bomb, 'too_many_pixels'],
    ['a text', samples.text, 'unsupported_format'],
    ['a drawing in SVG', samples.vector, 'unsupported_format'],
    ['an empty file', () => Buffer.alloc(0), 'unsupported_format'],
    ['an animation in WebP', samples.animatedWebp, 'animated'],
    ['an animation in PNG', samples.animatedPng, 'animated'],
  ] as const)('%s is refused', async (_, file, fault) => {
    await expect(makeSizes(await file())).rejects.toMatchObject({ name: 'UnusableImage', fault });
  });
});
