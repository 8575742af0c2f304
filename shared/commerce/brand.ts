import type { Brand, BrandInput, BrandReplacement } from '#contract/commerce/brands.ts';
import { ApiError } from '#contract/errors.ts';

/** The caller, as far as the rules on brands depend on it. */
export interface BrandAuthor {
  readonly credential: 'api_key' | 'bearer' | 'none';
  /** Platform operator. Only operators choose plans. */
  readonly operator: boolean;
}

/**
 * A new brand. An API key belongs to a brand and cannot own another, so only signed-in people and operators create
 * brands.
 *
 * @throws ApiError forbidden
 */
export function newBrand(
  input: BrandInput,
  author: BrandAuthor,
  { id, now }: { readonly id: string; readonly now: Date },
): Brand {
  if (author.credential !== 'bearer' && !author.operator) {
    throw new ApiError('forbidden', { message: 'Use a bearer token to create a brand' });
  }
  if (input.plan !== 'starter') requireOperator(author);
  const time = now.toISOString();
  return { id, ...input, created_at: time, updated_at: time, version: 1 };
}

/**
 * The brand with its settings replaced and the next version. Without `plan` the plan stays.
 *
 * @throws ApiError forbidden when a caller who is not an operator changes the plan
 */
export function replaceBrand(
  brand: Brand,
  replacement: BrandReplacement,
  author: BrandAuthor,
  now: Date,
): Brand {
  const plan = replacement.plan ?? brand.plan;
  if (plan !== brand.plan) requireOperator(author);
  const { id, created_at, version } = brand;
  return { id, ...replacement, plan, created_at, updated_at: now.toISOString(), version: version + 1 };
}

function requireOperator({ operator }: BrandAuthor): void {
  if (!operator) throw new ApiError('forbidden', { message: 'Only an operator can choose the plan' });
}
