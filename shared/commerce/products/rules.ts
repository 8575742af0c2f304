import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { ApiError } from '#contract/errors.ts';
import { mergePatch } from '#contract/merge-patch.ts';
import { tidyCode } from '#contract/text-forms.ts';
import {
  type Product,
  type ProductInput,
  type ProductPatch,
  type ProductReplacement,
  type ProductVariant,
  productReplacement,
  type VariantInput,
} from './product-fields.ts';

interface Origin {
  readonly now: Date;
  /** Makes ids of new variants. */
  newId(): string;
}

export function newProduct(
  input: ProductInput,
  { id, now, newId }: Origin & { readonly id: string },
): Product {
  const time = now.toISOString();
  const { variants, is_active, ...fields } = input;
  return {
    id,
    ...fields,
    ...withIds(variants, [], newId),
    is_active,
    created_at: time,
    updated_at: time,
    version: 1,
  };
}

/** The product with all its fields replaced and the next version. */
export function replaceProduct(
  product: Product,
  { variants, is_active, ...fields }: ProductReplacement,
  { now, newId }: Origin,
): Product {
  const { id, brand_id, created_at, version } = product;
  return {
    id,
    brand_id,
    ...fields,
    ...withIds(variants, product.variants ?? [], newId),
    is_active,
    // Images have their own endpoints.
    ...(product.images !== undefined && { images: product.images }),
    created_at,
    updated_at: now.toISOString(),
    version: version + 1,
  };
}

/**
 * The product after a merge patch, with the next version; the same product if the patch changes nothing.
 *
 * @throws ApiError validation_failed for a patch after which the product is not valid
 */
export function patchProduct(product: Product, patch: ProductPatch, origin: Origin): Product {
  const { id, brand_id, created_at, updated_at, version, ...fields } = product;
  const result = productReplacement.safeParse(mergePatch(fields, patch));
  if (!result.success) {
    const details = result.error.issues.map(({ path, message, code }) => ({
      path: ['body', ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
      message,
      code,
    }));
    throw new ApiError('validation_failed', { details });
  }
  const replaced = replaceProduct(product, result.data, origin);
  return changedMembers(product, replaced).length === 0 ? product : replaced;
}

/** Names of the members that differ, without time and version. */
export function changedMembers(before: Product, after: Product): readonly string[] {
  const [left, right] = [membersOf(before), membersOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name));
}

const membersOf = ({ updated_at, version, ...members }: Product): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, JSON.stringify(value, sortedKeys)]),
  );

/** The order of members is not a change. */
function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** SKUs are unique without letter case. */
export const canonicalSku = (sku: string): string => tidyCode(sku).toUpperCase();

/** Every SKU of a product in its canonical form, with the path of its member. */
export function skusOf({
  sku,
  variants = [],
}: Pick<Product, 'sku' | 'variants'>): ReadonlyMap<string, readonly (string | number)[]> {
  const found = new Map<string, readonly (string | number)[]>();
  if (sku !== undefined) found.set(canonicalSku(sku), ['sku']);
  for (const [index, variant] of variants.entries()) {
    if (variant.sku !== undefined) found.set(canonicalSku(variant.sku), ['variants', index, 'sku']);
  }
  return found;
}

/** A variant without an id has that of the earlier variant with its SKU, or else a new one. */
function withIds(
  variants: readonly VariantInput[] | undefined,
  earlier: readonly ProductVariant[],
  newId: () => string,
): { readonly variants?: ProductVariant[] } {
  if (variants === undefined) return {};
  const taken = new Set(variants.map(({ id }) => id));
  const bySku = new Map(
    earlier.flatMap(({ id, sku }) => (sku === undefined || taken.has(id) ? [] : [[canonicalSku(sku), id]])),
  );
  return {
    variants: variants.map(({ id, ...fields }) => ({
      id: id ?? (fields.sku === undefined ? undefined : bySku.get(canonicalSku(fields.sku))) ?? newId(),
      ...fields,
    })),
  };
}

/** The data of product events. */
const productFacts = (product: Product) => ({
  id: product.id,
  name: product.name,
  is_active: product.is_active,
  ...(product.price !== undefined && { price: product.price }),
  ...(product.sku !== undefined && { sku: product.sku }),
  updated_at: product.updated_at,
  version: product.version,
});

export const productCreatedEvent = (product: Product): OutgoingEvent => ({
  type: 'product.created',
  data: productFacts(product),
});

export const productChangedEvent = (before: Product, after: Product): OutgoingEvent => ({
  type: 'product.changed',
  data: { ...productFacts(after), changed: [...changedMembers(before, after)] },
});
