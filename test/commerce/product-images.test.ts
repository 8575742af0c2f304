import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newProduct, replaceProduct } from '#commerce/product.ts';
import { shownImages, shownProduct } from '#commerce/product-images/image-links.ts';
import {
  addImage,
  type Images,
  patchImage,
  pixelsOf,
  processed,
  withImages,
} from '#commerce/product-images/image-set.ts';
import { productInput, productReplacement } from '#contract/commerce/product-fields.ts';
import { newId } from '#persistence/new-id.ts';

const now = new Date('2026-03-02T15:04:05.120Z');
const later = new Date('2026-03-02T16:00:00.000Z');
const input = { content_type: 'image/jpeg', bytes: 1000 } as const;
const product = newProduct(productInput.parse({ brand_id: newId(), name: 'Eggs' }), {
  id: newId(),
  now,
  newId,
});

const named = (...ids: string[]): Images =>
  ids.reduce<Images>((images, id) => addImage(images, input, { id, now }), []);
const idsOf = (images: Images | undefined) => images?.map(({ id }) => id).join('');
const ready = (images: Images, id: string) =>
  processed(images, id, { status: 'ready', width: 400, height: 300 }, later);
const failed = (images: Images, id: string) =>
  processed(images, id, { status: 'failed', fault: 'damaged' }, later);

describe('images of a product', () => {
  test('keep their order; a new or moved image takes its position', () => {
    expect(idsOf(addImage(named('a', 'b'), { ...input, position: 1 }, { id: 'c', now }))).toBe('cab');
    expect(idsOf(addImage(named('a'), { ...input, position: 9 }, { id: 'c', now }))).toBe('ac');
    expect(idsOf(patchImage(named('a', 'b', 'c'), 'c', { position: 1 }, later))).toBe('cab');
    expect(idsOf(patchImage(named('a', 'b', 'c'), 'a', { position: 2 }, later))).toBe('bac');
    expect(patchImage(named('a'), 'x', { position: 1 }, later)).toBeUndefined();
  });

  test('a patch that changes nothing returns the same images, and null removes the text', () => {
    const images = patchImage(named('a', 'b'), 'b', { alt_text: 'Basket' }, now) ?? [];
    expect(patchImage(images, 'b', { alt_text: 'Basket', position: 2 }, later)).toBe(images);
    expect(patchImage(images, 'b', { alt_text: null }, later)?.[1]).toMatchObject({
      alt_text: '',
      updated_at: later.toISOString(),
    });
  });

  test('are ten at most; the oldest failed one makes room', () => {
    const full = named(...'abcdefghij');
    expect(() => addImage(full, input, { id: 'k', now })).toThrow(
      expect.objectContaining({ code: 'image_limit_reached' }),
    );
    expect(idsOf(addImage(failed(failed(full, 'e'), 'c'), input, { id: 'k', now }))).toBe('abdefghijk');
  });

  test('the product has the ready ones, and a new version only when those change', () => {
    const images = named('a', 'b', 'c');
    expect(withImages(product, failed(images, 'a'), later)).toBe(product);
    const shown = withImages(product, ready(ready(images, 'c'), 'a'), later);
    expect(shown).toMatchObject({ version: 2, images: [{ id: 'a' }, { id: 'c' }] });
    expect(withImages(shown, ready(ready(images, 'c'), 'a'), now)).toBe(shown);
    expect(withImages(shown, [], later)).not.toHaveProperty('images');
    const replaced = replaceProduct(shown, productReplacement.parse({ name: 'Duck eggs' }), { now, newId });
    expect(replaced.images).toEqual(shown.images);
  });

  test('are shown with their state, position and addresses', () => {
    const address = (...parts: string[]) => `https://x/${parts.join('/')}`;
    const images = failed(ready(named('a', 'b', 'c'), 'b'), 'c');
    const shown = shownImages(product, images, address);
    expect(shown.map(({ status, position }) => [status, position])).toEqual([
      ['waiting', 1],
      ['ready', 2],
      ['failed', 3],
    ]);
    const thumbnail = {
      width: 320,
      height: 240,
      webp: `https://x/${product.brand_id}/b/thumbnail/webp`,
      jpeg: `https://x/${product.brand_id}/b/thumbnail/jpeg`,
    };
    expect(shown[1]).toMatchObject({ width: 400, sizes: { thumbnail, large: { width: 400, height: 300 } } });
    expect(shown[2]?.failure).toEqual({ code: 'damaged', message: expect.stringContaining('again') });
    expect(shownProduct(withImages(product, images, later), address).images).toMatchObject([
      { id: 'b', sizes: { thumbnail } },
    ]);
  });

  test('a size is within its square, has the proportions of the image, and is never larger', () => {
    const side = fc.integer({ min: 1, max: 50_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const made = pixelsOf({ width, height }, 'medium');
        expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(800);
        expect(Math.min(made.width, made.height)).toBeGreaterThanOrEqual(1);
        expect(made.width).toBeLessThanOrEqual(width);
        // Half a pixel of rounding, relative to the shorter side; no side has less than one pixel.
        const [long, short] = [Math.max(made.width, made.height), Math.min(made.width, made.height)];
        const proportion = Math.min(width, height) / Math.max(width, height);
        expect(Math.abs(short - Math.max(1, long * proportion))).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});
