import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';

/** Longest side of each size in pixels. A smaller image keeps its size. */
export const imageSizes = { thumbnail: 320, medium: 800, large: 1600 } as const;
export type ImageSize = keyof typeof imageSizes;
export const imageSizeNames = ['thumbnail', 'medium', 'large'] as const satisfies readonly ImageSize[];

/** WebP is smaller; JPEG is for mail programs and old browsers. */
export const imageFormats = ['webp', 'jpeg'] as const;
export type ImageFormat = (typeof imageFormats)[number];

export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const maxImages = 10;
export const maxImageBytes = 15_000_000;
/** Phones have cameras of 48 million pixels. A file of a few kilobytes can have billions. */
export const maxImagePixels = 50_000_000;
const maxAltText = 500;

/** Why an uploaded file became no image. */
export const imageFaults = {
  not_uploaded: 'No file arrived before the link expired; create another image',
  too_large: 'The file has more than 15 MB; upload a smaller one',
  too_many_pixels: 'The image has more than 50 million pixels; upload a smaller one',
  unsupported_format: 'The file is not a JPEG, PNG or WebP image',
  animated: 'Animations are not supported; upload a still image',
  damaged: 'The image is damaged or incomplete; upload it again',
  not_processed: 'The image could not be processed; upload it in another format',
} as const;
export type ImageFault = keyof typeof imageFaults;
const imageFault = z.enum(Object.keys(imageFaults) as [ImageFault, ...ImageFault[]]);

const sizeLinks = z.object({ width: z.int(), height: z.int(), webp: z.url(), jpeg: z.url() });

const links = z
  .object({ thumbnail: sizeLinks, medium: sizeLinks, large: sizeLinks })
  .describe('At most 320, 800 and 1,600 pixels wide and high; the addresses are public and never change');

const pixels = {
  width: z.int().describe('Pixels of the upload, in its upright orientation'),
  height: z.int(),
};

/** An image whose sizes exist, as part of its product. */
export const readyImage = z
  .object({ id: uuid, alt_text: z.string(), ...pixels, sizes: links })
  .meta({ id: 'ReadyImage' });
export type ReadyImage = z.output<typeof readyImage>;

const storedFields = { id: uuid, alt_text: z.string(), created_at: timestamp, updated_at: timestamp };

/** An image by its state. A file that arrives again after a failure is processed again. */
export const storedImage = z.discriminatedUnion('status', [
  z.object({ ...storedFields, status: z.enum(['waiting', 'processing']) }),
  z.object({ ...storedFields, status: z.literal('failed'), fault: imageFault }),
  z.object({ ...storedFields, status: z.literal('ready'), ...pixels }),
]);
export type StoredImage = z.output<typeof storedImage>;

export const productImage = z
  .object({
    id: uuid,
    product_id: uuid,
    status: z
      .enum(['waiting', 'processing', 'ready', 'failed'])
      .describe('`waiting` for the file, or `processing` it'),
    failure: z
      .object({
        code: imageFault,
        message: z.string(),
      })
      .optional(),
    alt_text: z.string(),
    position: z.int().describe('1 is the main image'),
    width: pixels.width.optional(),
    height: pixels.height.optional(),
    sizes: links.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ProductImage' });
export type ProductImage = z.output<typeof productImage>;

const altText = z.string().max(maxAltText).describe('Description for people who do not see the image');
const position = z.int().min(1).max(maxImages).describe('1 is the main image; later images move back');

export const imageInput = z.object({
  content_type: z.enum(uploadTypes),
  bytes: z.int().min(1).max(maxImageBytes).describe('Exact size of the file; S3 refuses any other'),
  alt_text: altText.optional(),
  position: position.optional(),
});
export type ImageInput = z.output<typeof imageInput>;

export const imagePatch = z.object({
  alt_text: altText.nullable().optional(),
  position: position.optional(),
});
export type ImagePatch = z.output<typeof imagePatch>;
