import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import type { Brand, BrandExport, BrandInput, BrandReplacement, StoredBrand } from './contract.ts';

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

export const shownBrand = ({ gateway_keys, ...brand }: StoredBrand): Brand => brand;

const dayMilliseconds = 86_400_000;

/** Days before the deletion on which members are reminded. */
const reminderDays = [7, 1] as const;

type Deletion = NonNullable<Brand['deletion']>;

/** The brand under deletion. The time of an earlier request stays. */
export function withDeletion(brand: Brand, waitDays: number, now: Date): Brand {
  if (brand.deletion !== undefined) return brand;
  const deletes_at = new Date(now.getTime() + waitDays * dayMilliseconds).toISOString();
  return changed({ ...brand, deletion: { requested_at: now.toISOString(), deletes_at } }, now);
}

export function withoutDeletion(brand: Brand, now: Date): Brand {
  if (brand.deletion === undefined) return brand;
  const { deletion, ...kept } = brand;
  return changed(kept, now);
}

const changed = (brand: Brand, now: Date): Brand => ({
  ...brand,
  updated_at: now.toISOString(),
  version: brand.version + 1,
});

/** The next time at which the deletion needs work: a reminder or the deletion itself. */
export function nextStep({ deletes_at }: Deletion, now: Date): Date {
  const end = Date.parse(deletes_at);
  const times = reminderDays.map((days) => end - days * dayMilliseconds);
  return new Date(times.find((time) => time > now.getTime()) ?? end);
}

/** Whole days until the deletion, rounded up. */
export const daysLeft = ({ deletes_at }: Deletion, now: Date): number =>
  Math.ceil((Date.parse(deletes_at) - now.getTime()) / dayMilliseconds);

export const isDue = ({ deletes_at }: Deletion, now: Date): boolean =>
  Date.parse(deletes_at) <= now.getTime();

/** The export as it is shown: the lifecycle rule of the bucket removes the archive without a change of the record. */
export const shownExport = (one: BrandExport, now: Date): BrandExport =>
  one.status === 'done' && !isAvailable(one, now) ? { ...one, status: 'expired' } : one;

export const isAvailable = ({ status, available_until = '' }: BrandExport, now: Date): boolean =>
  status === 'done' && available_until > now.toISOString();

export interface OwnedBrand {
  readonly id: string;
  readonly created_at: string;
}

/** Where a walk over what a brand owns continues: the area, the range of its leads, and the last lead that is done. */
export const walkPosition = z.object({ area: z.int(), range: z.int(), after: z.string().optional() });
export type WalkPosition = z.output<typeof walkPosition>;

export const walkStart: WalkPosition = { area: 0, range: 0 };
