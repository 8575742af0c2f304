import * as z from 'zod';
import { moneyAmount, timestamp, typedCode, uuid } from '#contract/fields.ts';
import { mergePatchOf } from '#contract/merge-patch.ts';
import { readyImage } from './image-fields.ts';

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
