import type { ProductImport } from '#contract/commerce/product-files.ts';

export function newImport(
  { brand_id, dry_run }: Pick<ProductImport, 'brand_id' | 'dry_run'>,
  { id, now }: { readonly id: string; readonly now: Date },
): ProductImport {
  const time = now.toISOString();
  return {
    id,
    brand_id,
    status: 'waiting',
    dry_run,
    lines: 0,
    processed: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    bad: 0,
    ignored_columns: [],
    created_at: time,
    updated_at: time,
    version: 1,
  };
}

/** The import after progress, in its next version. */
export const advanced = (
  before: ProductImport,
  progress: Partial<ProductImport>,
  now: Date,
): ProductImport => ({
  ...before,
  ...progress,
  updated_at: now.toISOString(),
  version: before.version + 1,
});
