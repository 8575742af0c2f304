import type { Product, ProductInput, ProductReplacement } from '#contract/commerce/products.ts';

export function newProduct(
  input: ProductInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Product {
  const time = now.toISOString();
  return { id, ...input, created_at: time, updated_at: time, version: 1 };
}

/** The product with all its fields replaced and the next version. */
export function replaceProduct(product: Product, replacement: ProductReplacement, now: Date): Product {
  const { id, brand_id, created_at, version } = product;
  return { id, brand_id, ...replacement, created_at, updated_at: now.toISOString(), version: version + 1 };
}
