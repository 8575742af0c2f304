import type { Brand, BrandInput, BrandReplacement } from '#contract/commerce/brands.ts';
import { ApiError } from '#contract/errors.ts';

export interface BrandAuthor {
  readonly credential: 'api_key' | 'bearer' | 'none';
  /** Platform operator. Only operators choose plans. */
  readonly operator: boolean;
}

/**
 * A new brand. An API key belongs to a brand and cannot own another, so only signed-in people and operators create
 * brands.
 *
 * @param currency of a brand whose input has none
 * @throws ApiError forbidden
 */
export function newBrand(
  input: BrandInput,
  author: BrandAuthor,
  { id, now, currency }: { readonly id: string; readonly now: Date; readonly currency?: string },
): Brand {
  if (author.credential !== 'bearer' && !author.operator) {
    throw new ApiError('forbidden', { message: 'Use a bearer token to create a brand' });
  }
  if (input.plan !== 'starter') requireOperator(author);
  const time = now.toISOString();
  const { name, catalog, prices, plan } = input;
  const settings = {
    ...defaultSettings,
    ...(currency !== undefined && { currency }),
    ...chosenSettings(input),
  };
  return { id, name, catalog, prices, ...settings, plan, created_at: time, updated_at: time, version: 1 };
}

/**
 * The brand with its settings replaced and the next version. Without a plan, stops, time zone, currency or locale, the earlier one stays.
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
  const { id, stops, time_zone, locale, currency, deletion, created_at, version } = brand;
  const { name, catalog, prices } = replacement;
  const settings = { stops, time_zone, currency, locale, ...chosenSettings(replacement) };
  const updated_at = now.toISOString();
  return {
    ...{ id, name, catalog, prices, ...settings, plan },
    ...(deletion && { deletion }),
    ...{ created_at, updated_at, version: version + 1 },
  };
}

/** Settings of brands that were created without them. */
export const defaultSettings = {
  stops: 'external',
  time_zone: 'UTC',
  currency: 'USD',
  locale: 'en-US',
} as const;

type Settings = Pick<Brand, 'stops' | 'time_zone' | 'currency' | 'locale'>;

const chosenSettings = ({ stops, time_zone, currency, locale }: BrandReplacement): Partial<Settings> => ({
  ...(stops !== undefined && { stops }),
  ...(time_zone !== undefined && { time_zone }),
  ...(currency !== undefined && { currency }),
  ...(locale !== undefined && { locale }),
});

function requireOperator({ operator }: BrandAuthor): void {
  if (!operator) throw new ApiError('forbidden', { message: 'Only an operator can choose the plan' });
}
