import * as z from 'zod';
import { moneyAmount, timestamp, typedCode, uuid } from '#contract/fields.ts';
import { mergePatchOf } from '#contract/merge-patch.ts';

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

/** Variants of one product. With their SKUs, the largest change of a product fits one transaction of 100 actions. */
export const maxVariants = 40;

/** Printable ASCII without blanks at the ends, because it is part of a key and of CSV files. */
const sku = typedCode()
  .max(64)
  .regex(/^[!-~](?:[ -~]*[!-~])?$/, 'Use printable ASCII characters without blanks at the ends')
  .describe('Stock keeping unit; unique in the brand, in any letter case');

/** Fields of what is sold: of a product, or of one of its variants instead of the product. */
const saleFields = {
  sku: sku.optional(),
  barcode: typedCode()
    .max(64)
    .regex(/^[0-9A-Za-z-]+$/, 'Use letters, digits and hyphens only')
    .optional()
    .describe('GTIN or another code'),
  price: z.number().min(0).max(10_000_000).optional(),
  unit: z.string().max(64).optional().describe('Such as each, lb, kg, bunch or dozen'),
  unit_quantity: z.number().positive().max(1_000_000).optional().describe('Units for one price, such as 0.5'),
  weight_grams: z.int().min(0).max(1_000_000_000).optional().describe('Weight for shipping'),
};

const variantInput = z.object({
  id: uuid.optional().describe('Id of a variant to keep; omit it for a new one'),
  name: z.string().min(1).max(255),
  ...saleFields,
  is_active: z.boolean().default(true),
});
export type VariantInput = z.output<typeof variantInput>;

const variant = z
  .object({
    id: uuid,
    name: z.string(),
    ...saleFields,
    price: moneyAmount.optional(),
    is_active: z.boolean(),
  })
  .meta({ id: 'ProductVariant' });
export type ProductVariant = z.output<typeof variant>;

const textFields = {
  name: z.string().min(1).max(255),
  description: z.string().max(5000).optional(),
  category: z.string().max(255).optional(),
};

const taxCategory = z
  .string()
  .max(64)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'Use lower-case letters, digits, - and _')
  .optional()
  .describe('Selects the tax rate of the brand');

const inputFields = {
  ...textFields,
  ...saleFields,
  tax_category: taxCategory,
  variants: z.array(variantInput).max(maxVariants).optional(),
};

/** A product as it is stored. The addresses of its images follow from their ids. */
export const product = z.object({
  id: uuid,
  brand_id: uuid,
  ...textFields,
  ...saleFields,
  price: moneyAmount.optional(),
  tax_category: taxCategory,
  variants: z.array(variant).optional(),
  is_active: z.boolean(),
  images: z.array(readyImage.omit({ sizes: true })).optional(),
  created_at: timestamp,
  updated_at: timestamp,
  version: z.int(),
});
export type Product = z.output<typeof product>;

/** A product as the API shows it. */
export const shownProduct = product
  .extend({
    images: z.array(readyImage).optional().describe('Ready images in their order; the first is the main one'),
  })
  .meta({ id: 'Product' });
export type ShownProduct = z.output<typeof shownProduct>;

/** Reports SKUs and variant ids that occur twice in a product. SKUs are compared without letter case. */
function checkRepeated(
  product: { readonly sku?: string | undefined; readonly variants?: readonly VariantInput[] | undefined },
  context: z.core.$RefinementCtx,
): void {
  const skus = new Set(product.sku === undefined ? [] : [product.sku.toUpperCase()]);
  const ids = new Set<string>();
  for (const [index, one] of (product.variants ?? []).entries()) {
    const code = one.sku?.toUpperCase();
    if (code !== undefined && skus.has(code)) {
      context.addIssue({ code: 'custom', path: ['variants', index, 'sku'], message: 'Use each SKU once' });
    }
    if (one.id !== undefined && ids.has(one.id)) {
      context.addIssue({ code: 'custom', path: ['variants', index, 'id'], message: 'Use each id once' });
    }
    if (code !== undefined) skus.add(code);
    if (one.id !== undefined) ids.add(one.id);
  }
}

export const productInput = z
  .object({ brand_id: uuid, ...inputFields, is_active: z.boolean().default(true) })
  .superRefine(checkRepeated);
export type ProductInput = z.output<typeof productInput>;

/** A replacement removes omitted members. */
export const productReplacement = z
  .object({ ...inputFields, is_active: z.boolean().default(true) })
  .superRefine(checkRepeated);
export type ProductReplacement = z.output<typeof productReplacement>;

/** A merge patch keeps omitted members and removes those that are null. */
export const productPatch = mergePatchOf({ ...inputFields, is_active: z.boolean() });
export type ProductPatch = z.output<typeof productPatch>;

/** Columns of exported and imported CSV files. */
export const csvColumns = [
  'id',
  'sku',
  'parent_sku',
  'name',
  'description',
  'category',
  'price',
  'unit',
  'unit_quantity',
  'weight_grams',
  'barcode',
  'tax_category',
  'is_active',
] as const;
export type CsvColumn = (typeof csvColumns)[number];

export const maxImportLines = 10_000;
export const maxImportBytes = 10 * 1024 * 1024;

/** Seconds for which an upload link is valid. */
export const uploadSeconds = 900;

export const upload = z
  .object({
    method: z.literal('PUT'),
    url: z.url(),
    headers: z.record(z.string(), z.string()).describe('Headers to send with the file'),
    expires_at: timestamp,
  })
  .meta({ id: 'FileUpload' });
export type FileUpload = z.output<typeof upload>;

const counts = {
  lines: z.int().describe('Lines after the header; 0 before the file is read'),
  processed: z.int(),
  created: z.int().describe('New products and variants'),
  changed: z.int().describe('Changed products and variants'),
  unchanged: z.int(),
  bad: z.int().describe('Lines with faults, which are not imported'),
};

export const productImport = z
  .object({
    id: uuid,
    brand_id: uuid,
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    dry_run: z.boolean(),
    ...counts,
    ignored_columns: z.array(z.string()).describe('Columns that mean nothing here'),
    reason: z
      .string()
      .optional()
      .describe(
        'Why the whole file was refused, or its import ended early; the counts say what was imported',
      ),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'ProductImport' });
export type ProductImport = z.output<typeof productImport>;

const fault = z.object({
  column: z.string(),
  code: z.string(),
  reason: z.string(),
});

export const badLine = z
  .object({ line: z.int().describe('Line of the file; the header is line 1'), faults: z.array(fault) })
  .meta({ id: 'BadLine' });
export type BadLine = z.output<typeof badLine>;
export type ImportFault = z.output<typeof fault>;
