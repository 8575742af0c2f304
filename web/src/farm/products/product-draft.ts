import type { ProductVariant } from '#contract/commerce/product-fields.ts';
import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import type { ApiInput } from '#web/api/api.ts';

/** A product as its form holds it: texts are never undefined. */
export interface ProductDraft extends SellingDraft {
  readonly description: string;
  readonly category: string;
  readonly tax_category: string;
  readonly variants: readonly VariantDraft[];
}

/** A variant as its form holds it. A new one has no id. */
export interface VariantDraft extends SellingDraft {
  readonly id: string | undefined;
  /** Distinguishes variants while the form is open. */
  readonly key: string;
}

/** What products and variants share. */
export interface SellingDraft {
  readonly name: string;
  readonly sku: string;
  readonly barcode: string;
  readonly price: number | undefined;
  readonly unit: string;
  readonly unit_quantity: number | undefined;
  readonly weight_grams: number | undefined;
  readonly is_active: boolean;
}

/** The form of a stored product. */
export const productDraft = (product: Product): ProductDraft => ({
  ...sellingDraft(product),
  description: product.description ?? '',
  category: product.category ?? '',
  tax_category: product.tax_category ?? '',
  variants: (product.variants ?? []).map((variant) => ({
    ...sellingDraft(variant),
    id: variant.id,
    key: variant.id,
  })),
});

/** The form of a new variant. */
export const newVariant = (): VariantDraft => ({
  id: undefined,
  key: crypto.randomUUID(),
  name: '',
  sku: '',
  barcode: '',
  price: undefined,
  unit: '',
  unit_quantity: undefined,
  weight_grams: undefined,
  is_active: true,
});

/** The change that makes the stored product what the form shows. Empty texts and numbers remove their members. */
export function productPatch(draft: ProductDraft): Omit<ApiInput<'PATCH /api/v1/products/{id}'>, 'id'> {
  const { name, sku, barcode, price, unit, unit_quantity, weight_grams, is_active } = draft;
  return {
    name: name.trim(),
    description: orNull(draft.description),
    category: orNull(draft.category),
    tax_category: orNull(draft.tax_category),
    sku: orNull(sku),
    barcode: orNull(barcode),
    unit: orNull(unit),
    price: price ?? null,
    unit_quantity: unit_quantity ?? null,
    weight_grams: weight_grams ?? null,
    is_active,
    variants: draft.variants.map(variantInput),
  };
}

function sellingDraft(source: Product | ProductVariant): SellingDraft {
  const { name, sku = '', barcode = '', price, unit = '', unit_quantity, weight_grams, is_active } = source;
  return { name, sku, barcode, price, unit, unit_quantity, weight_grams, is_active };
}

const variantInput = ({
  id,
  name,
  sku,
  barcode,
  price,
  unit,
  unit_quantity,
  weight_grams,
  is_active,
}: VariantDraft) => ({
  id,
  name: name.trim(),
  sku: orUndefined(sku),
  barcode: orUndefined(barcode),
  price,
  unit: orUndefined(unit),
  unit_quantity,
  weight_grams,
  is_active,
});

const orNull = (text: string): string | null => text.trim() || null;
const orUndefined = (text: string): string | undefined => text.trim() || undefined;
